// live.js PROMETHEUS_URL DASHBOARD.json...: asks a running Prometheus each query of each panel, and names those that do not
// parse or have no points. Variables take all values that Prometheus has; one that takes a single value, each in turn, and a
// panel passes if it has points for one of them.
import { readFileSync } from 'node:fs';

interface Target {
  expr: string;
  refId: string;
  instant?: boolean;
}
interface Panel {
  title?: string;
  targets?: Target[];
  panels?: Panel[];
}
interface Variable {
  type: string;
  name: string;
  multi?: boolean;
  allValue?: string;
  query?: string | { query: string };
}
interface Dashboard {
  title: string;
  panels: Panel[];
  templating: { list: Variable[] };
}
interface Answer {
  status: string;
  error?: string;
  data: unknown;
}
interface Series {
  values?: [number, string][];
  value?: [number, string];
}

const RANGE_SECONDS = 900;
const STEP_SECONDS = 5;
const BUILT_IN: Record<string, string> = {
  __rate_interval: '1m',
  __interval: '15s',
  __range: `${RANGE_SECONDS}s`,
};

const [prometheus, ...files] = process.argv.slice(2);
if (prometheus === undefined || files.length === 0) {
  throw new Error('usage: live.js PROMETHEUS_URL DASHBOARD.json...');
}
const end = Date.now() / 1000;

async function ask(path: string, parameters: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${prometheus}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  return (await response.json()) as Answer;
}

function filled(expr: string, values: Record<string, string>): string {
  return expr.replace(/\$(?:\{(\w+)(?::\w+)?\}|(\w+))/g, (_, braced: string, plain: string) => {
    const name = braced ?? plain;
    const value = values[name];
    if (value === undefined) {
      throw new Error(`$${name} is no variable of the dashboard, in: ${expr}`);
    }
    return value;
  });
}

/** What label_values(metric, label) gives. */
async function labelValues(query: string, values: Record<string, string>): Promise<string[]> {
  const [, metric, label] = /^label_values\((.+),\s*(\w+)\)$/.exec(query) ?? [];
  if (metric === undefined || label === undefined) {
    throw new Error(`not label_values(METRIC, LABEL): ${query}`);
  }
  const answer = await ask(`label/${label}/values`, {
    'match[]': filled(metric, values),
    start: String(end - RANGE_SECONDS),
    end: String(end),
  });
  return (answer.data as string[]) ?? [];
}

/** Sets of values to try, one after the other. */
async function choices(variables: Variable[], failures: string[]): Promise<Record<string, string>[]> {
  let sets: Record<string, string>[] = [{ ...BUILT_IN }];
  for (const variable of variables.filter((v) => v.type === 'query')) {
    const query = typeof variable.query === 'object' ? variable.query.query : (variable.query ?? '');
    const next: Record<string, string>[] = [];
    for (const set of sets) {
      const found = await labelValues(query, set);
      if (found.length === 0) {
        failures.push(`variable ${variable.name} has no value: ${query}`);
      } else if (variable.multi) {
        next.push({ ...set, [variable.name]: found.join('|') });
      } else {
        next.push(...found.map((value) => ({ ...set, [variable.name]: value })));
      }
    }
    sets = next;
  }
  return sets;
}

function points(answer: Answer): number {
  const series = (answer.data as { result: Series[] }).result;
  return series
    .flatMap((one) => one.values ?? (one.value ? [one.value] : []))
    .filter(([, value]) => value !== 'NaN').length;
}

/** @returns what is wrong, or nothing */
async function problem(target: Target, sets: Record<string, string>[]): Promise<string | undefined> {
  let last = 'no points';
  for (const set of sets) {
    const query = filled(target.expr, set);
    const answer = target.instant
      ? await ask('query', { query, time: String(end) })
      : await ask('query_range', {
          query,
          start: String(end - RANGE_SECONDS),
          end: String(end),
          step: String(STEP_SECONDS),
        });
    if (answer.status !== 'success') {
      return `${answer.error} in: ${query}`;
    }
    if (points(answer) > 0) {
      return undefined;
    }
    last = `no points: ${query}`;
  }
  return last;
}

function withTargets(panels: Panel[]): Panel[] {
  return panels.flatMap((panel) => [panel, ...withTargets(panel.panels ?? [])]).filter((panel) => panel.targets);
}

let passed = 0;
let failed = 0;
for (const file of files) {
  const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const failures: string[] = [];
  const sets = await choices(dashboard.templating.list, failures);
  for (const panel of withTargets(dashboard.panels)) {
    for (const target of panel.targets ?? []) {
      const wrong = await problem(target, sets);
      if (wrong === undefined) {
        passed++;
      } else {
        failures.push(`panel "${panel.title}", query ${target.refId}: ${wrong}`);
      }
    }
  }
  failures.forEach((failure) => console.log(`${dashboard.title}: ${failure}`));
  failed += failures.length;
}
console.log(`panels: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// A dashboard's JSON, and a Prometheus that is asked what its panels ask.
import { readFileSync } from 'node:fs';

export interface Target {
  expr: string;
  refId: string;
  legendFormat?: string;
  instant?: boolean;
}

export interface Panel {
  type: string;
  title?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults: { unit?: string } };
  transformations?: { id: string; options: { renameByName?: Record<string, string> } }[];
  targets?: Target[];
  panels?: Panel[];
}

interface Variable {
  type: string;
  name: string;
  multi?: boolean;
  query?: string | { query: string };
}

export interface Dashboard {
  title: string;
  panels: Panel[];
  templating: { list: Variable[] };
}

/** A series; an instant one has one value. */
export interface Series {
  metric: Record<string, string>;
  values: [number, string][];
}

/** What a query gave, or why it did not parse. */
export interface Answer {
  query: string;
  error?: string;
  series: Series[];
}

/** Values of the dashboard's variables. */
export type Choice = Record<string, string>;

const STEP_SECONDS = 5;

export function read(file: string): Dashboard {
  return JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
}

/** Panels with queries, also those in rows. */
export function withTargets(panels: Panel[]): Panel[] {
  return panels.flatMap((panel) => [panel, ...withTargets(panel.panels ?? [])]).filter((panel) => panel.targets);
}

/** The time until now, on one Prometheus. */
export class Prometheus {
  private readonly end = Date.now() / 1000;
  private readonly builtIn: Choice;

  constructor(
    private readonly url: string,
    private readonly rangeSeconds: number,
  ) {
    this.builtIn = { __rate_interval: '1m', __interval: '15s', __range: `${rangeSeconds}s` };
  }

  async ask(target: Target, choice: Choice): Promise<Answer> {
    const query = this.filled(target.expr, choice);
    const answer = target.instant
      ? await this.get('query', { query, time: String(this.end) })
      : await this.get('query_range', {
          query,
          start: String(this.end - this.rangeSeconds),
          end: String(this.end),
          step: String(STEP_SECONDS),
        });
    if (answer.status !== 'success') {
      return { query, error: answer.error ?? answer.status, series: [] };
    }
    const { result } = answer.data as {
      result: { metric: Record<string, string>; value?: [number, string]; values?: [number, string][] }[];
    };
    const series = result.map(({ metric, value, values }) => ({ metric, values: values ?? (value ? [value] : []) }));
    return { query, series };
  }

  /**
   * Sets of values to try: a variable that takes several has all that Prometheus has, one that takes a single value has each
   * in turn.
   */
  async choices(dashboard: Dashboard): Promise<Choice[]> {
    let choices: Choice[] = [{}];
    for (const variable of dashboard.templating.list.filter(({ type }) => type === 'query')) {
      const query = typeof variable.query === 'object' ? variable.query.query : (variable.query ?? '');
      const next: Choice[] = [];
      for (const choice of choices) {
        const found = await this.labelValues(query, choice);
        if (variable.multi && found.length > 0) {
          next.push({ ...choice, [variable.name]: found.join('|') });
        } else {
          next.push(...found.map((value) => ({ ...choice, [variable.name]: value })));
        }
      }
      if (next.length === 0) {
        throw new Error(`${dashboard.title}: variable ${variable.name} has no value: ${query}`);
      }
      choices = next;
    }
    return choices;
  }

  /** What label_values(metric, label) gives. */
  private async labelValues(query: string, choice: Choice): Promise<string[]> {
    const [, metric, label] = /^label_values\((.+),\s*(\w+)\)$/.exec(query) ?? [];
    if (metric === undefined || label === undefined) {
      throw new Error(`not label_values(METRIC, LABEL): ${query}`);
    }
    const answer = await this.get(`label/${label}/values`, {
      'match[]': this.filled(metric, choice),
      start: String(this.end - this.rangeSeconds),
      end: String(this.end),
    });
    return (answer.data as string[] | undefined) ?? [];
  }

  private async get(path: string, parameters: Record<string, string>) {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    return (await response.json()) as { status: string; error?: string; data: unknown };
  }

  private filled(expr: string, choice: Choice): string {
    const values = { ...this.builtIn, ...choice };
    return expr.replace(/\$(?:\{(\w+)(?::\w+)?\}|(\w+))/g, (_, braced?: string, plain?: string) => {
      const value = values[braced ?? plain ?? ''];
      if (value === undefined) {
        throw new Error(`$${braced ?? plain} is no variable of the dashboard, in: ${expr}`);
      }
      return value;
    });
  }
}

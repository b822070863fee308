// live.js PROMETHEUS_URL DASHBOARD.json...: asks a running Prometheus each query of each panel, and names those that do not
// parse or have no points for any value of the dashboard's variables.
import { Prometheus, read, withTargets, type Choice, type Target } from './prometheus.js';

const RANGE_SECONDS = 900;

const [url, ...files] = process.argv.slice(2);
if (url === undefined || files.length === 0) {
  throw new Error('usage: live.js PROMETHEUS_URL DASHBOARD.json...');
}
const prometheus = new Prometheus(url, RANGE_SECONDS);

/** @returns what is wrong, or nothing */
async function problem(target: Target, choices: Choice[]): Promise<string | undefined> {
  let last = '';
  for (const choice of choices) {
    const { query, error, series } = await prometheus.ask(target, choice);
    if (error !== undefined) {
      return `${error} in: ${query}`;
    }
    if (series.some(({ values }) => values.some(([, value]) => value !== 'NaN'))) {
      return undefined;
    }
    last = `no points: ${query}`;
  }
  return last;
}

let passed = 0;
let failed = 0;
for (const file of files) {
  const dashboard = read(file);
  const choices = await prometheus.choices(dashboard);
  for (const panel of withTargets(dashboard.panels)) {
    for (const target of panel.targets ?? []) {
      const wrong = await problem(target, choices);
      if (wrong === undefined) {
        passed++;
      } else {
        failed++;
        console.log(`${dashboard.title}: panel "${panel.title}", query ${target.refId}: ${wrong}`);
      }
    }
  }
}
console.log(`panels: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

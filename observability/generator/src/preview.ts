// preview.js PROMETHEUS_URL DASHBOARD.json OUT.html [SECONDS [VARIABLE=VALUE...]]: the panels with a running Prometheus'
// series, where the dashboard puts them. It is not Grafana, and says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { Prometheus, read, withTargets, type Choice, type Panel, type Series } from './prometheus.js';

const [url, file, out, seconds = '900', ...fixed] = process.argv.slice(2);
if (url === undefined || file === undefined || out === undefined) {
  throw new Error('usage: preview.js PROMETHEUS_URL DASHBOARD.json OUT.html [SECONDS [VARIABLE=VALUE...]]');
}
const prometheus = new Prometheus(url, Number(seconds));
const dashboard = read(file);
const chosen: Choice = {
  ...(await prometheus.choices(dashboard))[0],
  ...Object.fromEntries(fixed.map((one) => one.split('=') as [string, string])),
};

const UNITS: Record<string, string> = {
  bps: 'bit/s', bytes: 'B', pps: '/s', ops: '/s', reqps: '/s', s: 's', dtdurations: 's', short: '',
};

function legend(format: string, metric: Record<string, string>): string {
  return format.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
}

function shown(value: number, unit: string): string {
  if (unit === 'percentunit') {
    return `${(100 * value).toFixed(1)} %`;
  }
  const steps = unit === 's' || unit === 'dtdurations' ? [''] : ['', 'k', 'M', 'G', 'T'];
  let step = 0;
  while (Math.abs(value) >= 1000 && step + 1 < steps.length) {
    value /= 1000;
    step++;
  }
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1;
  return `${value.toFixed(digits)} ${steps[step]}${UNITS[unit] ?? unit}`.trim();
}

function last(series: Series): number {
  return Number(series.values.at(-1)?.[1]);
}

/** Rows found by the labels that all queries have, as Grafana's "merge" does. */
async function rows(panel: Panel): Promise<string> {
  const titles = panel.transformations?.find(({ id }) => id === 'organize')?.options.renameByName ?? {};
  const answers = await Promise.all((panel.targets ?? []).map((target) => prometheus.ask(target, chosen)));
  const common = answers
    .map(({ series }) => Object.keys(series[0]?.metric ?? {}))
    .filter((keys) => keys.length > 0)
    .reduce((one, other) => one.filter((key) => other.includes(key)));
  const merged = new Map<string, Record<string, string>>();
  answers.forEach(({ series }, index) => {
    const field = `Value #${panel.targets?.[index]?.refId}`;
    for (const one of series) {
      const key = common.map((label) => one.metric[label]).join('|');
      merged.set(key, { ...merged.get(key), ...one.metric, [field]: shown(last(one), 'short') });
    }
  });
  const head = Object.values(titles).map((title) => `<th>${title}</th>`);
  const body = [...merged.values()].map(
    (row) => `<tr>${Object.keys(titles).map((field) => `<td>${row[field] ?? ''}</td>`).join('')}</tr>`,
  );
  return `<table><tr>${head.join('')}</tr>${body.join('')}</table>`;
}

async function draw(panel: Panel): Promise<object> {
  const unit = panel.fieldConfig?.defaults.unit ?? 'short';
  const base = { title: panel.title, at: panel.gridPos, unit: UNITS[unit] ?? '' };
  if (panel.type === 'table') {
    return { ...base, html: await rows(panel) };
  }
  const series = [];
  for (const target of panel.targets ?? []) {
    for (const one of (await prometheus.ask(target, chosen)).series) {
      series.push({ label: legend(target.legendFormat ?? '', one.metric), values: one.values, last: shown(last(one), unit) });
    }
  }
  if (panel.type === 'stat' || panel.type === 'bargauge') {
    const items = series.map(({ label, last: value }) => `<p><b>${value}</b> ${label}</p>`).join('');
    return { ...base, html: `<div class="stat">${items}</div>` };
  }
  return { ...base, series };
}

const panels = await Promise.all(withTargets(dashboard.panels).map(draw));
const uplot = new URL('../node_modules/uplot/dist/', import.meta.url);
const variables = Object.entries(chosen).map(([name, value]) => `${name}: ${value}`).join(', ');
writeFileSync(
  out,
  `<!doctype html><meta charset="utf-8"><style>${readFileSync(new URL('uPlot.min.css', uplot), 'utf8')}
body { font: 12px sans-serif; margin: 8px; position: relative } h1 { font-size: 16px; margin: 4px }
.panel { position: absolute; border: 1px solid #ccc; box-sizing: border-box; overflow: hidden; padding: 4px }
.panel > h2 { font-size: 12px; margin: 0 } .stat { display: flex; flex-wrap: wrap; gap: 0 14px } .stat b { font-size: 17px }
.stat p { margin: 4px 0 } table { border-collapse: collapse; width: 100% } td, th { text-align: left; border-bottom: 1px solid #ddd; padding: 2px 6px }
.u-legend { font-size: 10px; max-height: 48px; overflow: hidden }
</style><h1>${dashboard.title} <small>(${variables}) preview, not Grafana</small></h1><script>${readFileSync(new URL('uPlot.iife.min.js', uplot), 'utf8')}
const W = 52, H = 30, COLORS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b', '#7f7f7f'];
for (const p of ${JSON.stringify(panels)}) {
  const e = document.createElement('div');
  e.className = 'panel';
  e.style = \`left:\${p.at.x * W}px;top:\${34 + p.at.y * H}px;width:\${p.at.w * W - 6}px;height:\${p.at.h * H - 6}px\`;
  e.innerHTML = \`<h2>\${p.title}</h2>\${p.html ?? ''}\`;
  document.body.append(e);
  if (p.html !== undefined) continue;
  if (!p.series.length) { e.append('no data'); continue }
  const xs = [...new Set(p.series.flatMap((s) => s.values.map((v) => v[0])))].sort((a, b) => a - b);
  const rows = p.series.map((s) => { const m = new Map(s.values.map((v) => [v[0], +v[1]])); return xs.map((x) => m.get(x) ?? null) });
  new uPlot({ width: p.at.w * W - 20, height: p.at.h * H - 85, legend: { live: false },
    axes: [{}, { size: 56, values: (u, vs) => vs.map((v) => v >= 1e9 ? v / 1e9 + 'G' : v >= 1e6 ? v / 1e6 + 'M' : v >= 1e3 ? v / 1e3 + 'k' : v) }],
    series: [{}, ...p.series.map((s, i) => ({ label: s.label, stroke: COLORS[i % COLORS.length], width: 1.5 }))] }, [xs, ...rows], e);
}
document.body.style.height = Math.max(...[...document.querySelectorAll('.panel')].map((e) => e.offsetTop + e.offsetHeight)) + 'px';
</script>`,
);

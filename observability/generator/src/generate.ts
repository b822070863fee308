// generate.js DIR: writes the dashboards.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { fleet } from './fleet.js';
import { tenant } from './tenant.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('usage: generate.js DIR');
}

function json(builder: DashboardBuilder): string {
  const dashboard = builder.build();
  // Links to a panel name its id; the builders give none.
  dashboard.panels?.forEach((panel, index) => (panel.id = index + 1));
  // Of intervals alone; the builders give them to every variable, and Grafana's type knows no such keys.
  const intervals = new Set(['auto', 'auto_min', 'auto_count']);
  return `${JSON.stringify(dashboard, (key, value) => (intervals.has(key) ? undefined : value), 2)}\n`;
}

mkdirSync(folder, { recursive: true });
for (const [name, builder] of Object.entries({ fleet: fleet(), tenant: tenant() })) {
  writeFileSync(`${folder}/${name}.json`, json(builder));
}

// Panels as both dashboards want them: subject and unit in the title, every series in the tooltip.
import { PanelBuilder as BarGauge } from '@grafana/grafana-foundation-sdk/bargauge';
import * as common from '@grafana/grafana-foundation-sdk/common';
import {
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as Stat } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as Table } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeSeries } from '@grafana/grafana-foundation-sdk/timeseries';

/** Dashboards name no data source of one installation. */
export const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Units, as Grafana calls them. */
export type Unit = 'short' | 'bps' | 'bytes' | 'pps' | 'ops' | 'reqps' | 's' | 'percentunit' | 'dtdurations';

const GREEN = 'green';
const ORANGE = 'orange';
const RED = 'red';

function query(refId: string, expr: string, legend: string): DataqueryBuilder {
  return new DataqueryBuilder().datasource(DATASOURCE).refId(refId).expr(expr).legendFormat(legend);
}

function letter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** Lines over time. Each query with its legend. */
export function lines(title: string, unit: Unit, ...queries: [string, string][]): TimeSeries {
  const panel = new TimeSeries()
    .title(title)
    .datasource(DATASOURCE)
    .unit(unit)
    .min(0)
    .height(8)
    .span(8)
    .lineWidth(1)
    .fillOpacity(10)
    .showPoints(common.VisibilityMode.Never)
    .tooltip(
      new common.VizTooltipOptionsBuilder()
        .mode(common.TooltipDisplayMode.Multi)
        .sort(common.SortOrder.Descending),
    )
    .legend(
      new common.VizLegendOptionsBuilder()
        .displayMode(common.LegendDisplayMode.List)
        .placement(common.LegendPlacement.Bottom)
        .showLegend(true)
        .calcs([]),
    );
  queries.forEach(([expr, legend], index) => panel.withTarget(query(letter(index), expr, legend).range()));
  return panel;
}

/** The same, one on top of the other. */
export function stacked(title: string, unit: Unit, ...queries: [string, string][]): TimeSeries {
  return lines(title, unit, ...queries)
    .fillOpacity(40)
    .stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal).group('A'));
}

/** The value of now, green below the first bound and red from the second on. */
export function now(title: string, unit: Unit, expr: string, legend: string, bounds: [number, number]): Stat {
  return new Stat()
    .title(title)
    .datasource(DATASOURCE)
    .unit(unit)
    .height(4)
    .span(4)
    .thresholds(thresholds([GREEN, bounds[0], ORANGE, bounds[1], RED]))
    .colorMode(common.BigValueColorMode.Value)
    .graphMode(common.BigValueGraphMode.Area)
    .textMode(legend === '' ? common.BigValueTextMode.Value : common.BigValueTextMode.ValueAndName)
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .withTarget(query('A', expr, legend).range());
}

/** Replicas of a service that answer: none is red. */
export function answering(title: string, expr: string, legend: string): Stat {
  return now(title, 'short', expr, legend, [1, 1]).thresholds(thresholds([RED, 1, GREEN]));
}

/** A plain number, neither good nor bad. */
export function number(title: string, unit: Unit, expr: string, legend = ''): Stat {
  return now(title, unit, expr, legend, [0, 0]).thresholds(thresholds([GREEN]));
}

/** Shares of one as bars: orange from nine tenths on, red above all of it. */
export function shares(title: string, expr: string, legend: string): BarGauge {
  return new BarGauge()
    .title(title)
    .datasource(DATASOURCE)
    .unit('percentunit')
    .min(0)
    .max(1)
    .height(8)
    .span(8)
    .thresholds(thresholds([GREEN, 0.9, ORANGE, 1.0001, RED]))
    .displayMode(common.BarGaugeDisplayMode.Basic)
    .orientation(common.VizOrientation.Horizontal)
    .reduceOptions(new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .withTarget(query('A', expr, legend).range());
}

/** A column of a table: a query of now whose labels find the row, or a label. */
export interface Column {
  title: string;
  /** Of a query. */
  expr?: string;
  unit?: Unit;
  /** Of a label. */
  label?: string;
}

/** Rows that share their labels, one column for each query. Labels that are no column are hidden. */
export function table(title: string, columns: Column[], hidden: string[] = []): Table {
  const panel = new Table().title(title).datasource(DATASOURCE).height(9).span(24);
  const renamed: Record<string, string> = {};
  const order: Record<string, number> = {};
  let queries = 0;
  columns.forEach((column, position) => {
    let field = column.label ?? '';
    if (column.expr !== undefined) {
      const refId = letter(queries++);
      field = `Value #${refId}`;
      panel.withTarget(query(refId, column.expr, '').instant().format(PromQueryFormat.Table));
      panel.overrideByName(column.title, [{ id: 'unit', value: column.unit ?? 'short' }]);
    }
    renamed[field] = column.title;
    order[field] = position;
  });
  const excluded = Object.fromEntries(['Time', ...hidden].map((field) => [field, true]));
  return panel
    .withTransformation({ id: 'merge', options: {} })
    .withTransformation({
      id: 'organize',
      options: { excludeByName: excluded, indexByName: order, renameByName: renamed },
    });
}

/** Which Prometheus; provisioned or found. */
export function datasource(): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus');
}

/** Values of a label. With several at once, also all of them. */
export function variable(name: string, label: string, metric: string, several: boolean): QueryVariableBuilder {
  const values = `label_values(${metric}, ${name})`;
  const builder = new QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({ qryType: 1, query: values, refId: 'PrometheusVariableQueryEditor-VariableQuery' })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.NaturalAsc)
    .multi(several)
    .includeAll(several);
  return several
    ? builder.allValue('.*').current({ selected: true, text: 'All', value: '$__all' })
    : builder;
}

function thresholds(steps: [string, ...(string | number)[]]): ThresholdsConfigBuilder {
  const [first, ...rest] = steps;
  const all: { value: number | null; color: string }[] = [{ value: null, color: first }];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    all.push({ value: Number(rest[at]), color: String(rest[at + 1]) });
  }
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(all);
}

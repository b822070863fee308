// For one tenant. The tenant's name is in every query, but a reader of this dashboard can ask Prometheus for others: to show
// it to tenants, put a proxy that enforces the label before their data source.
import { DashboardBuilder, DashboardCursorSync, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { datasource, lines, shares, stacked, table, variable } from './panels.js';
import { functionBits, functionRate, FUNCTION, replicaRate } from './queries.js';

const OWN = 'tenant="$tenant"';
/** What the ledger holds of the tenant; its functions have scope "function". */
const LEDGER = `${OWN}, scope="tenant/$tenant"`;
const DEVICE = `${OWN}, scope="function", resource="qp"`;
/** Rows of the table of functions. */
const ROW = 'host, pf, vf';

function ledger(column: 'used' | 'reserved' | 'limit'): string {
  return (
    `max by (resource) (vnic_quota_objects_${column}{${LEDGER}})` +
    ` or max by (resource) (vnic_quota_${column}_bytes{${LEDGER}})`
  );
}

export function tenant(): DashboardBuilder {
  return new DashboardBuilder('Verbena / Tenant')
    .uid('verbena-tenant')
    .description('Quota, traffic and virtual functions of one tenant. Generated: see observability/README.md.')
    .tags(['verbena'])
    .readonly()
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-30m', to: 'now' })
    .refresh('10s')
    .withVariable(datasource())
    .withVariable(variable('tenant', 'Tenant', 'vnic_quota_objects_used{tenant!="", scope!="function"}', false))

    .withRow(new RowBuilder('Quota'))
    .withPanel(
      shares(
        'Quota used and reserved, share of the limit',
        `((${ledger('used')}) + (${ledger('reserved')})) / ((${ledger('limit')}) > 0)`,
        '{{resource}}',
      ),
    )
    .withPanel(
      table(
        'Quota: used, reserved, limit',
        [
          { title: 'Resource', label: 'resource' },
          { title: 'Used', expr: ledger('used') },
          { title: 'Reserved', expr: ledger('reserved') },
          { title: 'Limit', expr: ledger('limit') },
        ],
      )
        .height(8)
        .span(8),
    )
    .withPanel(
      lines(
        'Refusals for a limit, per second',
        'ops',
        [replicaRate('layer, resource', 'vnic_quota_denials_total', OWN), '{{layer}}: {{resource}}'],
        [functionRate('vf', 'vnic_vf_limit_refusals_total', OWN), 'datapath: {{vf}}'],
      ),
    )

    .withRow(new RowBuilder('Traffic'))
    .withPanel(
      lines(
        'Throughput by VF, bits/s',
        'bps',
        [functionBits('vf', 'vnic_vf_transmit_bytes_total', OWN), '{{vf}} sent'],
        [functionBits('vf', 'vnic_vf_receive_bytes_total', OWN), '{{vf}} received'],
      ),
    )
    .withPanel(
      stacked('Work done by verb, per second', 'ops', [
        functionRate('verb', 'vnic_vf_verbs_total', OWN, 'verb'),
        '{{verb}}',
      ]),
    )
    .withPanel(
      lines('Packets sent again, share of those sent', 'percentunit', [
        `${functionRate('vf', 'vnic_vf_retransmits_total', OWN)}` +
          ` / (${functionRate('vf', 'vnic_vf_transmit_packets_total', OWN)} > 0)`,
        '{{vf}}',
      ]),
    )
    .withPanel(
      lines('Packets dropped by reason, per second', 'pps', [
        functionRate('reason', 'vnic_vf_dropped_packets_total', OWN, 'direction, reason'),
        '{{reason}}',
      ]),
    )
    .withPanel(
      lines('Work that failed, per second', 'ops', [
        functionRate('vf, status', 'vnic_vf_verb_errors_total', OWN, 'status'),
        '{{vf}} {{status}}',
      ]),
    )
    .withPanel(
      stacked('Memory registered by VF, bytes', 'bytes', [
        `max by (${FUNCTION}) (vnic_quota_used_bytes{${OWN}, scope="function"})`,
        '{{vf}}',
      ]),
    )

    .withRow(new RowBuilder('Virtual functions'))
    .withPanel(
      table('VFs', [
        { title: 'VF', label: 'vf' },
        { title: 'Host', label: 'host' },
        { title: 'PF', label: 'pf' },
        { title: 'State', label: 'state' },
        {
          title: 'In it since',
          expr: `time() - max by (${ROW}, state) (vnic_vf_state_entered_timestamp_seconds{${OWN}})`,
          unit: 'dtdurations',
        },
        { title: 'QPs', expr: `max by (${ROW}) (vnic_quota_objects_used{${DEVICE}})` },
        { title: 'QPs at most', expr: `max by (${ROW}) (vnic_quota_objects_limit{${DEVICE}})` },
        {
          title: 'Memory registered',
          expr: `max by (${ROW}) (vnic_quota_used_bytes{${OWN}, scope="function"})`,
          unit: 'bytes',
        },
        { title: 'Sent', expr: functionBits(ROW, 'vnic_vf_transmit_bytes_total', OWN), unit: 'bps' },
        { title: 'Received', expr: functionBits(ROW, 'vnic_vf_receive_bytes_total', OWN), unit: 'bps' },
        { title: 'Sent again', expr: functionRate(ROW, 'vnic_vf_retransmits_total', OWN), unit: 'pps' },
        { title: 'Dropped', expr: functionRate(ROW, 'vnic_vf_dropped_packets_total', OWN, 'direction, reason'), unit: 'pps' },
      ]),
    );
}

// For operators: all hosts, NICs and tenants.
import { DashboardBuilder, DashboardCursorSync, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { answering, datasource, lines, now, number, stacked, variable } from './panels.js';
import { functionBits, functionRate, replicaRate, SERVICES } from './queries.js';

const PF = 'host=~"$host", pf=~"$pf"';
const OUR_API = `${SERVICES}, uri!~"/actuator.*|/livez|/readyz"`;

export function fleet(): DashboardBuilder {
  return new DashboardBuilder('Verbena / Fleet')
    .uid('verbena-fleet')
    .description('Virtual functions, traffic and services of all hosts. Generated: see observability/README.md.')
    .tags(['verbena'])
    .readonly()
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-30m', to: 'now' })
    .refresh('10s')
    .withVariable(datasource())
    .withVariable(variable('host', 'Host', 'vnic_nic_last_sample_timestamp_seconds', true))
    .withVariable(variable('pf', 'PF', 'vnic_nic_last_sample_timestamp_seconds{host=~"$host"}', true))

    .withRow(new RowBuilder('Health'))
    .withPanel(answering('Replicas that answer', `sum by (job) (up{${SERVICES}})`, '{{job}}').span(6))
    .withPanel(
      now('Alerts firing', 'short', 'count(ALERTS{alertname=~"Verbena.*", alertstate="firing"}) or vector(0)', '', [1, 3]).span(3),
    )
    .withPanel(
      now(
        'NIC sample, longest ago',
        's',
        `max(time() - max by (host, pf) (vnic_nic_last_sample_timestamp_seconds{${PF}}))`,
        '',
        [5, 30],
      )
        .span(3)
        .description('Each NIC samples its counters once a second.'),
    )
    .withPanel(
      number('NICs by state', 'short', 'sum by (state) (max by (host, nic, state) (vnic_nic_state))', '{{state}}').span(4),
    )
    .withPanel(
      now('Change not in Kafka, oldest', 's', 'max(vnic_outbox_lag_seconds)', '', [5, 60]).description(
        'Changes wait in the service\'s database until Kafka has them.',
      ),
    )
    .withPanel(
      now(
        'VFs over the time of their state',
        'short',
        'count((time() - max by (vf, tenant, state) (vnic_vf_state_entered_timestamp_seconds))' +
          ' > (max by (vf, tenant, state) (vnic_vf_state_sla_seconds) > 0)) or vector(0)',
        '',
        [1, 1],
      ),
    )

    .withRow(new RowBuilder('Virtual functions'))
    .withPanel(
      stacked('VFs by state', 'short', [
        'sum by (state) (max by (vf, tenant, state) (vnic_vf_state)) > 0',
        '{{state}}',
      ]),
    )
    .withPanel(
      stacked(
        'Places for VFs by PF',
        'short',
        [`max by (host, pf) (vnic_pf_slots{${PF}, state="FREE"})`, '{{pf}} free'],
        [`max by (host, pf, state) (vnic_pf_slots{${PF}, state!="FREE"})`, '{{pf}} {{state}}'],
      ),
    )
    .withPanel(
      lines('Refusals for a limit, per second', 'ops', [
        replicaRate('tenant, layer', 'vnic_quota_denials_total', ''),
        '{{tenant}}, {{layer}}',
      ], [functionRate('tenant', 'vnic_vf_limit_refusals_total', PF), '{{tenant}}, datapath']),
    )

    .withRow(new RowBuilder('Traffic'))
    .withPanel(
      stacked('Sent by tenant, bits/s', 'bps', [
        functionBits('tenant', 'vnic_vf_transmit_bytes_total', PF),
        '{{tenant}}',
      ]),
    )
    .withPanel(
      lines(
        'Sent and received by PF, bits/s',
        'bps',
        [functionBits('host, pf', 'vnic_vf_transmit_bytes_total', PF), '{{pf}} sent'],
        [functionBits('host, pf', 'vnic_vf_receive_bytes_total', PF), '{{pf}} received'],
      ),
    )
    .withPanel(
      number(
        'Bytes sent in the time shown',
        'bytes',
        `sum by (tenant) (max by (host, pf, vf, tenant) (increase(vnic_vf_transmit_bytes_total{${PF}}[$__range])))`,
        '{{tenant}}',
      )
        .span(8)
        .height(8),
    )
    .withPanel(
      lines('Packets sent again by tenant, per second', 'pps', [
        functionRate('tenant', 'vnic_vf_retransmits_total', PF),
        '{{tenant}}',
      ]),
    )
    .withPanel(
      lines(
        'Packets dropped by reason, per second',
        'pps',
        [functionRate('reason', 'vnic_vf_dropped_packets_total', PF, 'direction, reason'), '{{reason}}'],
        [
          `sum by (reason) (max by (host, pf, direction, reason) (rate(vnic_pf_dropped_packets_total{${PF}}[$__rate_interval])))`,
          '{{reason}}, of no VF',
        ],
      ),
    )
    .withPanel(
      lines(
        'Signs of congestion or loss, per second',
        'ops',
        [functionRate('pf', 'vnic_vf_out_of_sequence_total', PF), '{{pf}} out of sequence'],
        [functionRate('pf', 'vnic_vf_ack_timeouts_total', PF), '{{pf}} acknowledgement timeouts'],
        [functionRate('pf, direction', 'vnic_vf_rnr_naks_total', PF, 'direction'), '{{pf}} receiver not ready, {{direction}}'],
      ),
    )

    .withRow(new RowBuilder('Control plane'))
    .withPanel(
      lines('Requests by service, per second', 'reqps', [
        replicaRate('job, outcome', 'http_server_requests_seconds_count', OUR_API),
        '{{job}} {{outcome}}',
      ]),
    )
    .withPanel(
      lines('Reconciler runs by result, per second', 'ops', [
        replicaRate('result', 'vnic_reconcile_total', ''),
        '{{result}}',
      ]),
    )
    .withPanel(
      // Of no runs it is NaN, which draws no line.
      lines('Reconciler run, time of 99 %; 0: none ran', 's', [
        `histogram_quantile(0.99, ${replicaRate('controller, le', 'vnic_reconcile_duration_seconds_bucket', '')}) >= 0 or ` +
          `0 * ${replicaRate('controller', 'vnic_reconcile_duration_seconds_bucket', '')}`,
        '{{controller}}',
      ]),
    )
    .withPanel(
      lines('Commands refused as not current, per second', 'ops', [
        replicaRate('kind', 'vnic_fenced_requests_total', ''),
        '{{kind}}',
      ]),
    )
    .withPanel(
      lines(
        'Drift found and sagas undone, per second',
        'ops',
        ['sum(rate(vnic_drift_detected_total[$__rate_interval]))', 'drift'],
        [replicaRate('kind', 'vnic_saga_compensations_total', ''), 'undone: {{kind}}'],
      ),
    )
    .withPanel(
      lines('Counter batches by outcome, per second', 'ops', [
        replicaRate('outcome', 'vnic_telemetry_batches_total', ''),
        '{{outcome}}',
      ]),
    );
}

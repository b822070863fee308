// PromQL that both dashboards use. A gauge or counter that several replicas show alike is taken once, by max; only then is
// it summed.

/** What names a virtual function's series. */
export const FUNCTION = 'host, pf, vf, tenant';

/** Rate of a function's counter by the given labels: as of one replica, then summed. */
export function functionRate(by: string, metric: string, selector: string, own = ''): string {
  const labels = own ? `${FUNCTION}, ${own}` : FUNCTION;
  return `sum by (${by}) (max by (${labels}) (rate(${metric}{${selector}}[$__rate_interval])))`;
}

/** The same in bits per second, of a counter of bytes. */
export function functionBits(by: string, metric: string, selector: string): string {
  return `8 * ${functionRate(by, metric, selector)}`;
}

/** Rate of a counter that each replica has of its own. */
export function replicaRate(by: string, metric: string, selector: string): string {
  return `sum by (${by}) (rate(${metric}{${selector}}[$__rate_interval]))`;
}

export const SERVICES = 'job=~"tenant-service|sriov-manager|telemetry-service"';

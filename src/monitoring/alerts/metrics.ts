import { Counter, type Registry } from 'prom-client';

/** Counters of alerts raised and resolved by port scans. */
export interface AlertMetrics {
  readonly alertsOpened: Counter<'severity'>;
  readonly alertsResolved: Counter<'resolution'>;
}

export function alertMetrics(registry: Registry): AlertMetrics {
  const registers = [registry];
  return {
    alertsOpened: new Counter({
      name: 'breakwater_alerts_opened_total',
      help: 'Alerts raised.',
      labelNames: ['severity'],
      registers,
    }),
    alertsResolved: new Counter({
      name: 'breakwater_alerts_resolved_total',
      help: 'Alerts resolved.',
      labelNames: ['resolution'],
      registers,
    }),
  };
}

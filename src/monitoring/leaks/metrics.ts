import { Counter, type Registry } from 'prom-client';
import { leakSourceFailures } from '../../engines/leak-sources/leak-source.ts';

export interface LeakMetrics {
  readonly leakSourceAnswers: Counter<'source' | 'outcome'>;
  readonly domainAlertsOpened: Counter<'severity'>;
}

export function leakMetrics(registry: Registry): LeakMetrics {
  const registers = [registry];
  return {
    leakSourceAnswers: new Counter({
      name: 'breakwater_leak_source_answers_total',
      help: 'Answers of leak sources to domain scans; the outcome is complete, truncated, or how the source failed.',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    domainAlertsOpened: new Counter({
      name: 'breakwater_domain_alerts_opened_total',
      help: 'Domain alerts raised.',
      labelNames: ['severity'],
      registers,
    }),
  };
}

/** Has failures of these sources told from 0 on: what appears with its first failure has not increased for Prometheus. */
export function countFailuresFromNothing({ leakSourceAnswers }: LeakMetrics, sources: readonly string[]): void {
  for (const source of sources) for (const outcome of leakSourceFailures) leakSourceAnswers.inc({ source, outcome }, 0);
}

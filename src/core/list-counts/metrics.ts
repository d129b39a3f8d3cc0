import { Counter, type Registry } from 'prom-client';

export interface ListCountMetrics {
  readonly correctedListCounts: Counter<'list'>;
}

export function listCountMetrics(registry: Registry): ListCountMetrics {
  return {
    correctedListCounts: new Counter({
      name: 'breakwater_list_counts_corrected_total',
      help: 'Counts of lists that were kept, were not what they count, and were corrected: none is ever to be.',
      labelNames: ['list'],
      registers: [registry],
    }),
  };
}

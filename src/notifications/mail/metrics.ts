import { Counter, type Registry } from 'prom-client';

export interface MailMetrics {
  readonly mails: Counter<'kind' | 'outcome'>;
}

export function mailMetrics(registry: Registry): MailMetrics {
  return {
    mails: new Counter({
      name: 'breakwater_mails_total',
      help: 'Attempts at notification mails, by what they came to.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
  };
}

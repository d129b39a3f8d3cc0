import { Counter, type Registry } from 'prom-client';
import type { Resources } from '../../core/operation/operation.ts';

/**
 * Why an attempt failed. connection: the server could not be reached, or broke off. sign_in: it did not let us in. later: it said 4xx.
 * policy: it said 5xx to us. other: the mail could not be made.
 */
export type MailFailure = 'connection' | 'sign_in' | 'later' | 'policy' | 'other';

export interface MailMetrics {
  readonly mails: Counter<'kind' | 'outcome'>;
  readonly mailFailures: Counter<'kind' | 'reason'>;
  readonly mailBounces: Counter<'outcome'>;
}

export function mailMetrics(registry: Registry): MailMetrics {
  return {
    mails: new Counter({
      name: 'breakwater_mails_total',
      help: 'Attempts at notification mails, by what they came to.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    mailFailures: new Counter({
      name: 'breakwater_mail_failures_total',
      help: 'Attempts at notification mails that failed and are made again, by why.',
      labelNames: ['kind', 'reason'],
      registers: [registry],
    }),
    mailBounces: new Counter({
      name: 'breakwater_mail_bounces_total',
      help: 'Mails that came to the intake for bounces, by what they came to.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  };
}

/** Why an attempt failed, by the error of the mailer. */
export function mailFailureOf(error: unknown): MailFailure {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  if (code === 'EAUTH') return 'sign_in';
  if (typeof responseCode === 'number') return responseCode < 500 ? 'later' : 'policy';
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? 'connection' : 'other';
}

export interface MailQueue {
  readonly kind: string;
  /** Mails that are not settled. */
  readonly depth: number;
  /** Seconds since the oldest of them was made. */
  readonly oldestSeconds: number;
}

/** The mails of all partners that wait to be sent, by kind. */
export async function mailQueues({ db, clock }: Resources): Promise<MailQueue[]> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('depth'), fn.min('created_at').as('oldest')])
    .where('next_attempt_at', 'is not', null)
    .groupBy('kind')
    .execute();
  const now = clock.now().getTime();
  return rows.map(({ kind, depth, oldest }) => ({
    kind,
    depth: Number(depth),
    oldestSeconds: Math.max(0, (now - oldest.getTime()) / 1_000),
  }));
}

import { type Selectable, sql } from 'kysely';
import type { AlertsChanged } from '../../core/operation/effects.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { AlertInboxTable } from '../../core/operation/tables/notifications.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import { digests } from '../../engines/notification-timing/send-time.ts';
import { newId } from '../../platform/ids.ts';
import { traceContext } from '../../platform/telemetry/tracing.ts';

/** An alert changed, and nobody was told yet. */
export type AlertChange = Omit<Selectable<AlertInboxTable>, 'ready_at'>;

/** What became of a customer's alerts. */
type EnqueuedChanges = Omit<AlertsChanged, 'kind' | 'opened'> & { readonly opened: readonly { readonly id: string }[] };

/** Who is told of alerts: addresses of mail, or chats and pagers. */
export interface AlertListener {
  /**
   * Has changes of a partner's alerts wait for whoever wants to hear of them, in the transaction that takes them from the inbox. They
   * say which alerts to look at; what is told depends on how those are when it is.
   */
  note(tx: Operation, changes: readonly AlertChange[]): Promise<void>;
  /** Wakes whoever makes messages of what waits. */
  readonly signal: WorkSignal;
}

/** How long nobody is told of an alert of which more is being written: what is told shall be all that was found. */
const unfinishedSeconds = 30;
const partnersAtOnce = 50;
/** Of a partner in one transaction, with all that has changed of them: what was raised together is told together. */
const customersAtOnce = 50;

/**
 * Has everybody who listens told of changed alerts, in the transaction that changed them: one statement, which waits for nobody. Where
 * nobody listens nothing is written. It reads that without a lock, so an address that is confirmed at the same moment hears of what
 * comes after.
 */
export async function enqueueAlertChanges(tx: Operation, changed: EnqueuedChanges): Promise<void> {
  const changes = changesOf(changed).map((change) => ({ id: newId(tx.clock), ...change }));
  if (changes.length === 0) return;
  const { customerId, isUnfinished = false } = changed;
  const isNews = changes.some(({ change }) => change !== 'resolved' && change !== 'dismissed');
  const now = tx.clock.now();
  const readyAt = new Date(now.getTime() + (isUnfinished ? unfinishedSeconds * 1_000 : 0));
  const trace = traceContext();
  await tx.db.execute(sql`
    INSERT INTO alert_inbox (partner_id, id, customer_id, alert_id, change, ready_at, occurred_at, trace)
    SELECT p.id, c.id, ${customerId}::uuid, c.alert_id, c.change, ${readyAt}::timestamptz, ${now}::timestamptz, ${trace ? JSON.stringify(trace) : null}::jsonb
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS c (id uuid, alert_id uuid, change text)
    JOIN partners p ON p.id = ${tx.partnerId} AND p.sandbox_of IS NULL
    WHERE EXISTS (
      SELECT 1 FROM channels h WHERE h.partner_id = ${tx.partnerId} AND (h.customer_id IS NULL OR h.customer_id = ${customerId})
    ) OR EXISTS (
      SELECT 1 FROM notification_recipients r
      WHERE r.partner_id = ${tx.partnerId} AND r.customer_id = ${customerId} AND r.status = 'active'
        AND (${isNews} OR r.tell_resolved OR r.delivery = ANY(${[...digests]}))
    ) OR (${isNews} AND EXISTS (
      -- The address that the billing system tells has a row only once it was told something.
      SELECT 1 FROM customers m
      WHERE m.partner_id = ${tx.partnerId} AND m.id = ${customerId} AND m.email IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM notification_recipients r
        WHERE r.partner_id = m.partner_id AND r.id = m.id AND r.address = m.email AND r.status <> 'active')))`);
  if (!isUnfinished) tx.announce('alerts');
}

function changesOf({
  opened,
  reopened,
  resolved,
  worsened = [],
  dismissed = [],
  steady = [],
}: EnqueuedChanges): Pick<AlertChange, 'alert_id' | 'change'>[] {
  const as = (change: AlertChange['change'], alerts: readonly { readonly id: string }[]) =>
    alerts.map(({ id }) => ({ alert_id: id, change }));
  return [
    ...as('opened', opened),
    ...reopened.map(({ id, by }) => ({ alert_id: id, change: by === 'person' ? 'taken_back' : 'reopened' }) as const),
    ...as('worsened', worsened),
    ...as('steady', steady),
    ...as('resolved', resolved),
    ...as('dismissed', dismissed),
  ];
}

/** In how many milliseconds there is something to note; 0 or less: there is; undefined: not as far as is known. */
export async function nextAlertChangeMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ ready_at: Date | null }>`SELECT min(ready_at) AS ready_at FROM alert_inbox`.execute(db);
  const readyAt = rows[0]!.ready_at;
  return readyAt === null ? undefined : readyAt.getTime() - clock.now().getTime();
}

/**
 * Hands what is ready over to the listeners, all or nothing: each change once, whatever happens to workers. Any number of them may do so
 * at once. What fails holds up no other partner's.
 */
export async function noteAlertChanges(
  resources: Resources,
  listeners: readonly AlertListener[],
  onError: (error: Error) => void,
): Promise<void> {
  const { rows } = await sql<{ partner_id: string }>`
    SELECT DISTINCT partner_id FROM alert_inbox WHERE ready_at <= ${resources.clock.now()}
    LIMIT ${partnersAtOnce}`.execute(resources.db);
  for (const { partner_id: partnerId } of rows) {
    const operation = Operation.bySystem(resources, partnerId);
    try {
      while ((await operation.transaction((tx) => noteSome(tx, listeners))) === customersAtOnce);
      for (const { signal } of listeners) resources.signals?.announce(signal);
    } catch (error) {
      onError(error as Error);
    }
  }
}

/** @returns of how many customers */
async function noteSome(tx: Operation, listeners: readonly AlertListener[]): Promise<number> {
  const now = tx.clock.now();
  const { rows } = await tx.db.execute<AlertChange>(sql`
    DELETE FROM alert_inbox WHERE partner_id = ${tx.partnerId} AND id = ANY(ARRAY(
      SELECT id FROM alert_inbox WHERE partner_id = ${tx.partnerId} AND ready_at <= ${now} AND customer_id IN (
        SELECT customer_id FROM alert_inbox WHERE partner_id = ${tx.partnerId} AND ready_at <= ${now}
        GROUP BY customer_id ORDER BY min(ready_at) LIMIT ${customersAtOnce})
      FOR UPDATE SKIP LOCKED))
    RETURNING partner_id, id, customer_id, alert_id, change, occurred_at, trace`);
  if (rows.length === 0) return 0;
  const changes = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const listener of listeners) await listener.note(tx, changes);
  return new Set(rows.map(({ customer_id }) => customer_id)).size;
}

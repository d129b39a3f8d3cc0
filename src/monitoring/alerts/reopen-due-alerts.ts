import { type RawBuilder, sql, type Updateable } from 'kysely';
import { recordFacts } from '../../core/audit/record-facts.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { Clock } from '../../platform/clock.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { AlertKind } from './alert-kind.ts';
import { type AlertRecord, alertRecords, lockResource } from './alert-record.ts';
import { alertMove } from './lifecycle.ts';

/** Read at once. */
const batchSize = 200;
const maxBatches = 50;

/**
 * Opens the alerts again that somebody dealt with for a time, once it has passed: a transaction for each customer's. Any number of
 * nodes may do so at once, since each alert is looked at again behind its lock. Alerts of other kinds stay as they are.
 * @returns how many were opened
 * @throws AggregateError when it failed for some customers; all others are done
 */
export async function reopenDueAlerts(resources: Resources, kinds: readonly AlertKind[]): Promise<number> {
  const errors: unknown[] = [];
  let reopened = 0;
  let after: DueAlert | undefined;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { rows: due } = await dueAlerts(resources.clock, kinds, { after }).execute(resources.db);
    for (const alerts of Map.groupBy(due, (alert) => `${alert.partner_id} ${alert.customer_id}`).values()) {
      try {
        reopened += await reopenOfCustomer(Operation.bySystem(resources, alerts[0]!.partner_id), kinds, alerts);
      } catch (error) {
        errors.push(error);
      }
    }
    after = due.at(-1);
    if (due.length < batchSize) break;
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `Alerts of ${errors.length} customers could not be reopened.`);
  return reopened;
}

/** The same of one partner alone. */
export async function reopenDueAlertsOf(operation: Operation, kinds: readonly AlertKind[]): Promise<void> {
  let after: DueAlert | undefined;
  do {
    const of = { after, partnerId: operation.partnerId };
    const { rows: due } = await operation.db.execute(dueAlerts(operation.clock, kinds, of));
    for (const alerts of Map.groupBy(due, (alert) => alert.customer_id).values())
      await reopenOfCustomer(operation, kinds, alerts);
    after = due.length < batchSize ? undefined : due.at(-1);
  } while (after);
}

interface DueAlert {
  readonly partner_id: string;
  readonly customer_id: string;
  readonly id: string;
  readonly endpoint_id: string | null;
  readonly domain_id: string | null;
  readonly snoozed_until: Date;
}

/** The oldest behind one that was read before, so that those which fail keep no others waiting. */
function dueAlerts(
  clock: Clock,
  kinds: readonly AlertKind[],
  { after, partnerId }: { readonly after: DueAlert | undefined; readonly partnerId?: string },
): RawBuilder<DueAlert> {
  const ofPartner = partnerId === undefined ? sql`` : sql`AND partner_id = ${partnerId}`;
  const behind = after
    ? sql`AND (snoozed_until, id) > (${after.snoozed_until}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return sql<DueAlert>`
    SELECT partner_id, customer_id, id, endpoint_id, domain_id, snoozed_until FROM alerts
    WHERE snoozed_until <= ${clock.now()} ${ofPartner} ${behind} AND kind = ANY(${kinds.map(({ name }) => name)})
    ORDER BY snoozed_until, id LIMIT ${batchSize}`;
}

/** What becomes of an alert: open again; or over, or nothing, where there is nothing to be open for. */
type Outcome = 'reopen' | 'end' | 'forget';

async function reopenOfCustomer(
  operation: Operation,
  kinds: readonly AlertKind[],
  due: readonly DueAlert[],
): Promise<number> {
  return operation.transaction(async (tx) => {
    const alerts = await lockDue(tx, due);
    const outcomes = new Map<Outcome, AlertRecord[]>([
      ['reopen', []],
      ['end', []],
      ['forget', []],
    ]);
    for (const alert of alerts) outcomes.get(await outcomeOf(tx, kinds, alert))!.push(alert);
    const reopened = outcomes.get('reopen')!;
    await write(tx, reopened, { status: 'open', status_changed_at: tx.clock.now(), acknowledged_at: null });
    await write(tx, outcomes.get('end')!, { ended_at: tx.clock.now() });
    await write(tx, outcomes.get('forget')!, {});
    const kindOf = ({ kind }: AlertRecord) => kinds.find(({ name }) => name === kind)!;
    await recordFacts(
      tx,
      reopened.map((alert) => ({
        type: `${kindOf(alert).family}.reopened` as const,
        subjectId: alert.id,
        customerId: alert.customer_id,
        details: { from: alert.status, until: alert.snoozed_until },
      })),
    );
    for (const [kind, ofKind] of Map.groupBy(reopened, (alert) => alert.kind))
      await tx.effects.alertsChanged(tx, {
        kind,
        customerId: ofKind[0]!.customer_id,
        opened: [],
        reopened: ofKind.map(({ id, severity }) => ({ id, severity, by: 'time' })),
        resolved: [],
      });
    return reopened.length;
  });
}

/** Those that are still due, behind the locks of their customer and resources (decision 9). */
async function lockDue(tx: Operation, due: readonly DueAlert[]): Promise<AlertRecord[]> {
  const endpoints = due.flatMap(({ endpoint_id }) => endpoint_id ?? []);
  const domains = due.flatMap(({ domain_id }) => domain_id ?? []);
  for (const id of [...new Set(endpoints)].toSorted()) await lockResource(tx, 'endpoint', id);
  for (const id of [...new Set(domains)].toSorted()) await lockResource(tx, 'domain', id);
  const ids = due.map(({ id }) => id);
  return alertRecords(tx)
    .where(inIds('alerts.id', ids))
    .where('alerts.snoozed_until', '<=', tx.clock.now())
    .orderBy('alerts.id')
    .forNoKeyUpdate('alerts')
    .execute();
}

async function outcomeOf(tx: Operation, kinds: readonly AlertKind[], alert: AlertRecord): Promise<Outcome> {
  // A node of an older version ends alerts without knowing of their time.
  if (alert.ended_at !== null || alertMove(alert.status, 'until_passed').kind !== 'change') return 'forget';
  if (alert.status !== 'false_positive') return 'reopen';
  // Rules leave false positives as they are. One that a rule covers by now is not to be told of: when the rule ends, a scan raises another.
  const kind = kinds.find(({ name }) => name === alert.kind)!;
  return (await kind.refuseReopen?.(tx, alert)) ? 'end' : 'reopen';
}

async function write(tx: Operation, alerts: readonly AlertRecord[], values: Updateable<AlertsTable>): Promise<void> {
  if (alerts.length === 0) return;
  const ids = alerts.map(({ id }) => id);
  await tx.db
    .updateTable('alerts')
    .set({ ...values, snoozed_until: null })
    .where(inIds('id', ids))
    .execute();
}

import { sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';
import type { AlertChange } from './alert-inbox.ts';

/** By which older programs have addresses of mail told; channels, by the table `channel_inbox`. Both go a release later. */
export const newAlertsQueue: QueueDeclaration = {
  name: 'new-alerts',
  heartbeatSeconds: 15,
  expireSeconds: 60,
  retryLimit: 20,
  retryDelaySeconds: 1,
  longestRetryDelaySeconds: 60,
};

export interface NewAlertsJobData {
  readonly partnerId: string;
  readonly customerId: string;
  readonly alertIds: readonly string[];
  /** Of alerts that are over, or false positives. */
  readonly resolvedIds?: readonly string[];
  /** Of alerts that a person opened again. */
  readonly takenBackIds?: readonly string[];
  /** Of jobs that were queued before alerts were one table. */
  readonly domainAlertIds?: readonly string[];
}

const jobsAtOnce = 50;
const partnersAtOnce = 50;

/**
 * Moves what older programs have left into the inbox, all or nothing. What was noted for channels is laid before mail, too, and the
 * other way round: whoever knows by now is told nothing.
 * @returns whether there was anything
 */
export async function adoptOlderChanges(resources: Resources): Promise<boolean> {
  const jobs = await resources.jobs.fetch<NewAlertsJobData>(newAlertsQueue.name, jobsAtOnce);
  for (const job of jobs)
    await Operation.bySystem(resources, job.data.partnerId).transaction((tx) => adoptJob(tx, job));
  const { rows: partners } = await sql<{ partner_id: string }>`
    SELECT DISTINCT partner_id FROM channel_inbox LIMIT ${partnersAtOnce}`.execute(resources.db);
  for (const { partner_id: partnerId } of partners) await adoptRows(Operation.bySystem(resources, partnerId));
  const isAny = jobs.length + partners.length > 0;
  if (isAny) resources.signals?.announce('alerts');
  return isAny;
}

async function adoptJob(tx: Operation, job: HeldJob<NewAlertsJobData>): Promise<void> {
  const { customerId, alertIds, resolvedIds = [], takenBackIds = [], domainAlertIds = [] } = job.data;
  if (!(await tx.jobs.complete(tx.db.connection, job))) return;
  const as = (change: AlertChange['change'], ids: readonly string[]) => ids.map((alert_id) => ({ alert_id, change }));
  const changes = [
    ...as('opened', [...alertIds, ...domainAlertIds]),
    ...as('taken_back', takenBackIds),
    ...as('resolved', resolvedIds),
  ];
  const now = tx.clock.now();
  const trace = job.data.trace ? JSON.stringify(job.data.trace) : null;
  await tx.db.insertMany(
    'alert_inbox',
    changes.map((change) => ({
      id: newId(tx.clock),
      customer_id: customerId,
      ...change,
      ready_at: now,
      occurred_at: now,
      trace,
    })),
  );
}

/** Of alerts that are gone it is found by upkeep that they are over. */
async function adoptRows({ db, partnerId, clock }: Operation): Promise<void> {
  await db.execute(sql`
    WITH older AS (DELETE FROM channel_inbox WHERE partner_id = ${partnerId} RETURNING *)
    INSERT INTO alert_inbox (partner_id, id, customer_id, alert_id, change, ready_at, occurred_at)
    SELECT ${partnerId}::uuid, older.event_id, a.customer_id, a.id, CASE
        WHEN older.reopened_by = 'person' THEN 'taken_back'
        WHEN older.reopened_by IS NOT NULL THEN 'reopened'
        ELSE regexp_replace(older.type, '^.*\\.', '') END,
      ${clock.now()}::timestamptz, older.occurred_at
    FROM older JOIN alerts a ON a.partner_id = ${partnerId} AND a.id = older.alert_id
    ON CONFLICT DO NOTHING`);
}

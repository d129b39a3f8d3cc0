import { LapsedClaim } from '../../core/operation/job-runner.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { liveAlerts, reconcileAlerts } from '../alerts/index.ts';
import type { DomainLookJob, DomainLookJobData } from './jobs.ts';
import { judgeLooks } from './judge-looks.ts';
import { type KeptCheck, keepChecks } from './kept-check.ts';
import { postureKind } from './kind.ts';
import type { Look } from './look-at-domain.ts';
import { nextLook } from './next-look.ts';
import { revivedRegistration, tellOfRegistration } from './registration-news.ts';

/**
 * Keeps what a look saw, with the alerts that it raises and ends, in the transaction that settles its job: it is applied once, however many
 * workers died or woke up late. Of a look that nobody answered only the schedule hears.
 * @throws LapsedClaim when the job is no longer this worker's, or the domain is no longer looked at
 */
export async function applyLook(
  operation: Operation,
  job: DomainLookJob,
  look: Look,
  random: () => number,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const domain = await lockDomain(tx, job.data);
    const kept = domain && (await lockPosture(tx, job.data));
    if (!kept || !(await tx.jobs.complete(tx.db.connection, job)))
      throw new LapsedClaim(`Look ${job.id} is no longer this worker's.`);
    if (!isAnswered(look)) {
      await writeFailure(tx, job.data, kept.failures + 1, random());
      return;
    }
    const before = kept.checks as readonly KeptCheck[];
    const now = keepChecks(look.verdicts, before);
    const subject = { type: 'domain', id: domain.id, customerId: domain.customer_id } as const;
    const live = await liveAlerts(tx, [postureKind.name], subject);
    const judged = judgeLooks(domain.domain, { before, now }, live);
    await reconcileAlerts(tx, postureKind.name, subject, live, judged);
    const known = revivedRegistration(kept.registration);
    await tellOfRegistration(tx, domain, known, look.registration);
    // A registry that is silent once must not make the next answer look like the first.
    const registration = look.registration ?? known;
    const at = tx.clock.now();
    const { awaitsSecond } = judged;
    await tx.db
      .updateTable('domain_postures')
      .set({
        look_id: null,
        failures: 0,
        looked_at: at,
        checks: JSON.stringify(now),
        registration: registration && JSON.stringify(registration),
        due_at: nextLook(at, { failures: 0, awaitsSecond, random: random() }),
      })
      .where('domain_id', '=', domain.id)
      .execute();
    tx.changed(domain.customer_id, 'domains', domain.id);
  });
}

/** Ends a look that every worker gave up. */
export async function endAbandonedLook(tx: Operation, job: DomainLookJobData): Promise<void> {
  const kept = await lockPosture(tx, job);
  if (kept) await writeFailure(tx, job, kept.failures + 1, 0);
}

/** Whether anybody said anything of what is in the DNS. */
function isAnswered({ verdicts }: Look): boolean {
  return verdicts.some(({ check, state }) => check !== 'registration' && state !== 'unknown');
}

/** The domain first: so does all else that writes alerts of it (decision 9). */
function lockDomain(tx: Operation, { domainId }: DomainLookJobData) {
  return tx.db
    .selectFrom('monitored_domains')
    .select(['id', 'customer_id', 'domain'])
    .where('id', '=', domainId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Undefined once another look took its place. */
function lockPosture(tx: Operation, { domainId, lookId }: DomainLookJobData) {
  return tx.db
    .selectFrom('domain_postures')
    .select(['failures', 'checks', 'registration'])
    .where('domain_id', '=', domainId)
    .where('look_id', '=', lookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function writeFailure(
  tx: Operation,
  { domainId }: DomainLookJobData,
  failures: number,
  random: number,
): Promise<void> {
  await tx.db
    .updateTable('domain_postures')
    .set({
      look_id: null,
      failures,
      due_at: nextLook(tx.clock.now(), { failures, awaitsSecond: false, random }),
    })
    .where('domain_id', '=', domainId)
    .execute();
}

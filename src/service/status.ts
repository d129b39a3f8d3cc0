import { sql } from 'kysely';
import { waitingEvents } from '../core/events/waiting-events.ts';
import { listNodes, type NodeRecord } from '../core/nodes/nodes.ts';
import type { Resources } from '../core/operation/operation.ts';
import { certificateSoonDays, portalCertificatesEndingBefore } from '../identity/portal-domains/portal-certificates.ts';
import { ageSeconds, backupMaxAgeHours, type LastBackup, readLastBackup } from '../installation/last-backup.ts';
import { build } from '../installation/version.ts';
import { scheduleLagSeconds } from '../monitoring/port-scans/dispatch-due-scans.ts';
import { type FeedState, feedStates, feedTroubles } from '../monitoring/versions/feed-states.ts';
import { mailQueues } from '../notifications/mail/metrics.ts';
import type { QueueDepth } from '../platform/jobs/job-queue.ts';
import { deliveryWays, failingDeliveries } from './failing-deliveries.ts';
import { nodeTrouble } from './node-trouble.ts';

/** What is due for so long needs the operator: the alert BreakwaterScheduleLate says the same. */
const lateSeconds = 900;

/** What goes on in the whole installation. */
export interface InstallationStatus {
  /** Of the program that asks. */
  readonly build: string;
  /** The version of the database's schema. */
  readonly schema: number;
  readonly nodes: readonly NodeRecord[];
  readonly queues: readonly QueueDepth[];
  readonly behind: {
    readonly scheduleSeconds: number;
    /** Null: it never looked. */
    readonly tickedSecondsAgo: number | null;
    readonly eventsWaiting: number;
    readonly oldestEventSeconds: number;
    readonly mailsWaiting: number;
    readonly oldestMailSeconds: number;
  };
  readonly failing: Awaited<ReturnType<typeof failingDeliveries>>;
  /** Null: `breakwater backup` never made one. */
  readonly backup: (LastBackup & { readonly ageSeconds: number }) | null;
  /** The data by which versions are judged. */
  readonly versions: readonly FeedState[];
  /** What needs the operator, in sentences without a full stop. */
  readonly troubles: readonly string[];
}

/** Of all nodes, from any of them. */
export async function readStatus(resources: Resources): Promise<InstallationStatus> {
  const { db, jobs, clock } = resources;
  const now = clock.now();
  const soon = new Date(now.getTime() + certificateSoonDays * 86_400_000);
  const [schema, nodes, queues, events, mails, failing, lag, tick, last, ending, versions] = await Promise.all([
    schemaOf(resources),
    listNodes(db),
    jobs.depths(db),
    waitingEvents(resources),
    mailQueues(resources),
    failingDeliveries(db, now),
    scheduleLagSeconds(resources),
    lastTickSeconds(resources),
    readLastBackup(db),
    portalCertificatesEndingBefore(db, soon),
    feedStates(db, now),
  ]);
  const backup = last === null ? null : { ...last, ageSeconds: ageSeconds(last, now) };
  const troubles = [
    ...nodes.flatMap((node) => nodeTrouble(node) ?? []),
    ...(nodes.some(({ alive, scanner }) => alive && scanner !== null) ? [] : ['no process that scans is alive']),
    ...(lag > lateSeconds ? [`what is due has waited for ${Math.round(lag)} s`] : []),
    ...(failing.mail.count > 0 ? [`no mail has been taken for ${Math.round(failing.mail.seconds)} s`] : []),
    ...(backup !== null && backup.ageSeconds > backupMaxAgeHours * 3_600
      ? [`the last backup is ${Math.round(backup.ageSeconds / 3_600)} hours old`]
      : []),
    ...ending.map(
      ({ domain, end }) =>
        `the certificate of ${domain} ${end <= now ? 'ended' : 'ends'} on ${end.toISOString().slice(0, 10)}`,
    ),
    ...feedTroubles(versions).map((trouble) => `data about versions: ${trouble}`),
  ];
  const behind = {
    scheduleSeconds: lag,
    tickedSecondsAgo: tick,
    eventsWaiting: events.count,
    oldestEventSeconds: events.oldestSeconds,
    mailsWaiting: mails.reduce((sum, { depth }) => sum + depth, 0),
    oldestMailSeconds: Math.max(0, ...mails.map(({ oldestSeconds }) => oldestSeconds)),
  };
  return { build, schema, nodes, queues, behind, failing, backup, versions, troubles };
}

/** The same for programs: seconds are whole ones. */
export function statusAsJson(status: InstallationStatus) {
  const { behind, backup } = status;
  return {
    build: status.build,
    schema: status.schema,
    nodes: status.nodes.map(nodeAsJson),
    queues: status.queues.map(({ queue, ready, active, oldestReadySeconds }) => ({
      queue,
      waiting: ready,
      active,
      oldest_seconds: Math.round(oldestReadySeconds),
    })),
    behind: {
      schedule_seconds: Math.round(behind.scheduleSeconds),
      scheduler_ticked_seconds_ago: behind.tickedSecondsAgo === null ? null : Math.round(behind.tickedSecondsAgo),
      events_waiting: behind.eventsWaiting,
      oldest_event_seconds: Math.round(behind.oldestEventSeconds),
      mails_waiting: behind.mailsWaiting,
      oldest_mail_seconds: Math.round(behind.oldestMailSeconds),
    },
    failing: Object.fromEntries(
      deliveryWays.map((way) => [
        way,
        { count: status.failing[way].count, seconds: Math.round(status.failing[way].seconds) },
      ]),
    ),
    last_backup: backup === null ? null : { made_at: backup.madeAt.toISOString(), verified: backup.verified },
    versions: status.versions.map(({ name, asOf, ageSeconds: age, isReadable }) => ({
      ...{ name, as_of: asOf, age_seconds: age === null ? null : Math.round(age), readable: isReadable },
    })),
    troubles: status.troubles,
  };
}

export function nodeAsJson({ started_at, heartbeat_at, silent_seconds, ...node }: NodeRecord) {
  return {
    ...node,
    started_at: started_at.toISOString(),
    heartbeat_at: heartbeat_at.toISOString(),
    silent_seconds: Math.round(silent_seconds),
  };
}

async function schemaOf({ db }: Resources): Promise<number> {
  const { rows } = await sql<{ version: number }>`SELECT max(version) AS version FROM schema_migrations`.execute(db);
  return rows[0]!.version;
}

async function lastTickSeconds({ db, clock }: Resources): Promise<number | null> {
  const { rows } = await sql<{ ticked_at: Date }>`
    SELECT ticked_at FROM scheduler_ticks WHERE name = 'dispatch'`.execute(db);
  const last = rows[0];
  return last === undefined ? null : Math.max(0, (clock.now().getTime() - last.ticked_at.getTime()) / 1_000);
}

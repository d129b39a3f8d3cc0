import type { Command } from 'commander';
import { sql } from 'kysely';
import { waitingEvents } from '../core/events/waiting-events.ts';
import { listNodes, type NodeRecord } from '../core/nodes/nodes.ts';
import type { Resources } from '../core/operation/operation.ts';
import { scheduleLagSeconds } from '../monitoring/port-scans/dispatch-due-scans.ts';
import { feedStates, feedSummary, feedTroubles } from '../monitoring/versions/feed-states.ts';
import { mailQueues } from '../notifications/mail/metrics.ts';
import type { QueueDepth } from '../platform/jobs/job-queue.ts';
import { deliveryWays, type FailingDeliveries, failingDeliveries } from '../service/failing-deliveries.ts';
import { nodeTrouble, unwellChecks } from './node-trouble.ts';
import { type Output, table } from './output.ts';
import { withResources } from './run-command.ts';

/** What is due for so long needs the operator: the alert BreakwaterScheduleLate says the same. */
const lateSeconds = 900;

/** What goes on in the whole installation, from any machine of it. */
export function defineStatus(status: Command): void {
  status
    .description('nodes, queues, how far behind everything is, and the last errors')
    .option('--check', 'end with 1 if something needs the operator')
    .action(({ check }: { check?: true }, command: Command) =>
      withResources(command, 'read', async (resources, output) => {
        const { shown, text } = await readStatus(resources);
        output.result(shown, text);
        if (check && shown.troubles.length > 0) process.exitCode = 1;
      }),
    );
}

export function defineWorkers(workers: Command): void {
  workers
    .description('the processes that scan, and how much each of them does')
    .action((_options, command: Command) => withResources(command, 'read', showWorkers));
}

/** What goes on, for programs and for people. `troubles`: what needs the operator, in sentences. */
export async function readStatus(resources: Resources) {
  const { db, jobs, clock } = resources;
  const [nodes, depths, events, mails, failing, lag, tick, feeds] = await Promise.all([
    listNodes(db),
    jobs.depths(db),
    waitingEvents(resources),
    mailQueues(resources),
    failingDeliveries(db, clock.now()),
    scheduleLagSeconds(resources),
    lastTickSeconds(resources),
    feedStates(db, clock.now()),
  ]);
  const waitingMails = mails.reduce((sum, { depth }) => sum + depth, 0);
  const oldestMail = Math.max(0, ...mails.map(({ oldestSeconds }) => oldestSeconds));
  const behind = {
    schedule_seconds: round(lag),
    scheduler_ticked_seconds_ago: tick === null ? null : round(tick),
    events_waiting: events.count,
    oldest_event_seconds: round(events.oldestSeconds),
    mails_waiting: waitingMails,
    oldest_mail_seconds: round(oldestMail),
  };
  const troubles = [
    ...nodes.flatMap((node) => nodeTrouble(node) ?? []),
    ...(nodes.some(({ alive, scanner }) => alive && scanner !== null) ? [] : ['no process that scans is alive']),
    ...(lag > lateSeconds ? [`what is due has waited for ${round(lag)} s`] : []),
    ...(failing.mail.count > 0 ? [`no mail has been taken for ${round(failing.mail.seconds)} s`] : []),
    ...feedTroubles(feeds).map((trouble) => `data about versions: ${trouble}`),
  ];
  const lines = [
    nodesTable(nodes),
    '',
    queuesTable(depths),
    '',
    `Schedule: ${behindWords(lag)}; the scheduler has ${tick === null ? 'never looked' : `looked ${round(tick)} s ago (it sleeps until something is due)`}.`,
    `Events that wait for their place: ${events.count}, the oldest ${round(events.oldestSeconds)} s old.`,
    `Mails that wait: ${waitingMails}, the oldest ${round(oldestMail)} s old.`,
    `What does not arrive: ${deliveryWays.map((way) => failingWords(way, failing[way])).join(', ')}.`,
    `Versions are judged by: ${feedSummary(feeds)}.`,
    ...errorLines(nodes),
    ...(troubles.length === 0 ? [] : ['', 'Needs you:', ...troubles.map((trouble) => `- ${trouble}`)]),
  ];
  const shownFailing = Object.fromEntries(
    deliveryWays.map((way) => [way, { count: failing[way].count, seconds: round(failing[way].seconds) }]),
  );
  const shown = {
    nodes: nodes.map(shownNode),
    queues: depths.map(shownQueue),
    behind,
    failing: shownFailing,
    versions: feeds.map(({ name, asOf, ageSeconds, isReadable }) => ({
      ...{ name, as_of: asOf, age_seconds: ageSeconds === null ? null : round(ageSeconds), readable: isReadable },
    })),
    troubles,
  };
  return { shown, text: lines.join('\n') };
}

async function showWorkers({ db }: Resources, output: Output): Promise<void> {
  const workers = (await listNodes(db)).filter(({ scanner }) => scanner !== null);
  const rows = workers.map(({ host, pid, version, alive, silent_seconds, scanner, checks }) => [
    `${host}:${pid}`,
    alive ? 'alive' : `silent for ${round(silent_seconds)} s`,
    version,
    scanner!.engine,
    scanner!.vantage_point ?? '',
    `${scanner!.running} of ${scanner!.concurrency}`,
    checks.uplink ?? '',
    checks.scanner ?? '',
  ]);
  const text =
    rows.length === 0
      ? 'No process scans. Start one: breakwater serve --role worker'
      : table(['worker', 'state', 'version', 'engine', 'vantage point', 'scans', 'uplink', 'scanner'], rows);
  output.result({ workers: workers.map(shownNode) }, text);
}

function nodesTable(nodes: readonly NodeRecord[]): string {
  if (nodes.length === 0) return 'No node is alive. Start one: breakwater serve';
  const rows = nodes.map(({ role, host, pid, version, alive, ready, silent_seconds, checks, clock_ahead_ms }) => [
    role,
    `${host}:${pid}`,
    version,
    alive ? (ready ? 'ready' : 'not ready') : `silent for ${round(silent_seconds)} s`,
    unwellChecks({ checks }) ?? '–',
    `${(clock_ahead_ms / 1_000).toFixed(1)} s`,
  ]);
  return table(['role', 'node', 'version', 'state', 'not well', 'clock ahead'], rows);
}

function queuesTable(depths: readonly QueueDepth[]): string {
  const rows = depths.map(({ queue, ready, active, oldestReadySeconds }) => [
    queue,
    String(ready),
    String(active),
    `${round(oldestReadySeconds)} s`,
  ]);
  return table(['queue', 'waiting', 'at work', 'oldest'], rows);
}

function errorLines(nodes: readonly NodeRecord[]): string[] {
  const errors = nodes.filter(({ last_error }) => last_error !== null);
  if (errors.length === 0) return ['No node has logged an error since its start.'];
  return ['', ...errors.map(({ host, pid, last_error }) => `${last_error!.at} ${host}:${pid} ${last_error!.message}`)];
}

function failingWords(way: (typeof deliveryWays)[number], { count, seconds }: FailingDeliveries): string {
  const waiting = way === 'mail' ? 'mails' : `${way}s`;
  return count === 0 ? `no ${waiting}` : `${count} ${waiting} for ${round(seconds)} s`;
}

function behindWords(seconds: number): string {
  return seconds < 1 ? 'nothing that is due waits' : `what is due has waited for ${round(seconds)} s`;
}

function shownNode({ started_at, heartbeat_at, silent_seconds, ...node }: NodeRecord) {
  return {
    ...node,
    started_at: started_at.toISOString(),
    heartbeat_at: heartbeat_at.toISOString(),
    silent_seconds: round(silent_seconds),
  };
}

function shownQueue({ queue, ready, active, oldestReadySeconds }: QueueDepth) {
  return { queue, waiting: ready, active, oldest_seconds: round(oldestReadySeconds) };
}

async function lastTickSeconds({ db, clock }: Resources): Promise<number | null> {
  const { rows } = await sql<{ ticked_at: Date }>`
    SELECT ticked_at FROM scheduler_ticks WHERE name = 'dispatch'`.execute(db);
  const last = rows[0];
  return last === undefined ? null : Math.max(0, (clock.now().getTime() - last.ticked_at.getTime()) / 1_000);
}

function round(seconds: number): number {
  return Math.round(seconds);
}

import { feedSummary } from '../monitoring/versions/feed-states.ts';
import { deliveryWays, type FailingDeliveries } from './failing-deliveries.ts';
import { unwellChecks } from './node-trouble.ts';
import type { InstallationStatus } from './status.ts';

export interface StatusTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Processes that are alive, and those of the last hour that fell silent. */
export function nodesTable({ nodes }: InstallationStatus): StatusTable {
  const rows = nodes.map(({ role, host, pid, version, alive, ready, silent_seconds, checks, clock_ahead_ms }) => [
    role,
    `${host}:${pid}`,
    version,
    alive ? (ready ? 'ready' : 'not ready') : `silent for ${Math.round(silent_seconds)} s`,
    unwellChecks({ checks }) ?? '–',
    `${(clock_ahead_ms / 1_000).toFixed(1)} s`,
  ]);
  return { headings: ['role', 'node', 'version', 'state', 'not well', 'clock ahead'], rows };
}

export function queuesTable({ queues }: InstallationStatus): StatusTable {
  const rows = queues.map(({ queue, ready, active, oldestReadySeconds }) => [
    queue,
    String(ready),
    String(active),
    `${Math.round(oldestReadySeconds)} s`,
  ]);
  return { headings: ['queue', 'waiting', 'at work', 'oldest'], rows };
}

/** How far behind everything is, a sentence each. */
export function behindSentences({ behind, failing, backup, versions }: InstallationStatus): string[] {
  const { scheduleSeconds, tickedSecondsAgo } = behind;
  const late =
    scheduleSeconds < 1 ? 'nothing that is due waits' : `what is due has waited for ${seconds(scheduleSeconds)}`;
  const looked =
    tickedSecondsAgo === null
      ? 'never looked'
      : `looked ${seconds(tickedSecondsAgo)} ago (it sleeps until something is due)`;
  return [
    `Schedule: ${late}; the scheduler has ${looked}.`,
    `Events that wait for their place: ${behind.eventsWaiting}, the oldest ${seconds(behind.oldestEventSeconds)} old.`,
    `Mails that wait: ${behind.mailsWaiting}, the oldest ${seconds(behind.oldestMailSeconds)} old.`,
    `What does not arrive: ${deliveryWays.map((way) => failingWords(way, failing[way])).join(', ')}.`,
    backup === null
      ? 'Last backup: “breakwater backup” has made none.'
      : `Last backup: ${backup.madeAt.toISOString()}, ${backup.verified ? 'verified' : 'not verified'}.`,
    `Versions are judged by: ${feedSummary(versions)}.`,
  ];
}

/** The last error of each node that had one since its start, a line each. */
export function errorLines({ nodes }: InstallationStatus): string[] {
  return nodes.flatMap(({ host, pid, last_error }) =>
    last_error === null ? [] : [`${last_error.at} ${host}:${pid} ${last_error.message}`],
  );
}

function failingWords(way: (typeof deliveryWays)[number], failing: FailingDeliveries): string {
  const waiting = way === 'mail' ? 'mails' : `${way}s`;
  return failing.count === 0 ? `no ${waiting}` : `${failing.count} ${waiting} for ${seconds(failing.seconds)}`;
}

function seconds(count: number): string {
  return `${Math.round(count)} s`;
}

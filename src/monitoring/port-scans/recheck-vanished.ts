import { setTimeout as sleep } from 'node:timers/promises';
import type {
  HostScanResult,
  PortResult,
  PortScanner,
  PortSelection,
  PortState,
} from '../../engines/port-scanner/port-scanner.ts';
import { type LookTarget, lookAt, type ScannedPort, selectionOf, stateOf } from './scan-look.ts';

/** What became of ports that were open before and did not show in a scan. One that is in no list was not judged. */
export interface Vanished {
  /** Refused, and refused again later. */
  readonly closed: readonly ScannedPort[];
  /** Silent in every round, while the host answered elsewhere: closed once the next scan finds the same. */
  readonly silent: readonly ScannedPort[];
  readonly reappeared: readonly PortResult[];
  /** False: the host has fallen silent in the end. One that went away has closed nothing, so the lists are empty. */
  readonly hostAnswered: boolean;
}

const nothing = { closed: [], silent: [], reappeared: [] };
export const noneVanished: Vanished = { ...nothing, hostAnswered: true };
/** A refusal is believed when it came this often, each in a round of its own. */
const refusalsNeeded = 2;
/** Silence counts when it was heard this often: in the scan and in each recheck. */
const roundsNeeded = 3;

/**
 * What the rounds say of one port: the scan's own and the rechecks', in any order; undefined where it was not covered.
 * Seen open once, it is open; silence says something only when no round was missed.
 */
export function judgeVanished(rounds: readonly (PortState | undefined)[]): 'open' | 'closed' | 'silent' | 'undecided' {
  if (rounds.includes('open')) return 'open';
  if (rounds.filter((state) => state === 'closed').length >= refusalsNeeded) return 'closed';
  return rounds.length >= roundsNeeded && !rounds.includes(undefined) ? 'silent' : 'undecided';
}

/**
 * Looks again, once after each delay, at the ports that vanished, together with a port by which the host showed in the scan
 * that it is there.
 */
export async function recheckVanished(
  tools: { readonly scanner: PortScanner; readonly recheckDelaysMs: readonly number[] },
  target: LookTarget,
  { asked, found }: { asked: PortSelection; found: HostScanResult },
  signal: AbortSignal,
): Promise<Vanished> {
  const vanished = target.knownOpen.filter((port) => ![undefined, 'open'].includes(stateOf(found, port)));
  if (vanished.length === 0) return noneVanished;
  const again = selectionOf([...vanished, ...witnessOf(asked, found)]);
  const rounds = [found];
  for (const delayMs of tools.recheckDelaysMs) {
    await sleep(delayMs, undefined, { signal });
    rounds.push(await lookAt(tools.scanner, target, again, signal));
  }
  if (!rounds.at(-1)!.hostAnswered) return { ...nothing, hostAnswered: false };
  const judged = vanished.map((port) => ({
    port,
    verdict: judgeVanished(rounds.map((round) => sightOf(round, port))),
  }));
  const withVerdict = (wanted: string) => judged.filter(({ verdict }) => verdict === wanted).map(({ port }) => port);
  return {
    closed: withVerdict('closed'),
    silent: withVerdict('silent'),
    reappeared: withVerdict('open').map((port) => openResult(rounds, port)),
    hostAnswered: true,
  };
}

/** Connections that are offered but cannot be completed are neither silence nor a refusal: nothing is known of such a port. */
function sightOf(round: HostScanResult, { protocol, port }: ScannedPort): PortState | undefined {
  const result = round.stateOf(protocol, port);
  return result?.state === 'filtered' && result.evidence === 'syn_ack' ? undefined : result?.state;
}

/** A port by which the host showed that it is there; none when only ports that vanished did. */
function witnessOf(asked: PortSelection, found: HostScanResult): ScannedPort[] {
  if (found.open[0] !== undefined) return [found.open[0]];
  for (const protocol of ['tcp', 'udp'] as const) {
    const port = asked[protocol].find((number) => found.stateOf(protocol, number)?.state === 'closed');
    if (port !== undefined) return [{ protocol, port }];
  }
  return [];
}

function openResult(rounds: readonly HostScanResult[], { protocol, port }: ScannedPort): PortResult {
  const results = rounds.map((round) => round.stateOf(protocol, port));
  return results.find((result) => result?.state === 'open')!;
}

import { type IpAddress, parseIpAddress } from '../../../common/ip-bytes.ts';
import { RateShare, SharedTokenBucket } from '../../../common/rate-share.ts';
import { AdaptivePace } from './adaptive-pace.ts';
import { HalfOpenScan } from './half-open-scan.ts';
import type { LinkListener, ProbeLink, Route } from './probe-link.ts';
import type { IcmpAnswer, TcpAnswer } from './received-packet.ts';
import type { ScanCommand, ScanReport, SynLimits } from './syn-protocol.ts';
import { answerTimeout, type Network, Target } from './target.ts';
import { TargetTable } from './target-table.ts';

/** Probes per turn: some milliseconds of work, so that commands are read in between. */
const PROBES_PER_TURN = 512;
/** Probes to one target before the next has its turn: few, so that all are heard of soon. */
const PROBES_PER_VISIT = 4;
/** What to do before the next turn. */
export interface Pause {
  readonly ms: number;
  readonly endsWithAnswer: boolean;
}

const NO_PAUSE: Pause = { ms: 0, endsWithAnswer: false };
/** Rates allow no probe: as long as it takes to earn a few. Answers gather meanwhile; to wake for each costs more than it gains. */
const PACED: Pause = { ms: 1, endsWithAnswer: false };
/** Every probe is on its way. Commands wait as long. */
const IDLE: Pause = { ms: 5, endsWithAnswer: true };

const LINK_CHECK_INTERVAL_MS = 10;
/** Targets that must have answered lately to tell a busy link of ours from a busy one of theirs. */
const FEWEST_HEARD = 3;
/** What the whole link falls to at most. */
const FLOOR_PACKETS_PER_SECOND = 1000;

export interface SynSchedulerOptions {
  readonly limits: SynLimits;
  /** @returns 64 bits that nobody can guess */
  readonly newCookieKey: () => Uint32Array;
  readonly report: (report: ScanReport) => void;
}

interface JoinedNetwork extends Network {
  targets: number;
}

/**
 * Shares one link between any number of scans. Targets take turns, a few probes each, so that none sees more than its own
 * pace while the link runs at full rate. Knows no time of its own: whoever drives it calls `turn` and rests as it says.
 */
export class SynScheduler implements LinkListener {
  readonly #options: SynSchedulerOptions;
  readonly #link: ProbeLink;
  readonly #targets = new TargetTable();
  readonly #networks = new Map<string, JoinedNetwork>();
  readonly #pace: AdaptivePace;
  readonly #networkShare: RateShare;
  #linkCheckedAtMs: number;
  #dropped = 0;
  /** Targets of the probes that are queued, and those of them that met local trouble. */
  readonly #queued = new Set<Target>();
  readonly #troubled = new Set<Target>();
  #queuedProbes = 0;
  #turn = 0;
  #nowMs: number;

  constructor(options: SynSchedulerOptions, openLink: (listener: LinkListener) => ProbeLink, nowMs: number) {
    this.#options = options;
    this.#link = openLink(this);
    const { packetsPerSecond, networkShare } = options.limits;
    this.#networkShare = new RateShare(networkShare);
    const minPacketsPerSecond = Math.min(packetsPerSecond, FLOOR_PACKETS_PER_SECOND);
    this.#pace = new AdaptivePace(
      { packetsPerSecond, maxPacketsPerSecond: packetsPerSecond, minPacketsPerSecond },
      nowMs,
    );
    this.#linkCheckedAtMs = nowMs;
    this.#nowMs = nowMs;
  }

  get isIdle(): boolean {
    return this.#targets.all.length === 0;
  }

  /** Begins a scan; its report follows unless it is aborted. @throws SystemCallError when no packet can get there */
  begin(command: ScanCommand, nowMs: number): void {
    const target = this.#targets.findText(command.address) ?? this.#addTarget(command, nowMs);
    target.scans.push(new HalfOpenScan({ ...command, passes: this.#options.limits.passes }, nowMs));
  }

  /** Forgets a scan. Nothing is reported. */
  abort(id: number): void {
    for (const target of this.#targets.all) {
      const scan = target.scans.find((each) => each.id === id);
      if (scan === undefined) continue;
      this.#removeScan(target, scan);
      return;
    }
  }

  abortAll(): void {
    for (const target of [...this.#targets.all]) this.#removeTarget(target);
  }

  /** Reads answers, goes on with time, sends what rates allow. */
  turn(nowMs: number): Pause {
    this.#nowMs = nowMs;
    this.#link.receive();
    this.#watchLink();
    this.#advance();
    const sent = this.#sendProbes();
    if (sent === PROBES_PER_TURN) return NO_PAUSE;
    return sent > 0 || this.#targets.all.some((target) => target.allowance(nowMs) < 1) ? PACED : IDLE;
  }

  /** Blocks until the next turn is due. */
  rest({ ms, endsWithAnswer }: Pause): void {
    if (endsWithAnswer) this.#link.wait(ms);
    else if (ms > 0) this.#link.sleep(ms);
  }

  tcpAnswer({ from, port, answer, sequence }: TcpAnswer, lane: number): void {
    const target = this.#targets.find(from);
    if (target?.cookie.of(port, lane) === sequence) target.tcpAnswer(port, lane, answer, this.#nowMs);
  }

  icmpAnswer({ from, target: about, port, sequence, answer }: IcmpAnswer, lane: number): void {
    const target = this.#targets.find(about);
    if (target?.cookie.of(port, lane) !== sequence) return;
    target.icmpAnswer(port, lane, answer, this.#targets.find(from) === target, this.#nowMs);
  }

  notSent(route: Route, port: number, lane: number, code: string): void {
    const target = this.#targets.findText(route.target.text);
    if (target === undefined) return;
    this.#troubled.add(target);
    target.notSent(port, lane, code, this.#nowMs);
  }

  /** Our own side of the way: answers that we were too slow to read, queues that all targets see. */
  #watchLink(): void {
    if (this.#nowMs - this.#linkCheckedAtMs < LINK_CHECK_INTERVAL_MS) return;
    this.#linkCheckedAtMs = this.#nowMs;
    const dropped = this.#link.droppedAnswers();
    if (dropped > this.#dropped) {
      this.#pace.congested(this.#nowMs);
      // Nobody knows whose answers those were.
      for (const target of this.#targets.all) target.ruinPass();
    } else {
      this.#watchQueues();
    }
    this.#dropped = dropped;
  }

  /** A single target may have a slow link of its own, and slows down by itself. */
  #watchQueues(): void {
    const canaries = this.#targets.all.flatMap((target) => target.takeLastCanary(this.#pace.judgedSinceMs) ?? []);
    const heard = canaries.length;
    const late = canaries.filter(({ speed }) => speed === 'late').length;
    const prompt = canaries.filter(({ speed }) => speed === 'prompt').length;
    if (heard >= FEWEST_HEARD && late > heard / 2) this.#pace.queuesFilled(this.#nowMs);
    else if (heard >= FEWEST_HEARD && prompt < heard / 2) this.#pace.queuesBeginToFill(this.#nowMs);
    else if (heard > 0 && late === 0) this.#pace.uncongested(this.#nowMs);
  }

  #advance(): void {
    for (const target of [...this.#targets.all]) {
      const { ended, areComplete } = target.advance(this.#nowMs);
      for (const scan of ended) {
        this.#removeScan(target, scan);
        this.#options.report({
          id: scan.id,
          verdicts: scan.verdicts(areComplete, target.answered),
          hostAnswered: target.answered,
          localError: scan.localError,
        });
      }
    }
  }

  #sendProbes(): number {
    const budget = Math.min(PROBES_PER_TURN, this.#pace.available(this.#nowMs));
    let left = budget;
    for (let before = -1; left > 0 && left !== before; ) {
      before = left;
      left -= this.#visitTargets(left);
    }
    this.#flush();
    this.#pace.take(budget - left);
    return budget - left;
  }

  #visitTargets(budget: number): number {
    let sent = 0;
    const { all } = this.#targets;
    for (let visited = 0; visited < all.length && sent < budget; visited += 1) {
      this.#turn = (this.#turn + 1) % all.length;
      const target = all[this.#turn]!;
      const allowance = Math.min(PROBES_PER_VISIT, budget - sent, target.allowance(this.#nowMs));
      if (allowance >= 1) sent += this.#sendProbesTo(target, allowance);
    }
    return sent;
  }

  #sendProbesTo(target: Target, allowance: number): number {
    let sent = 0;
    for (; sent < allowance; sent += 1) {
      const probe = target.takeNextProbe(this.#nowMs);
      if (probe === undefined) break;
      const { port, lane } = probe;
      this.#link.queue(target.route, port, lane, target.cookie.of(port, lane));
      this.#queued.add(target);
      this.#queuedProbes += 1;
      if (this.#queuedProbes === this.#link.batchSize) this.#flush();
    }
    target.tookPackets(sent);
    return sent;
  }

  /** Sends, and reads at once what came back, before the receive buffer fills up. */
  #flush(): void {
    if (this.#queuedProbes === 0) return;
    this.#troubled.clear();
    this.#link.flush();
    for (const target of this.#queued) if (!this.#troubled.has(target)) target.sentWell();
    this.#queued.clear();
    this.#queuedProbes = 0;
    this.#link.receive();
  }

  #addTarget({ address, maxPacketsPerSecond }: ScanCommand, nowMs: number): Target {
    const ip = parseIpAddress(address);
    const route = this.#link.open(ip);
    const { target: limits, giveUpMs } = this.#options.limits;
    const target = new Target(
      {
        route,
        network: this.#joinNetwork(ip, nowMs),
        limits: {
          packetsPerSecond: Math.min(limits.packetsPerSecond, maxPacketsPerSecond),
          maxPacketsPerSecond: Math.min(limits.maxPacketsPerSecond, maxPacketsPerSecond),
          minPacketsPerSecond: Math.min(limits.minPacketsPerSecond, maxPacketsPerSecond),
        },
        giveUpMs,
        cookieKey: this.#options.newCookieKey(),
      },
      nowMs,
    );
    this.#targets.add(target);
    return target;
  }

  #joinNetwork({ network }: IpAddress, nowMs: number): Network {
    const known = this.#networks.get(network) ?? {
      budget: new SharedTokenBucket(this.#options.limits.packetsPerSecondPerNetwork, this.#networkShare, nowMs),
      timeout: answerTimeout(),
      targets: 0,
    };
    known.targets += 1;
    this.#networks.set(network, known);
    return known;
  }

  #removeScan(target: Target, scan: HalfOpenScan): void {
    target.scans.splice(target.scans.indexOf(scan), 1);
    if (target.scans.length === 0) this.#removeTarget(target);
  }

  #removeTarget(target: Target): void {
    this.#targets.remove(target);
    this.#link.close(target.route);
    const { network } = target.route.target;
    const joined = this.#networks.get(network);
    if (joined === undefined) return;
    joined.targets -= 1;
    if (joined.targets === 0) this.#networks.delete(network);
  }
}

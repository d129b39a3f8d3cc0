import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { type Canary, canaryAnswers } from './canary.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';

export interface UplinkWatchOptions {
  /** The uplink works while any of them answers. Without any, only silence all over the fleet tells. */
  readonly canaries: readonly Canary[];
  readonly logger: Logger;
  /** Told of each change. */
  readonly onChange: (up: boolean) => void;
  /** Default: a TCP connection. */
  readonly answers?: (canary: Canary) => Promise<boolean>;
  /** Milliseconds that only go forward. Default: the machine's. */
  readonly nowMs?: () => number;
}

const checkIntervalMs = 10_000;
/** Hosts that fall silent within this time fall silent together. */
export const togetherMs = 600_000;
/** Together they mean trouble of ours when they are more than this share of the hosts looked at, and this many. */
const silentShare = 0.2;
const fewestSilent = 5;
/** Hosts remembered: the oldest are forgotten first. */
const mostHosts = 50_000;

interface Sight {
  readonly lookedAtMs: number;
  /** When the host was first found silent; null while it answers. */
  readonly silentSinceMs: number | null;
}

/**
 * Tells trouble of the worker's own network from trouble of its targets: canaries are asked all the time, and hosts that
 * fall silent are counted. While the uplink is in doubt, nothing resolves.
 */
export class UplinkWatch {
  readonly #options: Required<UplinkWatchOptions>;
  readonly #hosts = new Map<string, Sight>();
  #checking: Promise<boolean> | undefined;
  #lastDownMs = Number.NEGATIVE_INFINITY;
  #up = true;

  constructor(options: UplinkWatchOptions) {
    this.#options = { answers: canaryAnswers, nowMs: () => performance.now(), ...options };
  }

  /** Asks the canaries again and again until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    if (this.#options.canaries.length === 0) return;
    const ask = async () => void (await this.check());
    const onError = (error: Error) => this.#options.logger.error({ err: error }, 'The canaries could not be asked.');
    await repeatUntil(signal, checkIntervalMs, ask, onError);
  }

  /** Whether scans may resolve alerts now, as far as is known. */
  get isUp(): boolean {
    return this.#up && !this.#fellSilentTogether();
  }

  /** Begins to watch one scan; call before its first packet. */
  begin(): ScanUplink {
    const startedMs = this.#options.nowMs();
    return {
      noteHost: (endpointId, host) => this.#noteHost(endpointId, host),
      requireUp: () => this.#requireUp(startedMs),
    };
  }

  /** Whether a canary answers now, or there is none. Scans that ask at the same time share one check. */
  async check(): Promise<boolean> {
    this.#checking ??= this.#askCanaries().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  #noteHost(endpointId: string, { answered, answeredBefore }: HostSight): void {
    const nowMs = this.#options.nowMs();
    const known = this.#hosts.get(endpointId);
    const silentSinceMs = answered
      ? null
      : (known?.silentSinceMs ?? (answeredBefore ? nowMs : Number.NEGATIVE_INFINITY));
    this.#hosts.delete(endpointId);
    this.#hosts.set(endpointId, { lookedAtMs: nowMs, silentSinceMs });
    if (this.#hosts.size > mostHosts) this.#hosts.delete(this.#hosts.keys().next().value!);
  }

  /**
   * The last check before a scan is at most one interval older than its start: what failed since then makes the scan's silence
   * worthless, and so does a check now that fails.
   */
  async #requireUp(startedMs: number): Promise<void> {
    if (this.#fellSilentTogether())
      throw new InconclusiveScan('uplink_down', 'many hosts fell silent together, so our own network is in doubt');
    if (this.#options.canaries.length === 0) return;
    const up = await this.check();
    if (!up || this.#lastDownMs >= startedMs - checkIntervalMs)
      throw new InconclusiveScan('uplink_down', 'no canary answered, so our own network is in doubt');
  }

  #fellSilentTogether(): boolean {
    const sinceMs = this.#options.nowMs() - togetherMs;
    let looked = 0;
    let silent = 0;
    for (const { lookedAtMs, silentSinceMs } of this.#hosts.values()) {
      if (lookedAtMs > sinceMs) looked += 1;
      if (silentSinceMs !== null && silentSinceMs > sinceMs) silent += 1;
    }
    return silent >= fewestSilent && silent > looked * silentShare;
  }

  async #askCanaries(): Promise<boolean> {
    const { canaries, answers, nowMs, logger, onChange } = this.#options;
    const up = canaries.length === 0 || (await anyAnswers(canaries, answers));
    if (!up) this.#lastDownMs = nowMs();
    if (up !== this.#up) {
      this.#up = up;
      onChange(up);
      if (up) logger.info('A canary answers again: scans resolve alerts again.');
      else logger.warn('No canary answers: the uplink is in doubt, and scans resolve nothing.');
    }
    return up;
  }
}

/** As soon as one does. */
async function anyAnswers(
  canaries: readonly Canary[],
  answers: (canary: Canary) => Promise<boolean>,
): Promise<boolean> {
  const asked = canaries.map(async (canary) => {
    if (!(await answers(canary))) throw new Error(`${canary.host} is silent`);
  });
  return Promise.any(asked).then(
    () => true,
    () => false,
  );
}

export interface HostSight {
  readonly answered: boolean;
  /** Whether it answered when it was last scanned. */
  readonly answeredBefore: boolean;
}

/** The uplink as one scan sees it. */
export interface ScanUplink {
  /** Tells how the host was found. */
  noteHost(endpointId: string, host: HostSight): void;
  /** @throws InconclusiveScan uplink_down unless the uplink has worked from before the scan until now, as far as is known */
  requireUp(): Promise<void>;
}

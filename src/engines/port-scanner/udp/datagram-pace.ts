import { networkOf } from '../../../common/ip-bytes.ts';
import { type RateShare, SharedTokenBucket } from '../../../common/rate-share.ts';
import { TokenBucket } from '../../../common/token-bucket.ts';

export interface DatagramRates {
  readonly perHost: number;
  readonly perNetwork: number;
  /** This process's part of it. */
  readonly networkShare: RateShare;
  readonly total: number;
}

interface SharedBucket {
  readonly bucket: TokenBucket;
  users: number;
}

interface Waiter {
  readonly pace: HostPace;
  readonly go: () => void;
}

/** What one scan passes through before each datagram. */
export interface HostPace {
  readonly buckets: readonly TokenBucket[];
  readonly keys: readonly string[];
}

const TICK_MS = 5;

/** Lets datagrams out at the pace that the target, its network (/24, /64) and the whole engine are limited to, whichever is slowest. */
export class DatagramPace {
  readonly #rates: DatagramRates;
  readonly #shared = new Map<string, SharedBucket>();
  readonly #total: TokenBucket;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(rates: DatagramRates) {
    this.#rates = rates;
    this.#total = new TokenBucket(rates.total, performance.now());
  }

  /** To be given back with `leave`. Scans of one address share its pace; `maxPerSecond` is this scan's own. */
  join(address: string, maxPerSecond: number): HostPace {
    const network = `network ${networkOf(address)}`;
    const own = new TokenBucket(maxPerSecond, performance.now());
    const buckets = [
      own,
      this.#use(address, (nowMs) => new TokenBucket(this.#rates.perHost, nowMs)),
      this.#use(network, (nowMs) => new SharedTokenBucket(this.#rates.perNetwork, this.#rates.networkShare, nowMs)),
      this.#total,
    ];
    return { buckets, keys: [address, network] };
  }

  leave(pace: HostPace): void {
    for (const key of pace.keys) {
      const shared = this.#shared.get(key);
      if (shared === undefined) continue;
      shared.users -= 1;
      if (shared.users === 0) this.#shared.delete(key);
    }
  }

  /** Resolves when one datagram may be sent. @throws the signal's reason */
  async turn(pace: HostPace, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        pace,
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#timer ??= setTimeout(() => this.#tick(), 0);
    });
  }

  #tick(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    for (const waiter of this.#waiting) {
      if (waiter.pace.buckets.some((bucket) => bucket.available(nowMs) < 1)) continue;
      for (const bucket of waiter.pace.buckets) bucket.take(1);
      this.#waiting.delete(waiter);
      waiter.go();
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#tick(), TICK_MS);
  }

  #use(key: string, create: (nowMs: number) => TokenBucket): TokenBucket {
    const shared = this.#shared.get(key) ?? { bucket: create(performance.now()), users: 0 };
    this.#shared.set(key, shared);
    shared.users += 1;
    return shared.bucket;
  }
}

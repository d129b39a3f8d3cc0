import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tally } from '../../common/tally.ts';
import type { ChangeFeed } from '../../core/operation/change-feed.ts';
import { customerName } from '../../core/operation/customer-changes.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { lastingSessions } from '../sessions/index.ts';
import { LiveStream, type StreamEnd } from './live-stream.ts';

export interface LiveStreamOptions {
  readonly resources: Pick<Resources, 'db' | 'clock'>;
  readonly feed: Pick<ChangeFeed, 'listen'>;
  /** For how long this process has not heard of what others change, in milliseconds: its streams keep silent about that. */
  readonly deafMs: () => number;
  readonly logger: Logger;
  readonly settings?: Partial<typeof usualSettings>;
}

/** Who reads a stream. */
export interface StreamReader {
  /** The account's. */
  readonly partnerId: string;
  /** The partner whose customer it is: the account, or its sandbox. */
  readonly worldId: string;
  readonly customerId: string;
  readonly billingCustomerId: number;
  readonly sessionId: string;
}

const usualSettings = {
  /** A browser holds six connections to a host over HTTP/1.1: the session's other requests need some. */
  perSession: 4,
  perCustomer: 40,
  /** A quarter of the process's: a partner makes the sessions of its customers itself. */
  perPartner: 2_500,
  perProcess: 10_000,
  /** How often all sessions are looked at. */
  checkMs: 2_000,
  /** Proxies close what is silent for a minute; some do after 30 seconds. */
  beatMs: 15_000,
};
/** A connection that was lost is back sooner, and the streams tell then that anything may have changed. */
const deafnessBorneMs = 10_000;

interface OpenStream {
  readonly reader: StreamReader;
  readonly stream: LiveStream;
  leave(): void;
}

/**
 * The streams of this process: each tells one tab of a customer what of the customer's has changed. A stream lasts no longer than its
 * session would be admitted to this customer's portal, which is asked for all of them together.
 */
export class LiveStreams {
  readonly #options: LiveStreamOptions;
  readonly #settings: typeof usualSettings;
  /** In the order in which they were opened. */
  readonly #open = new Set<OpenStream>();
  readonly #bySession = new Map<string, Set<OpenStream>>();
  /** How many each customer, and each partner, has open. */
  readonly #customers = new Tally();
  readonly #partners = new Tally();
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[];

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.#settings = { ...usualSettings, ...options.settings };
    const { checkMs, beatMs } = this.#settings;
    this.#loops = [this.#every(checkMs, () => this.#endWhatHasEnded()), this.#every(beatMs, async () => this.#beat())];
  }

  /** How many there are. */
  get count(): number {
    return this.#open.size;
  }

  /** Whether another one of the customer can be opened now. */
  hasRoomFor({ partnerId, worldId, customerId }: StreamReader): boolean {
    return (
      !this.#stopping.signal.aborted &&
      this.#options.deafMs() === 0 &&
      this.#open.size < this.#settings.perProcess &&
      this.#customers.of(customerName(worldId, customerId)) < this.#settings.perCustomer &&
      this.#partners.of(partnerId) < this.#settings.perPartner
    );
  }

  /**
   * Begins a stream. The oldest of the session ends if it has too many: the newest tab is the one that is looked at.
   * @param headers sent with it
   */
  open(reader: StreamReader, response: ServerResponse, headers: Readonly<Record<string, unknown>>): void {
    const ofSession = this.#bySession.get(reader.sessionId) ?? new Set();
    if (ofSession.size >= this.#settings.perSession) this.#end([...ofSession][0]!, 'replaced');
    const stream = new LiveStream(response, headers, {
      billing_customer_id: reader.billingCustomerId,
      sandbox: reader.worldId !== reader.partnerId,
    });
    const customer = customerName(reader.worldId, reader.customerId);
    const stopListening = this.#options.feed.listen(customer, (changed) => stream.tell(changed));
    const leave = () => {
      if (!this.#open.delete(opened)) return;
      stopListening();
      stream.close();
      ofSession.delete(opened);
      if (ofSession.size === 0) this.#bySession.delete(reader.sessionId);
      this.#customers.remove(customer);
      this.#partners.remove(reader.partnerId);
    };
    const opened: OpenStream = { reader, stream, leave };
    this.#open.add(opened);
    this.#bySession.set(reader.sessionId, ofSession.add(opened));
    this.#customers.add(customer);
    this.#partners.add(reader.partnerId);
    response.once('close', leave);
  }

  /** Ends them all at once: their pages come back, to another process or a little later. */
  endAll(): void {
    for (const opened of [...this.#open]) this.#end(opened, 'closing');
  }

  /** Opens none any more, and ends those that there are. */
  stop(): void {
    this.#stopping.abort();
    this.endAll();
  }

  async stopped(): Promise<void> {
    this.stop();
    await Promise.all(this.#loops);
  }

  #end(opened: OpenStream, why: StreamEnd): void {
    opened.leave();
    opened.stream.end(why);
  }

  #beat(): void {
    for (const { stream } of this.#open) stream.beat();
  }

  async #endWhatHasEnded(): Promise<void> {
    if (this.#open.size === 0) return;
    if (this.#options.deafMs() > deafnessBorneMs) return this.endAll();
    const asked = [...this.#open];
    const sessions = new Map(asked.map(({ reader }) => [reader.sessionId, reader]));
    const lasting = await lastingSessions(this.#options.resources, [...sessions.values()]);
    for (const opened of asked) {
      const { sessionId, customerId } = opened.reader;
      if (lasting.get(sessionId) !== customerId) this.#end(opened, 'signed_out');
    }
  }

  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(ms, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      // Without its database the process hears nothing either, and then the streams end.
      await work().catch((error) =>
        this.#options.logger.warn(
          { err: error },
          'The sessions of open pages could not be looked at; it is tried again.',
        ),
      );
    }
  }
}

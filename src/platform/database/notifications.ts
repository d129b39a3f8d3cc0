import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { settledWithin } from '../settled-within.ts';
import { type ConnectionSettings, clientSettings } from './database.ts';

/** Told whether what other processes send arrives. */
export interface HearingListener {
  /** It does from now on, for the first time or again: what was sent before may have been missed. */
  readonly onHearing?: () => void;
  /** It does no more: the connection was lost. */
  readonly onLost?: () => void;
  /** It does not, though the connection stands: a pooler in transaction mode. */
  readonly onDeaf?: () => void;
}

export interface NotificationsOptions {
  /** Through which messages are sent: a pool, also through a pooler. */
  readonly db: QueryExecutorProvider;
  /** Default: every so often what a process does to know that it hears. */
  readonly probeEveryMs?: number;
}

/** Behind the sender's id. */
const messageMark = ' ';
const probeMark = '?';
/** Where every process that listens sends messages to itself. */
const probeChannel = 'breakwater_probes';
/** Longer silence after a message to itself means that it hears nothing: the connection died, or leads through a pooler. */
const probeTimeoutMs = 5_000;
const reconnectMs = 1_000;
/** What a dead connection may take to be closed. */
const goodbyeMs = 500;
/** What leads through a pooler does so tomorrow, too; a database that was only slow at the start does not. */
const deafPausesMs = [5_000, 15_000, 60_000];

/**
 * Messages between the processes of an installation: PostgreSQL's NOTIFY, sent by statements of their own, never in the transaction
 * of a change, whose commit would wait for all others that notify (decision 28). A process listens to all of its channels by one
 * connection, and knows whether it hears: it sends itself a message now and then, which finds a pooler in transaction mode as well as
 * a connection that died silently.
 */
export class Notifications {
  readonly #options: NotificationsOptions;
  /** Of this process; what it hears of itself is no news. */
  readonly #sender = randomUUID();
  readonly #channels = new Map<string, (message: string) => void>();
  readonly #hearing: HearingListener[] = [];
  readonly #stopping = new AbortController();
  #listening: Promise<void> | null = null;
  /** Null while it hears. */
  #deafSinceMs: number | null = performance.now();
  #probes = 0;
  #onProbe: ((probe: string) => void) | null = null;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  /** For how long it has not heard what other processes send, in milliseconds; 0 while it does. */
  get deafMs(): number {
    return this.#deafSinceMs === null ? 0 : performance.now() - this.#deafSinceMs;
  }

  /**
   * Sends to the other processes, and not to this one.
   * @param messages each of less than 7,900 bytes
   */
  async send(channel: string, messages: readonly string[]): Promise<void> {
    await this.#notify(messages.map((message) => ({ channel, payload: `${this.#sender}${messageMark}${message}` })));
  }

  /** Sends the same to several channels, by one statement. */
  async sendToAll(channels: readonly string[], message: string): Promise<void> {
    await this.#notify(channels.map((channel) => ({ channel, payload: `${this.#sender}${messageMark}${message}` })));
  }

  async #notify(messages: readonly { readonly channel: string; readonly payload: string }[]): Promise<void> {
    await sql`
      SELECT pg_notify(channel, payload) FROM unnest(
        ${messages.map(({ channel }) => channel)}::text[], ${messages.map(({ payload }) => payload)}::text[])
        AS message (channel, payload)`.execute(this.#options.db);
  }

  /** Has what others send there heard, once it listens. @param channel any PostgreSQL identifier, once */
  on(channel: string, onMessage: (message: string) => void): void {
    if (this.#listening !== null || this.#channels.has(channel))
      throw new Error(`Too late, or once too often, to hear ${channel}.`);
    this.#channels.set(channel, onMessage);
  }

  /** Has somebody told of what is heard at all. */
  watchHearing(listener: HearingListener): void {
    this.#hearing.push(listener);
  }

  /** Listens from now on, by a connection of its own. It begins to hear a moment later. */
  listen(connection: ConnectionSettings): void {
    this.#listening ??= this.#keepListening(connection);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  async #keepListening(connection: ConnectionSettings): Promise<void> {
    const { signal } = this.#stopping;
    for (let deafTimes = 0; !signal.aborted; ) {
      const outcome = await this.#listenOnce(connection);
      if (signal.aborted) return;
      if (outcome === 'deaf') for (const listener of this.#hearing) listener.onDeaf?.();
      const pauseMs = outcome === 'deaf' ? (deafPausesMs[deafTimes] ?? deafPausesMs.at(-1)!) : reconnectMs;
      deafTimes = outcome === 'deaf' ? deafTimes + 1 : 0;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Until the connection is lost, or what it sends itself does not arrive. */
  async #listenOnce(connection: ConnectionSettings): Promise<'deaf' | 'lost'> {
    const { signal } = this.#stopping;
    const client = new pg.Client(clientSettings(connection));
    const lost = Promise.withResolvers<'lost'>();
    client.on('error', () => lost.resolve('lost'));
    client.on('end', () => lost.resolve('lost'));
    signal.addEventListener('abort', () => lost.resolve('lost'), { once: true });
    client.on('notification', ({ channel, payload = '' }) => this.#receive(channel, payload));
    try {
      const names = [probeChannel, ...this.#channels.keys()];
      const listen = names.map((name) => `LISTEN ${client.escapeIdentifier(name)}`).join('; ');
      const begun = client.connect().then(() => client.query(listen));
      if ((await Promise.race([begun, lost.promise])) === 'lost') return 'lost';
      let hasHeard = false;
      while (!signal.aborted) {
        const outcome = await Promise.race([this.#probe(), lost.promise]);
        if (outcome !== 'heard') return outcome === 'silent' && !hasHeard ? 'deaf' : 'lost';
        if (!hasHeard) {
          this.#deafSinceMs = null;
          for (const listener of this.#hearing) listener.onHearing?.();
        }
        hasHeard = true;
        const pause = sleep(this.#options.probeEveryMs ?? 30_000, 'heard' as const, { signal });
        if ((await Promise.race([pause.catch(() => 'lost' as const), lost.promise])) === 'lost') return 'lost';
      }
      return 'lost';
    } catch {
      return 'lost';
    } finally {
      this.#lose();
      await settledWithin(goodbyeMs, client.end()).catch(() => {});
    }
  }

  #receive(channel: string, payload: string): void {
    if (payload.startsWith(this.#sender)) this.#onProbe?.(payload);
    else if (payload.charAt(this.#sender.length) === messageMark)
      this.#channels.get(channel)?.(payload.slice(this.#sender.length + 1));
  }

  #lose(): void {
    if (this.#deafSinceMs !== null) return;
    this.#deafSinceMs = performance.now();
    if (!this.#stopping.signal.aborted) for (const listener of this.#hearing) listener.onLost?.();
  }

  async #probe(): Promise<'heard' | 'silent'> {
    this.#probes += 1;
    const probe = `${this.#sender}${probeMark}${this.#probes}`;
    const heard = new Promise<'heard'>((resolve) => {
      this.#onProbe = (payload) => payload === probe && resolve('heard');
    });
    await this.#notify([{ channel: probeChannel, payload: probe }]);
    const over = new AbortController();
    const silence = sleep(probeTimeoutMs, 'silent' as const, { signal: over.signal }).catch(() => 'silent' as const);
    const outcome = await Promise.race([heard, silence]);
    over.abort();
    return outcome;
  }
}

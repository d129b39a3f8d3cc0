import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { settledWithin } from '../settled-within.ts';
import { type ConnectionSettings, clientSettings } from './database.ts';

export interface ChannelListener {
  /** Another process sent it. */
  readonly onMessage: (message: string) => void;
  /** It hears from now on, for the first time or again: what was sent before may have been missed. */
  readonly onHearing: () => void;
  /** What is sent does not arrive over this connection, though it stands. */
  readonly onDeaf: () => void;
}

export interface ChannelOptions {
  /** Any PostgreSQL identifier. */
  readonly name: string;
  /** Through which messages are sent: a pool, also through a pooler. */
  readonly db: QueryExecutorProvider;
  /** Default: every so often what a process does to know that it hears. */
  readonly probeEveryMs?: number;
}

/** Behind the sender's id. */
const messageMark = ' ';
const probeMark = '?';
/** Longer silence after a message to itself means that it hears nothing: the connection died, or leads through a pooler. */
const probeTimeoutMs = 5_000;
const reconnectMs = 1_000;
/** What a dead connection may take to be closed. */
const goodbyeMs = 500;
/** What leads through a pooler does so tomorrow, too. */
const deafPauseMs = 60_000;

/**
 * Messages between the processes of an installation: PostgreSQL's NOTIFY, sent by statements of their own, never in the transaction
 * of a change, whose commit would wait for all others that notify (decision 28). A process that listens knows whether it hears: it
 * sends itself a message now and then, which finds a pooler in transaction mode as well as a connection that died silently.
 */
export class NotificationChannel {
  readonly #options: ChannelOptions;
  /** Of this process; what it hears of itself is no news. */
  readonly #sender = randomUUID();
  readonly #stopping = new AbortController();
  #listening: Promise<void> | null = null;
  /** Null while it hears. */
  #deafSinceMs: number | null = performance.now();
  #probes = 0;
  #onProbe: ((probe: string) => void) | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  /** For how long it has not heard what other processes send, in milliseconds; 0 while it does. */
  get deafMs(): number {
    return this.#deafSinceMs === null ? 0 : performance.now() - this.#deafSinceMs;
  }

  /** @param messages each of less than 7,900 bytes */
  async send(messages: readonly string[]): Promise<void> {
    await this.#notify(messages.map((message) => `${this.#sender}${messageMark}${message}`));
  }

  async #notify(payloads: readonly string[]): Promise<void> {
    await sql`SELECT pg_notify(${this.#options.name}, payload) FROM unnest(${payloads}::text[]) AS payload`.execute(
      this.#options.db,
    );
  }

  /** Listens from now on, by a connection of its own. It begins to hear a moment later. */
  listen(connection: ConnectionSettings, listener: ChannelListener): void {
    this.#listening ??= this.#keepListening(connection, listener);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  async #keepListening(connection: ConnectionSettings, listener: ChannelListener): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const outcome = await this.#listenOnce(connection, listener);
      this.#deafSinceMs ??= performance.now();
      if (outcome === 'deaf') listener.onDeaf();
      await sleep(outcome === 'deaf' ? deafPauseMs : reconnectMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Until the connection is lost, or what it sends itself does not arrive. */
  async #listenOnce(
    connection: ConnectionSettings,
    { onMessage, onHearing }: ChannelListener,
  ): Promise<'deaf' | 'lost'> {
    const { signal } = this.#stopping;
    const client = new pg.Client(clientSettings(connection));
    const lost = Promise.withResolvers<'lost'>();
    client.on('error', () => lost.resolve('lost'));
    client.on('end', () => lost.resolve('lost'));
    signal.addEventListener('abort', () => lost.resolve('lost'), { once: true });
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(this.#sender)) this.#onProbe?.(payload);
      else if (payload.charAt(this.#sender.length) === messageMark) onMessage(payload.slice(this.#sender.length + 1));
    });
    try {
      const begun = client.connect().then(() => client.query(`LISTEN ${client.escapeIdentifier(this.#options.name)}`));
      if ((await Promise.race([begun, lost.promise])) === 'lost') return 'lost';
      let hasHeard = false;
      while (!signal.aborted) {
        const outcome = await Promise.race([this.#probe(), lost.promise]);
        if (outcome !== 'heard') return outcome === 'silent' && !hasHeard ? 'deaf' : 'lost';
        if (!hasHeard) {
          this.#deafSinceMs = null;
          onHearing();
        }
        hasHeard = true;
        const pause = sleep(this.#options.probeEveryMs ?? 30_000, 'heard' as const, { signal });
        if ((await Promise.race([pause.catch(() => 'lost' as const), lost.promise])) === 'lost') return 'lost';
      }
      return 'lost';
    } catch {
      return 'lost';
    } finally {
      await settledWithin(goodbyeMs, client.end()).catch(() => {});
    }
  }

  async #probe(): Promise<'heard' | 'silent'> {
    this.#probes += 1;
    const probe = `${this.#sender}${probeMark}${this.#probes}`;
    const heard = new Promise<'heard'>((resolve) => {
      this.#onProbe = (payload) => payload === probe && resolve('heard');
    });
    await this.#notify([probe]);
    const over = new AbortController();
    const silence = sleep(probeTimeoutMs, 'silent' as const, { signal: over.signal }).catch(() => 'silent' as const);
    const outcome = await Promise.race([heard, silence]);
    over.abort();
    return outcome;
  }
}

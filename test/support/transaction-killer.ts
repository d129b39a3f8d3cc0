import type pg from 'pg';

const longestKillMs = 10_000;

/** How the transactions begin that are no request's: a look whether the disk has room, and the log of requests, each now and then. */
const ofNoRequest = /^\s*(set local work_mem|insert into api_requests)/i;

type Query = (...input: unknown[]) => Promise<unknown>;

/** What became of the transaction that was to be killed. */
export type KillOutcome = 'killed before commit' | 'killed after commit' | 'not reached';

/**
 * Ends the database session of a service's transaction after its n-th statement, as an administrator, a failover or the
 * kernel does it: the statement's result has arrived, the next statement finds no session.
 */
export class TransactionKiller {
  readonly #administrator: pg.Client;
  #victim: pg.PoolClient | null = null;
  #armed = 0;
  #statementsLeft: number | null = null;
  #outcome: KillOutcome = 'not reached';

  private constructor(administrator: pg.Client) {
    this.#administrator = administrator;
  }

  /** @param administrator not connected yet */
  static async watch(pool: pg.Pool, administrator: pg.Client): Promise<TransactionKiller> {
    await administrator.connect();
    const killer = new TransactionKiller(administrator);
    const watched = new WeakSet<pg.PoolClient>();
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      killer.#watch(client);
    });
    return killer;
  }

  /** The next transaction that begins dies after its n-th statement; its `begin` is the first. */
  arm(statement: number): void {
    this.#victim = null;
    this.#armed = statement;
    this.#statementsLeft = statement;
    this.#outcome = 'not reached';
  }

  disarm(): KillOutcome {
    this.#statementsLeft = null;
    return this.#outcome;
  }

  async close(): Promise<void> {
    await this.#administrator.end();
  }

  #watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as Query;
    const watchedQuery: Query = async (...input) => {
      const text = String(typeof input[0] === 'object' ? (input[0] as pg.QueryConfig).text : input[0]);
      if (this.#statementsLeft !== null && this.#victim === null && text === 'begin') this.#victim = client;
      else if (this.#victim === client) await this.#beforeNext(client, text);
      const result = await query(...input);
      if (this.#victim === client) await this.#count(client, text);
      return result;
    };
    client.query = watchedQuery as typeof client.query;
  }

  /** Only its second statement tells whose a transaction is, so it dies right before the one that follows the n-th. */
  async #beforeNext(client: pg.PoolClient, text: string): Promise<void> {
    if (this.#statementsLeft === null) return;
    if (this.#statementsLeft === this.#armed - 1 && ofNoRequest.test(text)) {
      this.#victim = null;
      this.#statementsLeft = this.#armed;
    } else if (this.#statementsLeft === 0) await this.#end(client, 'killed before commit');
  }

  async #count(client: pg.PoolClient, text: string): Promise<void> {
    if (this.#statementsLeft === null) return;
    this.#statementsLeft -= 1;
    if (text !== 'commit') return;
    if (this.#statementsLeft === 0) await this.#end(client, 'killed after commit');
    this.#statementsLeft = null;
  }

  async #end(client: pg.PoolClient, outcome: KillOutcome): Promise<void> {
    this.#statementsLeft = null;
    await this.#kill((client as unknown as { processID: number }).processID);
    this.#outcome = outcome;
  }

  async #kill(processId: number): Promise<void> {
    const { rows } = await this.#administrator.query<{ gone: boolean }>(
      'SELECT pg_terminate_backend($1::int, $2) AS gone',
      [processId, longestKillMs],
    );
    if (!rows[0]!.gone) throw new Error(`Session ${processId} did not end within ${longestKillMs} ms.`);
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { type ConnectionProvider, type Dialect, type Driver, Kysely, type QueryExecutor } from 'kysely';
import { FairQueue, type TurnOptions } from '../../common/fair-queue.ts';

/** Bounds memory: each that waits is a request that was let in. */
const mostWaiting = { maxWaitingPerPath: 500, maxWaiting: 5_000 };

interface TurnShares {
  /** Connections that are taken by turns, all together. What is taken without a turn has the rest of the pool. */
  readonly inTurn: number;
  /** Of them, how many whoever a turn is for holds at once. */
  readonly perOwner: number;
}

/**
 * What a pool's connections are shared by: about a quarter for each owner, and a sixth for what waits for no turn.
 * @param connections at least 1
 */
export function turnSharesOf(connections: number): TurnShares {
  const inTurn = Math.max(1, connections - Math.max(1, Math.floor(connections / 6)));
  return { inTurn, perOwner: Math.max(1, Math.floor((connections + 2) / 4)) };
}

/**
 * Turns in front of a pool: whoever has no turn yet waits without a connection. A turn lasts as long as its connection is held.
 * Who holds a connection waits for no second turn behind itself: what it reads beside its transaction takes what the pool has.
 */
export class ConnectionTurns<Tables> {
  readonly #executor: QueryExecutor;
  readonly #dialect: Dialect;
  /** Begins and ends transactions on connections that it is given. */
  readonly #driver: Driver;
  readonly #queue: FairQueue;
  readonly #holding = new AsyncLocalStorage<true>();

  /** @param dialect of the database */
  constructor(db: Kysely<Tables>, dialect: Dialect, { inTurn, perOwner }: TurnShares) {
    this.#executor = db.getExecutor();
    this.#dialect = dialect;
    this.#driver = dialect.createDriver();
    this.#queue = new FairQueue({ parallel: inTurn, parallelPerName: perOwner, ...mostWaiting });
  }

  /** How many wait for a turn. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /**
   * The database for one owner: its statements and transactions throw QueueFull when too many wait, or one has waited for too long.
   * @param owner and who of it, so that they have turns among themselves, too
   */
  of(owner: readonly [string, string], options: TurnOptions): Kysely<Tables> {
    const provider: ConnectionProvider = {
      provideConnection: (consume, settings) => {
        const take = () => this.#executor.provideConnection(consume, settings);
        if (this.#holding.getStore()) return take();
        return this.#queue.run(owner, () => this.#holding.run(true, take), options);
      },
    };
    const executor = this.#executor.withConnectionProvider(provider);
    return new Kysely({ config: { dialect: this.#dialect }, dialect: this.#dialect, driver: this.#driver, executor });
  }
}

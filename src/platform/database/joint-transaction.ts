import { type Kysely, sql, type Transaction } from 'kysely';

/**
 * One transaction of several pieces of work that come one after the other, each of which would be a transaction by
 * itself. It begins with the first of them, so that whatever comes before holds no connection. A piece that fails is
 * undone alone.
 */
export class JointTransaction<Tables> {
  readonly #db: Kysely<Tables>;
  #open: OpenTransaction<Tables> | null = null;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Null while none of the work has begun, or all of it was undone. */
  get current(): Transaction<Tables> | null {
    return this.#open?.trx ?? null;
  }

  async run<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    if (this.#open === null) return this.#runFirst(work);
    const { trx } = this.#open;
    await sql`SAVEPOINT piece`.execute(trx);
    try {
      const result = await work(trx);
      await sql`RELEASE SAVEPOINT piece`.execute(trx);
      return result;
    } catch (error) {
      // Where this fails, the transaction is over, and so is all that follows in it.
      await sql`ROLLBACK TO SAVEPOINT piece`.execute(trx).catch(() => {});
      throw error;
    }
  }

  /** @throws when it did not happen, and when the connection was lost before PostgreSQL could tell */
  async commit(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.end('commit');
  }

  async rollBack(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.end('roll back');
  }

  async #runFirst<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
    this.#open = await OpenTransaction.begin(this.#db);
    try {
      return await work(this.#open.trx);
    } catch (error) {
      await this.rollBack();
      throw error;
    }
  }
}

class RolledBack extends Error {
  override readonly name = 'RolledBack';
}

/** A transaction that waits for its end to be decided; its connection goes back to the pool however it ends. */
class OpenTransaction<Tables> {
  readonly trx: Transaction<Tables>;
  readonly #decision: PromiseWithResolvers<void>;
  readonly #ended: Promise<void>;

  private constructor(trx: Transaction<Tables>, decision: PromiseWithResolvers<void>, ended: Promise<void>) {
    this.trx = trx;
    this.#decision = decision;
    this.#ended = ended;
  }

  static async begin<Tables>(db: Kysely<Tables>): Promise<OpenTransaction<Tables>> {
    const decision = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<Transaction<Tables>>();
    const ended = db.transaction().execute(async (trx) => {
      begun.resolve(trx);
      await decision.promise;
    });
    ended.catch(begun.reject);
    return new OpenTransaction(await begun.promise, decision, ended);
  }

  async end(how: 'commit' | 'roll back'): Promise<void> {
    if (how === 'commit') {
      this.#decision.resolve();
      return this.#ended;
    }
    this.#decision.reject(new RolledBack());
    // Whatever ends it, nothing of it stays.
    await this.#ended.catch(() => {});
  }
}

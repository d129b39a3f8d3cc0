import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** Statements of lists have a text for each length, so that texts have no end: a connection keeps those used last. */
export const maxStatements = 500;
/** What is used no more is let go of in one statement for so many. */
export const forgottenAtOnce = 25;

/** How many rows a pattern finds depends on the pattern, and so does the best plan: such a statement is planned each time. */
export function isPlannedEachTime(statement: string): boolean {
  return / (?:LIKE|\^@) /.test(statement);
}

/** Raised when a migration changed tables under prepared statements: those of all connections are then prepared anew. */
let generation = 0;
let namesGiven = 0;

/** What `pg` keeps of a connection's prepared statements, by name. */
interface PreparedStatements {
  readonly connection: { readonly parsedStatements: Record<string, string> };
}

/**
 * The prepared statements of one connection, by their texts: `pg` prepares a statement with a name once and afterwards only
 * binds and executes it. A name is never used again.
 */
class StatementNames {
  readonly #forgotten: string[] = [];
  readonly #names = new LRUCache<string, string>({
    max: maxStatements,
    dispose: (name) => this.#forgotten.push(name),
  });
  #generation = generation;

  nameOf(text: string): string {
    if (this.#generation !== generation) {
      this.#names.clear();
      this.#generation = generation;
    }
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    namesGiven += 1;
    const name = `s${namesGiven}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every statement of every connection is prepared anew, under another name, unless that was done since. */
  renewAfter(text: string, name: string): void {
    if (this.#generation === generation && this.#names.peek(text) === name) generation += 1;
  }

  /** The names of statements that the connection shall let go of, once they are worth a statement. */
  takeForgotten(): string[] {
    return this.#forgotten.length < forgottenAtOnce ? [] : this.#forgotten.splice(0);
  }
}

/**
 * A client for a pool that prepares every statement with parameters, which spares PostgreSQL parsing it and, once the
 * parameters turn out to make no difference, planning it.
 *
 * A migration by another process can change the columns of `SELECT *` under a prepared statement. PostgreSQL refuses it
 * then: it is prepared again and repeated, unless it belongs to a transaction, which has to be repeated as a whole.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new StatementNames();

  override query(text: unknown, values?: unknown, callback?: unknown): never {
    const query = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    const hasParameters = Array.isArray(values) && values.length > 0;
    if (typeof text !== 'string' || !hasParameters || isPlannedEachTime(text))
      return query(text, values, callback) as never;
    const name = this.#names.nameOf(text);
    this.#letGo(query);
    const prepared = query({ name, text, values }, callback);
    if (callback) return prepared as never;
    return prepared.catch((error: unknown) => {
      if (!isOutdatedStatement(error)) throw error;
      this.#names.renewAfter(text, name);
      if (this.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    }) as never;
  }

  /** Queued before the statement that follows; not where PostgreSQL would refuse it, in a transaction that has failed. */
  #letGo(query: (text: string) => Promise<unknown>): void {
    if (this.getTransactionStatus() === 'E') return;
    const { parsedStatements } = (this as unknown as PreparedStatements).connection;
    const names = this.#names.takeForgotten().filter((name) => name in parsedStatements);
    if (names.length === 0) return;
    query(names.map((name) => `DEALLOCATE ${name}`).join('; ')).then(
      () => {
        for (const name of names) delete parsedStatements[name];
      },
      // The connection is lost, and its statements with it.
      () => {},
    );
  }
}

/** PostgreSQL: feature_not_supported, "cached plan must not change result type". */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

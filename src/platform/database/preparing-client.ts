import pg from 'pg';

/** Statements of lists have a text for each length: what is beyond this number is planned each time, as without names. */
const maxStatements = 500;

/** How many rows a pattern finds depends on the pattern, and so does the best plan: such a statement is planned each time. */
const dependsOnPattern = / LIKE /;

/**
 * Names for statement texts, the same for all connections of the process: `pg` prepares a statement with a name once per
 * connection and afterwards only binds and executes it.
 */
class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxStatements) return known;
    const name = `s${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every statement is prepared anew, under another name, unless that was done since `text` got this one. */
  renewAfter(text: string, name: string): void {
    if (this.#names.get(text) !== name) return;
    this.#generation += 1;
    this.#names.clear();
  }
}

const names = new StatementNames();

/**
 * A client for a pool that prepares every statement with parameters, which spares PostgreSQL parsing it and, once the
 * parameters turn out to make no difference, planning it.
 *
 * A migration by another process can change the columns of `SELECT *` under a prepared statement. PostgreSQL refuses it
 * then: it is prepared again and repeated, unless it belongs to a transaction, which has to be repeated as a whole.
 */
export class PreparingClient extends pg.Client {
  override query(text: unknown, values?: unknown, callback?: unknown): never {
    const query = super.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    const hasParameters = Array.isArray(values) && values.length > 0;
    if (typeof text !== 'string' || !hasParameters || dependsOnPattern.test(text))
      return query(text, values, callback) as never;
    const name = names.nameOf(text);
    if (name === undefined) return query(text, values, callback) as never;
    const prepared = query({ name, text, values }, callback);
    if (callback) return prepared as never;
    return prepared.catch((error: unknown) => {
      if (!isOutdatedStatement(error)) throw error;
      names.renewAfter(text, name);
      if (this.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    }) as never;
  }
}

/** PostgreSQL: feature_not_supported, "cached plan must not change result type". */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

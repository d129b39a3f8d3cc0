import type {
  CompiledQuery,
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  QueryResult,
  RawBuilder,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { AnyDatabase } from '../../platform/jobs/job-queue.ts';
import type { SharedTables } from './distribution.ts';
import type { PartnerTables, PartnerViews, Tables } from './tables.ts';

type PartnerTable = keyof PartnerTables & string;
type PartnerRelation = PartnerTable | (keyof PartnerViews & string);
type NewRow<T extends PartnerTable> = Omit<Insertable<Tables[T]>, 'partner_id'>;

/**
 * A handle across all partners: for sign-in, schedulers and operators. Everything else starts from a PartnerDatabase.
 */
export type CrossPartnerDatabase = Kysely<Tables>;

/** A handle for what is no partner's alone; no row of a partner's data can be named by it. */
export type SharedDatabase = Kysely<SharedTables>;

const maxParameters = 65_535;

/**
 * The database as one partner may see it: every statement that starts here carries the partner's id, so that a verb
 * cannot forget it. Joined tables must be joined on partner_id too.
 */
export class PartnerDatabase {
  readonly partnerId: string;
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>, partnerId: string) {
    this.#db = db;
    this.partnerId = partnerId;
  }

  /** For statements that nothing here can express: they name the partner by themselves. */
  get unscoped(): Kysely<Tables> {
    return this.#db;
  }

  /** What is found by a secret or a host name, whosever it is, and what is the installation's. */
  get shared(): SharedDatabase {
    return this.#db as unknown as SharedDatabase;
  }

  /** The connection, or the transaction, for what has tables of its own: the job queue, rates, locks. */
  get connection(): AnyDatabase {
    return this.#db;
  }

  /**
   * Executes SQL about the partner's data, which has to have the partner's id among its parameters.
   * @throws before anything happens when it has not
   */
  async execute<Row>(statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
    return this.#run(statement.compile(this.#db));
  }

  /** For statements that are built before they are run. */
  get statements() {
    return {
      build: <Row>(statement: RawBuilder<Row>) => statement.compile(this.#db),
      run: <Row>(query: CompiledQuery<Row>) => this.#run(query),
    };
  }

  async #run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (!query.parameters.includes(this.partnerId)) throw new Error(`This names no partner: ${query.sql}`);
    return this.#db.executeQuery(query);
  }

  /** Starts from the partner's own row. */
  selectPartner(): SelectQueryBuilder<Tables, 'partners', Record<never, never>> {
    return this.#db.selectFrom('partners').where('partners.id', '=', this.partnerId);
  }

  updatePartner(): UpdateQueryBuilder<Tables, 'partners', 'partners', UpdateResult> {
    return this.#db.updateTable('partners').where('partners.id', '=', this.partnerId);
  }

  selectFrom<T extends PartnerRelation>(table: T): SelectQueryBuilder<Tables, T, Record<never, never>> {
    const query = this.#db
      .selectFrom<PartnerRelation>(table)
      .where(`${table}.partner_id` as never, '=', this.partnerId as never);
    return query as unknown as SelectQueryBuilder<Tables, T, Record<never, never>>;
  }

  insertInto<T extends PartnerTable>(
    table: T,
    rows: NewRow<T> | readonly NewRow<T>[],
  ): InsertQueryBuilder<Tables, T, InsertResult> {
    const list = (Array.isArray(rows) ? rows : [rows]) as object[];
    const values = list.map((row) => ({ ...row, partner_id: this.partnerId }));
    return this.#db.insertInto<PartnerTable>(table).values(values as never) as unknown as InsertQueryBuilder<
      Tables,
      T,
      InsertResult
    >;
  }

  /** Inserts any number of rows in as few statements as the protocol's limit on parameters allows. */
  async insertMany<T extends PartnerTable>(table: T, rows: readonly NewRow<T>[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}).length + 1;
    const rowsPerStatement = Math.floor(maxParameters / columns);
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      await this.insertInto(table, rows.slice(start, start + rowsPerStatement)).execute();
    }
  }

  updateTable<T extends PartnerTable>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    const query = this.#db
      .updateTable<PartnerTable>(table)
      .where(`${table}.partner_id` as never, '=', this.partnerId as never);
    return query as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  }

  deleteFrom<T extends PartnerTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult> {
    const query = this.#db
      .deleteFrom<PartnerTable>(table)
      .where(`${table}.partner_id` as never, '=', this.partnerId as never);
    return query as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>;
  }
}

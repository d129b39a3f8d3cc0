import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { PartnerTables, Tables } from './tables.ts';

type PartnerTable = keyof PartnerTables & string;
type NewRow<T extends PartnerTable> = Omit<Insertable<Tables[T]>, 'partner_id'>;

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

  /** For statements that the four starters cannot express: the caller puts `partner_id` into each of them. */
  get unscoped(): Kysely<Tables> {
    return this.#db;
  }

  selectFrom<T extends PartnerTable>(table: T): SelectQueryBuilder<Tables, T, Record<never, never>> {
    const query = this.#db
      .selectFrom<PartnerTable>(table)
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

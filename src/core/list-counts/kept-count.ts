import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../operation/operation.ts';
import type { ListCountsTable } from '../operation/tables/core.ts';

type CountedList = ListCountsTable['list'];

/** Which rows of a list: what is absent is any. */
interface Counted {
  /** Null: of all customers of the partner. */
  readonly customerId: Expression<string> | null;
  readonly statuses: readonly string[];
  /** Of alerts. */
  readonly kinds?: readonly string[];
  readonly severities?: readonly Severity[];
}

/**
 * How many rows of a list there are in the snapshot that reads it, without reading them: triggers keep it, and upkeep folds what they wrote.
 * The names go into the statement's text.
 */
export function keptCount(operation: Operation, list: CountedList, counted: Counted): RawBuilder<number> {
  const { customerId, statuses, kinds, severities } = counted;
  const which = sql`partner_id = ${operation.partnerId} AND list = ${sql.lit(list)} AND ${oneOf('status', statuses)}
    AND ${oneOf('kind', kinds)} AND ${oneOf('severity', severities)}`;
  const ofCustomer = customerId === null ? sql`true` : sql`customer_id = ${customerId}`;
  return sql<number>`(SELECT coalesce(sum(number), 0) FROM (
    SELECT count AS number FROM list_counts WHERE ${which} AND ${customerId === null ? sql`customer_id IS NULL` : ofCustomer}
    UNION ALL SELECT change FROM list_count_changes WHERE ${which} AND ${ofCustomer}) AS kept)`;
}

function oneOf(column: string, names: readonly string[] | undefined): RawBuilder<boolean> {
  return names === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} IN (${sql.join(names.map((name) => sql.lit(name)))})`;
}

import { type RawBuilder, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import { type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import type { AlertKind } from './alert-kind.ts';
import { type AlertRecord, alertRecords } from './alert-record.ts';
import { faultOf } from './same-fault.ts';

/** Open alerts with the same fault, on however many servers or domains. */
export interface Cause {
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly title: string;
  /** How many servers or domains have it. */
  readonly resources: number;
  /** How many customers these belong to. */
  readonly customers: number;
  readonly firstDetectedAt: Date;
  /** The alert that was seen first. */
  readonly oldest: AlertRecord;
}

export interface CauseFilter {
  /** Undefined: of all customers. */
  readonly billingCustomerId?: number | undefined;
  /** This or a worse one. */
  readonly minSeverity: Severity;
}

/** What causes are sorted by; the alert tells them apart. */
export type CausePosition = readonly [severity: Severity, resources: number, firstDetectedAt: string, oldest: string];

export function positionOf({ severity, resources, firstDetectedAt, oldest }: Cause): CausePosition {
  return [severity, resources, firstDetectedAt.toISOString(), oldest.id];
}

interface CauseRow {
  readonly severity: Severity;
  readonly resources: number;
  readonly customers: number;
  readonly first_detected_at: Date;
  readonly oldest: string;
  readonly total: number;
}

/**
 * Causes of open alerts: the most severe first, then those of most resources, then the oldest.
 * @param after null: from the first one on
 */
export async function listCauses(
  operation: Operation,
  kinds: readonly AlertKind[],
  { billingCustomerId, minSeverity }: CauseFilter,
  after: CausePosition | null,
  limit: number,
): Promise<{ readonly causes: readonly Cause[]; readonly total: number }> {
  const asked = severities.slice(severities.indexOf(minSeverity));
  const open = operation.db
    .selectFrom('alerts')
    .where('status', '=', 'open')
    .where('severity', 'in', asked)
    .where(
      'kind',
      'in',
      kinds.map(({ name }) => name),
    );
  const ofCustomer =
    billingCustomerId === undefined ? open : open.where('customer_id', '=', customerIdOf(operation, billingCustomerId));
  const all = ofCustomer
    .select([
      'severity',
      sql<number>`count(DISTINCT coalesce(endpoint_id, domain_id))::int`.as('resources'),
      sql<number>`count(DISTINCT customer_id)::int`.as('customers'),
      sql<Date>`min(first_detected_at)`.as('first_detected_at'),
      sql<string>`(array_agg(id ORDER BY first_detected_at, id))[1]`.as('oldest'),
      sql<number>`(count(*) OVER ())::int`.as('total'),
    ])
    .groupBy(['kind', 'severity', sql`${faultOf(kinds)}`]);
  const { rows } = await operation.db.execute(sql<CauseRow>`
    SELECT * FROM (${all}) AS cause WHERE ${behind(after)}
    ORDER BY severity DESC, resources DESC, first_detected_at, oldest LIMIT ${limit}`);
  return { causes: await inWords(operation, kinds, rows), total: rows[0]?.total ?? 0 };
}

function behind(after: CausePosition | null): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  const [severity, resources, firstDetectedAt, oldest] = after;
  const place = sql`(${severity}::severity, ${resources}::int)`;
  return sql`((severity, resources) < ${place} OR
    ((severity, resources) = ${place} AND (first_detected_at, oldest) > (${firstDetectedAt}::timestamptz, ${oldest}::uuid)))`;
}

async function inWords(
  operation: Operation,
  kinds: readonly AlertKind[],
  rows: readonly CauseRow[],
): Promise<readonly Cause[]> {
  const ids = rows.map(({ oldest }) => oldest);
  const alerts = ids.length === 0 ? [] : await alertRecords(operation).where(inIds('alerts.id', ids)).execute();
  const t = messagesIn(operation.language);
  const found = new Map<string, Pick<Cause, 'kind' | 'title' | 'oldest'>>();
  for (const kind of kinds) {
    const own = alerts.filter((alert) => alert.kind === kind.name);
    const texts = own.length === 0 ? [] : await kind.describe(operation, own);
    for (const [index, oldest] of own.entries()) {
      const isShared = rows.some((row) => row.oldest === oldest.id && row.resources > 1);
      const shared = isShared ? kind.fault?.title?.(t, oldest) : undefined;
      found.set(oldest.id, { kind, oldest, title: shared ?? texts[index]!.title });
    }
  }
  // An alert that was deleted between the two statements is no cause any more.
  return rows.flatMap(({ oldest, severity, resources, customers, first_detected_at: firstDetectedAt }) => {
    const words = found.get(oldest);
    return words ? [{ ...words, severity, resources, customers, firstDetectedAt }] : [];
  });
}

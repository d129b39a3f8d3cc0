import { type Selectable, sql } from 'kysely';
import type { Operation } from '../operation/operation.ts';
import type { AuditEntriesTable } from '../operation/tables/core.ts';

/** What an entry is about, as people call it. */
export interface AuditSubject {
  readonly type: 'endpoint' | 'domain' | 'alert' | 'allowed_ports' | 'subscription' | 'customer' | 'recipient';
  /** An address, a domain, a product, a name; null: all of the customer's servers, or a customer without a name. */
  readonly name: string | null;
  /** Of an alert or rule about ports, as in `6379/tcp` or `8000-8010/both`; otherwise null. */
  readonly ports: string | null;
  /** Of an alert; otherwise null. */
  readonly kind: string | null;
}

type Entry = Pick<Selectable<AuditEntriesTable>, 'subject_id' | 'details'>;

/** The entries with what they are about, as it is called now: one statement for all of them. */
export async function withSubjects<T extends Entry>(
  operation: Operation,
  entries: readonly T[],
): Promise<(T & { readonly subject: AuditSubject | null })[]> {
  const ids = entries.flatMap(({ subject_id, details }) => [subject_id ?? [], endpointIn(details) ?? []].flat());
  const known = ids.length === 0 ? new Map<string, AuditSubject>() : await subjectsOf(operation, [...new Set(ids)]);
  return entries.map((entry) => {
    const subject = known.get(entry.subject_id ?? '') ?? removedRule(entry.details, known);
    return { ...entry, subject };
  });
}

function endpointIn({ endpoint_id: id }: Entry['details']): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** A rule that is gone is told by its entry. */
function removedRule(details: Entry['details'], known: ReadonlyMap<string, AuditSubject>): AuditSubject | null {
  const { port_start: start, port_end: end, protocol } = details;
  if (typeof start !== 'number') return null;
  const ports = `${start}${end === start ? '' : `-${end}`}/${protocol}`;
  return { type: 'allowed_ports', name: known.get(endpointIn(details) ?? '')?.name ?? null, ports, kind: null };
}

async function subjectsOf(operation: Operation, ids: readonly string[]): Promise<Map<string, AuditSubject>> {
  const { partnerId } = operation;
  const these = (table: string) =>
    sql`${sql.ref(`${table}.partner_id`)} = ${partnerId} AND ${sql.ref(`${table}.id`)} = ANY(${ids}::uuid[])`;
  const { rows } = await operation.db.execute(sql<AuditSubject & { readonly id: string }>`
    SELECT id, 'endpoint' AS type, host(ip_address) AS name, NULL AS ports, NULL AS kind FROM endpoints WHERE ${these('endpoints')}
    UNION ALL
    SELECT id, 'domain', domain, NULL, NULL FROM monitored_domains WHERE ${these('monitored_domains')}
    UNION ALL
    SELECT a.id, 'alert', coalesce(host(e.ip_address), d.domain), a.port || '/' || a.protocol, a.kind FROM alerts a
      LEFT JOIN endpoints e ON e.partner_id = a.partner_id AND e.id = a.endpoint_id
      LEFT JOIN monitored_domains d ON d.partner_id = a.partner_id AND d.id = a.domain_id WHERE ${these('a')}
    UNION ALL
    SELECT r.id, 'allowed_ports', host(e.ip_address),
      r.port_start || CASE WHEN r.port_end = r.port_start THEN '' ELSE '-' || r.port_end END || '/' || r.protocol, NULL
      FROM allowed_port_rules r LEFT JOIN endpoints e ON e.partner_id = r.partner_id AND e.id = r.endpoint_id WHERE ${these('r')}
    UNION ALL
    SELECT id, 'subscription', product_slug, NULL, NULL FROM subscriptions WHERE ${these('subscriptions')}
    UNION ALL
    SELECT id, 'customer', name, NULL, NULL FROM customers WHERE ${these('customers')}
    UNION ALL
    SELECT id, 'recipient', address, NULL, NULL FROM notification_recipients
      WHERE ${these('notification_recipients')} AND source = 'added'`);
  return new Map(rows.map(({ id, ...subject }) => [id, subject]));
}

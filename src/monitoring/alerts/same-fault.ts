import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from './alert-kind.ts';
import { alertRecords } from './alert-record.ts';

/** What alerts of a kind have in common that have the same fault. */
export function faultOf(kinds: readonly AlertKind[]): RawBuilder<string> {
  const ofKinds = kinds.map(({ name, fault }) => sql`WHEN ${sql.lit(name)} THEN ${fault?.key ?? sql`id::text`}`);
  return sql<string>`CASE kind ${sql.join(ofKinds, sql` `)} END`;
}

/** What alerts with the fault of one alert are: of one severity, those that a cause counts together. */
export interface SameFault {
  /** The alert that has it. */
  readonly id: string;
  readonly kind: string;
  /** What names the fault, in SQL; undefined: the alert has one of its own. */
  readonly key: RawBuilder<string> | undefined;
  readonly protocol: 'tcp' | 'udp' | null;
  readonly port: number | null;
}

/** @returns undefined where there is no such alert, or none of the customer's that is named */
export async function sameFaultAs(
  operation: Operation,
  kinds: readonly AlertKind[],
  id: string,
  billingCustomerId: number | undefined,
): Promise<SameFault | undefined> {
  const alert = await alertRecords(operation).where('alerts.id', '=', id).executeTakeFirst();
  const kind = kinds.find(({ name }) => name === alert?.kind);
  if (!alert || !kind || ![undefined, alert.billing_customer_id].includes(billingCustomerId)) return undefined;
  const { protocol, port } = alert;
  return { id, kind: kind.name, key: kind.fault?.key, protocol, port };
}

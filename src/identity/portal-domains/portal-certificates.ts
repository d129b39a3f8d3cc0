import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { PortalReach } from '../../core/operation/tables/identity.ts';
import { serves } from './portal-domain-record.ts';

type CertificateState = PortalReach['tls']['state'];

/** What browsers make of the certificates of portal domains. */
export const certificateStates = [
  'valid',
  'expired',
  'other_name',
  'untrusted',
  'unreachable',
  'refused',
  'unknown',
] as const satisfies readonly CertificateState[];

/** One that ends within this time is not renewed as it should be: most are renewed with a third of their time left. */
export const certificateSoonDays = 7;

/** A certificate of its own, as it was last seen. What answers by another name is somebody else's. */
const end = sql<Date | null>`(CASE WHEN reach->'tls'->>'state' <> 'other_name' THEN reach->'tls'->>'expires_at' END)::timestamptz`;

/** Of the portal domains that serve, of all partners. What nobody has looked at yet is `unknown`. */
export async function countPortalCertificates(
  db: CrossPartnerDatabase,
): Promise<{ readonly counts: ReadonlyMap<CertificateState, number>; readonly firstEnd: Date | null }> {
  const { rows } = await sql<{ state: CertificateState; count: number; first_end: Date | null }>`
    SELECT coalesce(reach->'tls'->>'state', 'unknown') AS state, count(*)::int AS count, min(${end}) AS first_end
    FROM portal_domains WHERE ${serves} GROUP BY 1`.execute(db);
  const ends = rows.flatMap(({ first_end: firstEnd }) => (firstEnd === null ? [] : [firstEnd.getTime()]));
  return {
    counts: new Map(rows.map(({ state, count }) => [state, count])),
    firstEnd: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
}

/** Those that end before a time, or have ended, the first of them first; 20 at most. */
export async function portalCertificatesEndingBefore(
  db: CrossPartnerDatabase,
  time: Date,
): Promise<readonly { readonly domain: string; readonly end: Date }[]> {
  const { rows } = await sql<{ domain: string; end: Date }>`
    SELECT domain, ${end} AS "end" FROM portal_domains WHERE ${serves} AND ${end} < ${time}
    ORDER BY ${end}, domain LIMIT 20`.execute(db);
  return rows;
}

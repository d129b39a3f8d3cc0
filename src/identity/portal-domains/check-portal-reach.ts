import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { PortalReach } from '../../core/operation/tables/identity.ts';
import { limitChecks } from './check-portal-domain.ts';
import { lookAtPortal, type ReachTools } from './look-at-portal.ts';
import { type ProofSettings, proofRecords } from './portal-domain-proof.ts';
import { findPortalDomain, type PortalDomain } from './portal-domain-record.ts';

/** The record that leads a portal domain to this installation. */
export interface LeadingRecord {
  readonly type: 'CNAME';
  readonly name: string;
  readonly value: string;
}

/**
 * Below the operator's base, where there is one: such a record is a proof, too. Otherwise to the host of PUBLIC_URL, unless that is the
 * domain itself. Null: neither is configured.
 */
export function leadingRecord(
  settings: ProofSettings,
  publicHost: string | null,
  domain: Pick<PortalDomain, 'partner_id' | 'id' | 'domain'>,
): LeadingRecord | null {
  const { cname } = proofRecords(settings, domain);
  if (cname !== null) return cname;
  if (publicHost === null || publicHost === domain.domain) return null;
  return { type: 'CNAME', name: domain.domain, value: publicHost };
}

/**
 * Looks where a portal domain leads and what certificate answers there, and keeps it. It decides nothing: only the proof does.
 * @throws Problem PORTAL_DOMAIN_NOT_FOUND; Refusal 429
 */
export async function checkPortalReach(
  operation: Operation,
  settings: ProofSettings,
  tools: ReachTools,
  id: string,
): Promise<PortalDomain> {
  // Read without a lock: nobody is waited for behind one.
  const domain = await findPortalDomain(operation, id);
  if (!domain) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
  await limitChecks(operation);
  const noted = await noteReach(operation, domain, await lookAtReach(settings, tools, domain));
  if (!noted) throw new Problem('PORTAL_DOMAIN_NOT_FOUND');
  return noted;
}

export function lookAtReach(settings: ProofSettings, tools: ReachTools, domain: PortalDomain): Promise<PortalReach> {
  const target = leadingRecord(settings, tools.publicHost, domain)?.value ?? null;
  return lookAtPortal(tools, domain.domain, target);
}

/** @returns undefined when the domain has gone meanwhile */
export async function noteReach(
  { db, clock }: Operation,
  { id }: PortalDomain,
  reach: PortalReach,
): Promise<PortalDomain | undefined> {
  return db
    .updateTable('portal_domains')
    .set({ reach: JSON.stringify(reach), reach_checked_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

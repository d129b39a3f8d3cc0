import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { handleDue } from '../../core/operation/handle-due.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { decideRecheck } from '../../engines/dns-proof/decide-recheck.ts';
import type { RecordLookup } from '../../engines/dns-proof/look-up-record.ts';
import { noteProof } from './check-portal-domain.ts';
import { lookAtReach, noteReach } from './check-portal-reach.ts';
import type { ReachTools } from './look-at-portal.ts';
import { lookUpProof, type ProofResolver, type ProofSettings, proofColumns } from './portal-domain-proof.ts';
import { lockPortalDomain, type PortalDomain } from './portal-domain-record.ts';

/** A portal that ends takes the billing system's access with it: more patience than with a customer's domain. */
const patience = { patienceMs: 3 * 86_400_000, everyMs: 86_400_000 };
/** Whose records prove somebody else made no mistake with them, or will hear of it by mail. */
const patienceWhenContested = { patienceMs: 3 * 3_600_000, everyMs: 3_600_000 };
/** Whoever mends the records of a lapsed domain cannot sign in to say so. */
const lapsedIntervalMs = 3_600_000;

/**
 * Looks again at the records of the portal domains that are due. One whose proof is gone for days stops to serve and
 * others may prove it; one whose proof is back serves again, unless somebody else has it by now. Where it leads and its
 * certificate are noted, too. Any number of nodes may do so at once.
 * @returns how many were looked at
 */
export async function recheckPortalDomains(
  resources: Resources,
  settings: ProofSettings,
  resolver: ProofResolver,
  reachTools: ReachTools,
): Promise<number> {
  const due = { table: 'portal_domains', time: 'next_check_at', columns: sql<PortalDomain>`*` } as const;
  return handleDue(resources, due, async (domain) => {
    const [found, reach] = await Promise.all([
      lookUpProof(settings, resolver, domain),
      lookAtReach(settings, reachTools, domain),
    ]);
    await apply(resources, domain, found);
    await noteReach(Operation.bySystem(resources, domain.partner_id), domain, reach);
  });
}

/** Unless the domain was given up, or the operator vouched for it, meanwhile. */
async function apply(resources: Resources, { partner_id, id }: PortalDomain, found: RecordLookup): Promise<void> {
  try {
    await Operation.bySystem(resources, partner_id).transaction(async (tx) => {
      const domain = await lockPortalDomain(tx, id);
      if (domain === undefined || domain.next_check_at === null) return;
      if (found === 'present') await noteProof(tx, domain);
      else await noteAbsence(tx, domain, found);
    });
  } catch (error) {
    // It serves another account by now. The claim stays, in case that one lets go of it.
    if (!(error instanceof Problem && error.code === 'PORTAL_DOMAIN_TAKEN')) throw error;
  }
}

async function noteAbsence(tx: Operation, domain: PortalDomain, found: 'missing' | 'unknown'): Promise<void> {
  const now = tx.clock.now();
  const inAWhile = new Date(now.getTime() + lapsedIntervalMs);
  const checked = found === 'missing' ? { checked_at: now } : {};
  const write = (columns: Partial<Omit<PortalDomain, 'partner_id' | 'reach'>>) =>
    tx.db
      .updateTable('portal_domains')
      .set({ ...checked, ...columns })
      .where('id', '=', domain.id)
      .execute();
  if (domain.status === 'lapsed') {
    await write({ next_check_at: inAWhile });
    return;
  }
  const { missing_since, contested_since } = domain;
  const state = { missingSince: contested_since ?? missing_since, misses: domain.misses };
  const outcome = decideRecheck(state, found, now, contested_since === null ? patience : patienceWhenContested);
  if (outcome.kind === 'keep') {
    await write({ ...proofColumns(outcome), missing_since: missing_since ?? outcome.state.missingSince });
    return;
  }
  await write({
    status: 'lapsed',
    verified_by: null,
    verified_at: null,
    contested_since: null,
    next_check_at: inAWhile,
  });
  await recordFact(tx, {
    type: 'portal_domain.lapsed',
    subjectId: domain.id,
    details: { domain: domain.domain, missing_since },
  });
}

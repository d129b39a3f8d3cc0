import { Operation, type Resources } from '../../core/operation/operation.ts';
import { lookAtReach, noteReach } from './check-portal-reach.ts';
import type { ReachTools } from './look-at-portal.ts';
import type { ProofSettings } from './portal-domain-proof.ts';
import { serves } from './portal-domain-record.ts';

/** How often it is looked whether some are due. */
export const vouchedLookIntervalMs = 600_000;

const dayMs = 86_400_000;
const atOnce = 20;
const maxBatches = 50;

/**
 * Notes once a day where the portal domains lead that the operator vouches for, and their certificates. Their records are never looked up,
 * so that they have no part in the daily look at those. Two nodes that do so at the same moment look twice.
 * @returns how many were looked at
 */
export async function lookAtVouchedDomains(
  resources: Resources,
  settings: ProofSettings,
  tools: ReachTools,
): Promise<number> {
  const { db, clock } = resources;
  let looked = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const before = new Date(clock.now().getTime() - dayMs);
    const due = await db
      .selectFrom('portal_domains')
      .selectAll()
      .where(serves)
      .where('verified_by', '=', 'operator')
      .where((where) => where.or([where('reach_checked_at', 'is', null), where('reach_checked_at', '<=', before)]))
      .limit(atOnce)
      .execute();
    const notes = due.map(async (domain) => {
      const reach = await lookAtReach(settings, tools, domain);
      await noteReach(Operation.bySystem(resources, domain.partner_id), domain, reach);
    });
    await Promise.all(notes);
    looked += due.length;
    if (due.length < atOnce) break;
  }
  return looked;
}

import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';

/** Whether the partner, or the one whose sandbox it is, is suspended, and which world it is. */
export async function worldOf(tx: Operation): Promise<{ suspended: boolean; world: World }> {
  const partner = await tx.db
    .selectPartner()
    .leftJoin('partners as owner', 'owner.id', 'partners.sandbox_of')
    .select(['partners.status', 'partners.sandbox_of', 'owner.status as owner_status'])
    .executeTakeFirstOrThrow();
  return {
    suspended: partner.status === 'suspended' || partner.owner_status === 'suspended',
    world: partner.sandbox_of === null ? 'live' : 'sandbox',
  };
}

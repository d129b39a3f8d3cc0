import type { Operation } from '../../core/operation/operation.ts';

/** An account has its real world, and a sandbox, where no packet leaves. */
export type World = 'real' | 'sandbox';

/** Whether the partner, or the one whose sandbox it is, is suspended, and which world it is. */
export async function worldOf(tx: Operation): Promise<{ suspended: boolean; world: World }> {
  const partner = await tx.db
    .selectPartner()
    .leftJoin('partners as owner', 'owner.id', 'partners.sandbox_of')
    .select(['partners.status', 'partners.sandbox_of', 'owner.status as owner_status'])
    .executeTakeFirstOrThrow();
  return {
    suspended: partner.status === 'suspended' || partner.owner_status === 'suspended',
    world: partner.sandbox_of === null ? 'real' : 'sandbox',
  };
}

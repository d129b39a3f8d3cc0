import type { Operation } from '../../core/operation/operation.ts';

/** Whether the partner, or the one whose sandbox it is, is suspended, and whether it is a sandbox. */
export async function worldOf(tx: Operation): Promise<{ suspended: boolean; sandbox: boolean }> {
  const partner = await tx.db
    .selectPartner()
    .leftJoin('partners as owner', 'owner.id', 'partners.sandbox_of')
    .select(['partners.status', 'partners.sandbox_of', 'owner.status as owner_status'])
    .executeTakeFirstOrThrow();
  return {
    suspended: partner.status === 'suspended' || partner.owner_status === 'suspended',
    sandbox: partner.sandbox_of !== null,
  };
}

import type { OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { anyPort, hurryScans } from '../port-scans/index.ts';

/**
 * Has the servers scanned soon that go to another customer without the rules for all of their former one's servers, which stay with it: what
 * only those allowed is raised then.
 */
export async function scanAfterTransfer(
  tx: Operation,
  { from, resources }: Pick<OwnerChanged, 'from' | 'resources'>,
  cooldownSeconds: number,
): Promise<void> {
  const left = await tx.db
    .selectFrom('allowed_port_rules')
    .select('id')
    .where('customer_id', '=', from)
    .where('endpoint_id', 'is', null)
    .where((rule) => rule.or([rule('expires_at', 'is', null), rule('expires_at', '>', tx.clock.now())]))
    .limit(1)
    .executeTakeFirst();
  if (!left) return;
  for (const id of resources.endpoint)
    await hurryScans(tx, { endpoint_id: id, ...anyPort }, { cooldownSeconds, usesCooldown: false });
}

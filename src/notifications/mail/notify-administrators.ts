import type { Operation } from '../../core/operation/operation.ts';
import type { ChannelNotice, PortalDomainNotice, WebhookNotice } from '../../core/operation/tables/notifications.ts';
import { notifyAdministrator } from './notify-administrator.ts';

/** Tells those who could do something about it, in the transaction of its cause: everybody in the account but support. */
export async function notifyAdministrators(
  tx: Operation,
  notice: WebhookNotice | ChannelNotice | PortalDomainNotice,
): Promise<void> {
  const administrators = await tx.db
    .selectFrom('administrators')
    .select(['id', 'email'])
    .where('role', '<>', 'support')
    .orderBy('id')
    .execute();
  for (const administrator of administrators) await notifyAdministrator(tx, administrator, notice);
}

import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { resourceColumn } from './alert-record.ts';

/** Deletes every alert about resources: nobody could read them any more. */
export async function forgetAlertsOf(tx: Operation, subject: ResourceKind, ids: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('alerts')
    .where(inIds(resourceColumn(subject), ids))
    .execute();
}

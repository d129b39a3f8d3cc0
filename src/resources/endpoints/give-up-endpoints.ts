import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { leaveActive } from '../lifecycle/index.ts';
import type { EndpointType } from './endpoint-type.ts';

/** A record that goes, since the customer has an older one of the same address. */
export interface ReplacedEndpoint {
  readonly id: string;
  readonly customerId: string;
  readonly keptId: string;
}

/** Ends the monitoring of servers and deletes their records, with all that was found. Behind the locks of their customers. */
export async function giveUpEndpoints(
  tx: Operation,
  type: EndpointType,
  replaced: readonly ReplacedEndpoint[],
): Promise<void> {
  if (replaced.length === 0) return;
  const ids = replaced.map(({ id }) => id);
  await leaveActive(tx, type, ids, 'terminated');
  await tx.effects.resourcesReleased(tx, { kind: 'endpoint', ids });
  await recordFacts(
    tx,
    replaced.map(({ id, customerId, keptId }) => ({
      type: 'endpoint.terminated',
      subjectId: id,
      customerId,
      details: { replaced_by: keptId },
    })),
  );
  await tx.db.deleteFrom('endpoints').where(inIds('id', ids)).execute();
}

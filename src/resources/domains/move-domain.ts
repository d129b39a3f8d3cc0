import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { currentScans } from '../lifecycle/current-scans.ts';
import { type ResourceState, type ResourceTrigger, resourceState } from '../lifecycle/resource-lifecycle.ts';
import { requireDomainRoom } from '../lifecycle/room.ts';
import { type DomainRecord, lockDomain } from './domain-record.ts';
import { domainLifecycle } from './lifecycle.ts';
import { unverified } from './verification.ts';

export interface DomainMoveResult {
  readonly domainId: string;
  readonly status: DomainRecord['status'];
  /** Present when the domain already was in the target state: nothing changed. */
  readonly note?: string;
}

const pastTense: Record<ResourceTrigger, string> = {
  suspend: 'suspended',
  resume: 'resumed',
  terminate: 'terminated',
  restore: 'restored',
};

/**
 * Suspends, resumes or terminates a monitored domain (contract, POST suspend-domain, resume-domain, terminate-domain).
 * @throws Problem DOMAIN_NOT_FOUND, DOMAIN_LIMIT_EXCEEDED
 */
export async function changeDomainState(
  operation: Operation,
  domainId: string,
  trigger: ResourceTrigger,
): Promise<DomainMoveResult> {
  return operation.transaction(async (tx) => {
    const domain = await lockDomain(tx, domainId);
    if (!domain) throw new Problem('DOMAIN_NOT_FOUND');
    const moved = await moveDomain(tx, domain, trigger);
    // A slot became free: a domain that waits for capacity may take it.
    if (trigger === 'terminate' && !moved.note) await tx.effects.capacityChanged(tx, [domain.customer_id]);
    return moved;
  });
}

/**
 * Takes a domain along its life cycle within the caller's transaction, with what follows from it: leaving `active` cancels the scan
 * under way, termination resolves the alerts and ends the proof of control, coming back needs capacity and schedules a scan.
 * @param domain read behind the lock of its customer's row
 * @throws Problem DOMAIN_NOT_FOUND, DOMAIN_LIMIT_EXCEEDED
 */
export async function moveDomain(
  tx: Operation,
  domain: DomainRecord,
  trigger: ResourceTrigger,
): Promise<DomainMoveResult> {
  const from = resourceState(domain);
  const move = domainLifecycle[from][trigger];
  if (move.kind === 'refuse') throw new Problem(move.code);
  if (move.kind === 'repeat') return { domainId: domain.id, status: domain.status, note: move.note };
  if (move.to === 'active') await requireDomainRoom(tx, domain.customer_id, from === 'terminated' ? 'add' : 'wake');
  const status = await writeState(tx, domain, move.to);
  const moved = { kind: 'domain', ids: [domain.id] } as const;
  if (from === 'active') await tx.effects.monitoringEnded(tx, { ...moved, scanIds: currentScans([domain]) });
  if (move.to === 'terminated') await tx.effects.resourcesTerminated(tx, moved);
  await recordAudit(tx, {
    action: `domain.${pastTense[trigger]}`,
    subjectId: domain.id,
    customerId: domain.customer_id,
  });
  return { domainId: domain.id, status };
}

async function writeState(tx: Operation, domain: DomainRecord, to: ResourceState): Promise<DomainRecord['status']> {
  const now = tx.clock.now();
  const status = to === 'quota_paused' ? 'paused' : to;
  const { numUpdatedRows } = await tx.db
    .updateTable('monitored_domains')
    .set({
      status,
      quota_paused: to === 'quota_paused',
      next_scan_at: status === 'active' ? now : null,
      terminated_at: status === 'terminated' ? now : null,
      // Nobody looks whether the record is still there: it has to be shown again.
      ...(status === 'terminated' ? unverified : {}),
      updated_at: now,
    })
    .where('id', '=', domain.id)
    .where('status', '=', domain.status)
    .where('quota_paused', '=', domain.quota_paused)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`Domain ${domain.id} left the state ${domain.status} behind its lock.`);
  return status;
}

import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import type { Protocol } from '../../engines/port-scanner/port-scanner.ts';
import type { Operation } from '../../platform/operation.ts';
import { type Scenario, scenarioOf } from '../sandbox/scenario.ts';
import { finishScan } from './finish-scan.ts';
import type { ScanJobData } from './jobs.ts';
import { openObservations } from './observations.ts';
import { sandboxEngine } from './scan-in-sandbox.ts';
import { type ScanProfile, scanProfile } from './scan-profile.ts';

/** All that a worker needs to know to scan. */
export interface ClaimedScan extends ScanProfile {
  readonly scanId: string;
  readonly endpointId: string;
  readonly address: string;
  readonly trigger: 'scheduled' | 'manual';
  /** Ports that earlier scans saw open: when one seems to have vanished it is checked again. */
  readonly knownOpen: readonly { protocol: Protocol; port: number }[];
  /** In a sandbox: what the scan finds, without a packet. */
  readonly scenario: Scenario | null;
}

export interface ClaimOptions {
  readonly policy: AddressPolicy;
  readonly engine: string;
  readonly defaultIntervalSeconds: number;
}

/**
 * Marks a queued scan as running, or a running one whose worker died as running again. The state is read anew: an endpoint
 * that was paused or terminated meanwhile, whose address may no longer be scanned, or whose partner was suspended, is not scanned.
 * @returns null when there is nothing to scan
 */
export async function claimScan(
  operation: Operation,
  job: ScanJobData,
  options: ClaimOptions,
): Promise<ClaimedScan | null> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockScannedEndpoint(tx, job);
    const permitted = endpoint?.status === 'active' && options.policy.verdict(endpoint.ip_address) === 'scan';
    const { suspended, sandbox } = await worldOf(tx);
    if (!endpoint || !permitted || suspended) {
      await finishScan(tx, job, { status: 'cancelled', error: null });
      return null;
    }
    const scan = await tx.db
      .updateTable('scans')
      .set({ status: 'running', started_at: tx.clock.now(), engine: sandbox ? sandboxEngine : options.engine })
      .where('id', '=', job.scanId)
      .where('status', 'in', ['pending', 'running'])
      .returning('trigger')
      .executeTakeFirst();
    if (!scan) return null;
    const profile = await scanProfile(tx, endpoint.id, options.defaultIntervalSeconds);
    const knownOpen = await openObservations(tx, endpoint.id);
    return {
      ...profile,
      scanId: job.scanId,
      endpointId: endpoint.id,
      address: endpoint.ip_address,
      trigger: scan.trigger,
      knownOpen,
      scenario: sandbox ? await scenarioOf(tx, endpoint.id) : null,
    };
  });
}

async function worldOf(tx: Operation): Promise<{ suspended: boolean; sandbox: boolean }> {
  const partner = await tx.db.unscoped
    .selectFrom('partners')
    .leftJoin('partners as owner', 'owner.id', 'partners.sandbox_of')
    .select(['partners.status', 'partners.sandbox_of', 'owner.status as owner_status'])
    .where('partners.id', '=', tx.partnerId)
    .executeTakeFirstOrThrow();
  return {
    suspended: partner.status === 'suspended' || partner.owner_status === 'suspended',
    sandbox: partner.sandbox_of !== null,
  };
}

/** The endpoint, locked, while the scan is its current one; undefined once it has been cancelled or given up. */
export async function lockScannedEndpoint(tx: Operation, job: ScanJobData) {
  return tx.db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', job.endpointId)
    .where('current_scan_id', '=', job.scanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

import { Operation } from '../../src/core/operation/operation.ts';
import type { ScanResult } from '../../src/monitoring/port-scans/endpoint-scanner.ts';
import { type ScanJob, type ScanJobData, scanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import type { OpenPort } from '../../src/monitoring/port-scans/observations.ts';
import { queueScan } from '../../src/monitoring/port-scans/queue-scan.ts';
import type { TestPartner, TestService } from './test-service.ts';

/** The service's own operation for a partner, as the scheduler and the workers have it. */
export function systemOperation(service: TestService, partner: TestPartner): Operation {
  return Operation.bySystem(service.service.resources, partner.partnerId);
}

/** Queues a scan as the scheduler does, for services that run no scheduler, and returns its id. */
export async function enqueueScan(operation: Operation, endpointId: string): Promise<string> {
  return operation.transaction(async (tx) => {
    const scanId = await queueScan(tx, endpointId, 'scheduled', null);
    await tx.db.updateTable('endpoints').set({ current_scan_id: scanId }).where('id', '=', endpointId).execute();
    return scanId;
  });
}

/** Takes the one job that waits, as a worker does. */
export async function takeScanJob(operation: Operation): Promise<ScanJob> {
  const [job, ...others] = await operation.jobs.fetch<ScanJobData>(scanQueue.name, 2);
  if (!job || others.length > 0) throw new Error(`${others.length + (job ? 1 : 0)} jobs wait instead of one.`);
  return job;
}

/** What a scan that covered so many ports found open, and nothing else. */
export function resultWith(open: readonly OpenPort[], ports = 1): ScanResult {
  return {
    open,
    closed: [],
    silent: [],
    condition: null,
    hostAnswered: true,
    portsRequested: ports,
    portsCovered: ports,
    durationMs: 1,
  };
}

/** An open TCP port as a scan result names it, with an SSH server that says its version, or says nothing. */
export function openPort(port: number, version: string | null = '9.2'): OpenPort {
  const spoke = version !== null;
  return {
    protocol: 'tcp',
    port,
    identity: {
      service: 'ssh',
      method: spoke ? 'probed' : 'port_number',
      tls: false,
      product: spoke ? 'OpenSSH' : null,
      version,
      banner: null,
      certificateNames: [],
      unauthenticated: null,
      operatingSystem: null,
    },
  };
}

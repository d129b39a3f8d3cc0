import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';

/** One job per scan, with the scan's id. */
export const scanQueue = {
  name: 'scan',
  heartbeatSeconds: 15,
  expireSeconds: 3_600,
  retryLimit: 4,
  // The last attempt is at least 75 seconds after the first: no outage of a minute uses all of them up.
  retryDelaySeconds: 5,
  deadLetter: 'scan-abandoned',
} satisfies QueueDeclaration;

/** Scans whose workers died every time. */
export const abandonedScanQueue: QueueDeclaration = {
  name: 'scan-abandoned',
  heartbeatSeconds: 60,
  expireSeconds: 600,
  retryLimit: 10,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 60,
};

/** Of scans that are done from one place only, and looks from there: workers of that place take them. Null: any worker does. */
export function queueOf(vantagePoint: string | null): typeof scanQueue {
  return vantagePoint === null ? scanQueue : { ...scanQueue, name: `${scanQueue.name}-from-${vantagePoint}` };
}

/** From which a worker takes scans, those of its own place first. */
export function queuesFor(vantagePoint: string | null): readonly (typeof scanQueue)[] {
  return vantagePoint === null ? [scanQueue] : [queueOf(vantagePoint), scanQueue];
}

export interface ScanJobData {
  readonly partnerId: string;
  readonly endpointId: string;
  readonly scanId: string;
  /** Only a look from there after that scan: see look-again.ts. */
  readonly lookFrom?: string;
}

export type ScanJob = HeldJob<ScanJobData>;

/** A customer who waits for a scan goes before the schedule. */
export const scanPriority = { scheduled: 0, manual: 10 } as const;

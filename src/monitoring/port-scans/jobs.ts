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

export interface ScanJobData {
  readonly partnerId: string;
  readonly endpointId: string;
  readonly scanId: string;
}

export type ScanJob = HeldJob<ScanJobData>;

/** A customer who waits for a scan goes before the schedule. */
export const scanPriority = { scheduled: 0, manual: 10 } as const;

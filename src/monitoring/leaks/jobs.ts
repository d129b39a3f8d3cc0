import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';

/** One job per domain scan, with the scan's id. */
export const domainScanQueue = {
  name: 'domain-scan',
  heartbeatSeconds: 15,
  expireSeconds: 1_800,
  retryLimit: 4,
  // The last attempt is at least 75 seconds after the first: no outage of a minute uses all of them up.
  retryDelaySeconds: 5,
  deadLetter: 'domain-scan-abandoned',
} satisfies QueueDeclaration;

/** Domain scans whose workers died every time. */
export const abandonedDomainScanQueue: QueueDeclaration = {
  name: 'domain-scan-abandoned',
  heartbeatSeconds: 60,
  expireSeconds: 600,
  retryLimit: 10,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 60,
};

export interface DomainScanJobData {
  readonly partnerId: string;
  readonly domainId: string;
  readonly scanId: string;
}

export type DomainScanJob = HeldJob<DomainScanJobData>;

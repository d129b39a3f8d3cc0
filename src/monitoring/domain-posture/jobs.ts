import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';

/** One job per look at a domain, with the look's id. */
export const domainLookQueue = {
  name: 'domain-look',
  heartbeatSeconds: 15,
  expireSeconds: 900,
  retryLimit: 4,
  // The last attempt is at least 75 seconds after the first: no outage of a minute uses all of them up.
  retryDelaySeconds: 5,
  deadLetter: 'domain-look-abandoned',
} satisfies QueueDeclaration;

/** Looks whose workers died every time. */
export const abandonedDomainLookQueue: QueueDeclaration = {
  name: 'domain-look-abandoned',
  heartbeatSeconds: 60,
  expireSeconds: 600,
  retryLimit: 10,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 60,
};

export interface DomainLookJobData {
  readonly partnerId: string;
  readonly domainId: string;
  readonly lookId: string;
}

export type DomainLookJob = HeldJob<DomainLookJobData>;

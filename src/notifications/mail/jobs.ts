import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';

/** One job per scan that raised or ended alerts. It only moves ids within the database, so an attempt fails with the database alone. */
export const newAlertsQueue: QueueDeclaration = {
  name: 'new-alerts',
  heartbeatSeconds: 15,
  expireSeconds: 60,
  retryLimit: 20,
  retryDelaySeconds: 1,
  longestRetryDelaySeconds: 60,
};

export interface NewAlertsJobData {
  readonly partnerId: string;
  readonly customerId: string;
  readonly alertIds: readonly string[];
  /** Of alerts that are over, or false positives. */
  readonly resolvedIds?: readonly string[];
  /** Of alerts that a person opened again: news to those who were told that they are over. */
  readonly takenBackIds?: readonly string[];
  /** Of jobs that were queued before alerts were one table. */
  readonly domainAlertIds?: readonly string[];
}

export type NewAlertsJob = HeldJob<NewAlertsJobData>;

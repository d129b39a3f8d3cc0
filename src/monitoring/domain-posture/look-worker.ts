import { JobRunner } from '../../core/operation/job-runner.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { applyLook, endAbandonedLook } from './apply-look.ts';
import { type ClaimedLook, claimLook } from './claim-look.ts';
import { type DomainLookJob, type DomainLookJobData, domainLookQueue } from './jobs.ts';
import type { Look } from './look-at-domain.ts';

/** Looks at a domain in a world: in a sandbox the scenario answers, and nothing is sent. */
export type LookInWorld = (operation: Operation, claimed: ClaimedLook) => Promise<Look>;

export interface DomainLookWorkerOptions {
  readonly resources: Resources;
  readonly looks: Readonly<Record<World, LookInWorld>>;
  /** Looks that run at once: most of the time they wait for answers. */
  readonly concurrency: number;
  readonly signals: Signals;
  readonly logger: Logger;
}

/** Runs the looks of the queue. */
export function createDomainLookWorker({ looks, ...options }: DomainLookWorkerOptions): JobRunner<DomainLookJobData> {
  const perform = async (operation: Operation, job: DomainLookJob) => {
    const claimed = await claimLook(operation, job.data);
    if (claimed) await applyLook(operation, job, await looks[claimed.world](operation, claimed), Math.random);
    else await operation.jobs.complete(operation.db.unscoped, job);
  };
  return new JobRunner(
    {
      name: 'look at a domain',
      queues: [domainLookQueue],
      deadLetter: domainLookQueue.deadLetter,
      perform,
      // One that is not wanted any more ends by itself within seconds, and what it saw is dropped.
      findCancelled: async () => [],
      endAbandoned: endAbandonedLook,
      reasonOf: ({ name, message }) => `${name}: ${message}`,
    },
    options,
  );
}

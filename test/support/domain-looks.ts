import { Operation } from '../../src/core/operation/operation.ts';
import type { CheckVerdict } from '../../src/engines/domain-posture/judge-posture.ts';
import {
  type PostureCheck,
  type PublishedRecord,
  postureChecks,
  type Reason,
  rate,
  remark,
} from '../../src/engines/domain-posture/remarks.ts';
import { applyLook } from '../../src/monitoring/domain-posture/apply-look.ts';
import { claimLook, knownBefore } from '../../src/monitoring/domain-posture/claim-look.ts';
import { dispatchDueLooks } from '../../src/monitoring/domain-posture/dispatch-due-looks.ts';
import {
  type DomainLookJob,
  type DomainLookJobData,
  domainLookQueue,
} from '../../src/monitoring/domain-posture/jobs.ts';
import type { Look, LookAtDomain } from '../../src/monitoring/domain-posture/look-at-domain.ts';
import { scenarioLook } from '../../src/monitoring/sandbox/scenario-posture.ts';
import type { Service } from '../../src/service/service-options.ts';
import type { MovableClock } from './movable-clock.ts';

/** A service whose domains are looked at. */
interface Looking {
  readonly service: Service;
  readonly clock: MovableClock;
}

/** What a look came to where it is not `fine`. */
export type Seen = Partial<Record<PostureCheck, SeenCheck>>;
export interface SeenCheck {
  readonly reason: Reason;
  readonly values?: Readonly<Record<string, string>>;
  readonly found?: readonly string[];
  readonly shouldBe?: PublishedRecord;
  /** Default: true. */
  readonly isComplete?: boolean;
}

/** A look that finds everything in order, but for what is said. */
export function look(seen: Seen = {}): Look {
  return { verdicts: postureChecks.map((check) => verdict(check, seen[check])), registration: null };
}

/** A look that nobody answered. */
export const unanswered: Look = look(
  Object.fromEntries(
    postureChecks.map((check) => [check, { reason: `${check}.unanswered`, values: { name: 'ex.example' } }]),
  ) as Seen,
);

function verdict(check: PostureCheck, seen: SeenCheck = { reason: `${check}.fine` }): CheckVerdict {
  const { reason, values = {}, found = [], shouldBe = null, isComplete = true } = seen;
  const told = remark(reason, {
    ...{ count: '2', name: 'ex.example', selectors: 'default', date: '2030-01-31' },
    ...values,
  });
  const rated = rate(told);
  return {
    check,
    remarks: [told],
    ...rated,
    found,
    shouldBe,
    isComplete: isComplete && rated.state !== 'unknown',
    evidence: [
      {
        question: { name: 'ex.example', type: 'TXT' },
        outcome: rated.state === 'unknown' ? 'silent' : 'no_data',
        records: [],
        isAlias: false,
        zone: null,
        isAuthoritative: false,
        isValidated: false,
        extendedError: null,
        server: '127.0.0.53',
        at: new Date('2026-11-30T06:00:00Z'),
      },
    ],
  };
}

/** Takes the place of the network: all domains are in order. */
export const everythingFine: LookAtDomain = async () => look();

/** Queues the looks that are due, as the scheduler does when seconds have passed since it last did, and takes their jobs. */
export async function takeDueLooks({ service }: Looking): Promise<DomainLookJob[]> {
  await dispatchDueLooks(service.resources);
  return service.resources.jobs.fetch<DomainLookJobData>(domainLookQueue.name, 100);
}

/** Runs a job that was taken as a worker does. @returns whether there was anything to look at */
export async function performLook(
  { service }: Looking,
  job: DomainLookJob,
  lookAtDomain: LookAtDomain,
): Promise<boolean> {
  const operation = Operation.bySystem(service.resources, job.data.partnerId);
  const claimed = await claimLook(operation, job.data);
  if (claimed === null) {
    await operation.jobs.complete(operation.db.connection, job);
    return false;
  }
  const seen =
    claimed.world === 'sandbox'
      ? await scenarioLook(operation, claimed)
      : await lookAtDomain(claimed.domain, knownBefore(operation, claimed));
  await applyLook(operation, job, seen, () => 0.5);
  return true;
}

/** Looks at every domain that is due, in a service without workers, some at each tick. @returns how many there were */
export async function lookAtDueDomains(service: Looking, lookAtDomain: LookAtDomain = everythingFine): Promise<number> {
  let looks = 0;
  for (;;) {
    const jobs = await takeDueLooks(service);
    if (jobs.length === 0) return looks;
    for (const job of jobs) await performLook(service, job, lookAtDomain);
    looks += jobs.length;
    service.clock.advanceSeconds(5);
  }
}

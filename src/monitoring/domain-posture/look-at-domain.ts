import { randomBytes } from 'node:crypto';
import type { AskDns } from '../../common/dns-answer.ts';
import { agreeVerdicts } from '../../engines/domain-posture/agree-verdicts.ts';
import { areSame } from '../../engines/domain-posture/compare-registrations.ts';
import type {
  Fetched,
  LookedAtDomain,
  LookTools,
  RegistrationAnswer,
} from '../../engines/domain-posture/domain-look.ts';
import { type CheckVerdict, judgePosture } from '../../engines/domain-posture/judge-posture.ts';
import type { DnsClient } from '../../platform/dns/dns-client.ts';

/** What came of a look at a domain. */
export interface Look {
  /** One for each check; none: nobody could be asked. */
  readonly verdicts: readonly CheckVerdict[];
  /** What its registry says, now or when it was last asked; null: it was not asked, or did not answer. */
  readonly registration: Fetched<RegistrationAnswer> | null;
}

/** What is known of a domain here, besides what everybody can see. */
export interface KnownOfDomain {
  /** What its registry said when it was last asked. */
  readonly registration: Fetched<RegistrationAnswer> | null;
  readonly holdersOf?: LookTools['holdersOf'];
}

export type LookAtDomain = (domain: LookedAtDomain, known: KnownOfDomain) => Promise<Look>;

export interface LookNetwork {
  readonly dns: Pick<DnsClient, 'through'>;
  /** Two that agree are worth more than one. */
  readonly resolvers: readonly string[];
  readonly fetchPolicy: LookTools['fetchPolicy'];
  readonly askRegistration: LookTools['askRegistration'];
  readonly now: () => Date;
}

/** Looks at what everybody can see of a domain, through each resolver. */
export async function lookAtDomain(
  { dns, resolvers, fetchPolicy, askRegistration, now }: LookNetwork,
  domain: LookedAtDomain,
  { registration: remembered, holdersOf }: KnownOfDomain,
): Promise<Look> {
  const [first] = resolvers;
  if (first === undefined) return { verdicts: [], registration: null };
  const holds =
    remembered !== null &&
    mayBeRemembered(remembered, now()) &&
    !(await hasOtherServers(dns.through(first), domain.name, remembered, now()));
  const once = {
    fetchPolicy: askOnce(fetchPolicy),
    askRegistration: askOnce(async (name) => (holds ? remembered : askRegistration(name))),
  };
  const looks = await Promise.all(
    resolvers.map((resolver) => judgePosture({ ask: dns.through(resolver), ...once, randomLabel, holdersOf }, domain)),
  );
  const registration = await once.askRegistration(domain.name);
  return {
    verdicts: looks.reduce(agreeVerdicts),
    registration: registration.outcome === 'silent' ? null : registration,
  };
}

function randomLabel(): string {
  return `x${randomBytes(8).toString('hex')}`;
}

/** Hosts of policies and registries get one request, however many resolvers there are. */
function askOnce<Answer>(ask: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return (name) => {
    answer ??= ask(name);
    return answer;
  };
}

const dayMs = 86_400_000;
/** Registries are asked weekly, and at each look from so many days before the end on, or when something is wrong. */
const [quietDays, closeDays] = [7, 60];

/**
 * Whether the DNS names other servers than the registry did, so that a domain that was taken away is not found out a week later. Where the two
 * always differ, the registry is asked daily.
 */
async function hasOtherServers(
  ask: AskDns,
  name: string,
  answer: Fetched<RegistrationAnswer>,
  now: Date,
): Promise<boolean> {
  const registered = answer.outcome === 'registered' ? answer.registration.nameServers : [];
  if (registered.length === 0 || now.getTime() - answer.at.getTime() < dayMs / 2) return false;
  const { outcome, isAlias, records } = await ask({ name, type: 'NS' });
  return outcome === 'records' && !isAlias && !areSame(records, registered);
}

function mayBeRemembered(answer: Fetched<RegistrationAnswer>, now: Date): boolean {
  if (now.getTime() - answer.at.getTime() > quietDays * dayMs) return false;
  if (answer.outcome !== 'registered') return false;
  const { statuses, expiresAt } = answer.registration;
  if (statuses.some((status) => /hold|redemption|pending/.test(status))) return false;
  return expiresAt === null || expiresAt.getTime() - now.getTime() > closeDays * dayMs;
}

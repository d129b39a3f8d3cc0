import { type DnsAnswer, isEvidence } from '../../common/dns-answer.ts';
import { type DomainLook, type Fetched, isNullMx, type LookedAtDomain, type LookTools } from './domain-look.ts';
import { judgeCaa } from './judge-caa.ts';
import { judgeDangling } from './judge-dangling.ts';
import { judgeDkim } from './judge-dkim.ts';
import { judgeDmarc } from './judge-dmarc.ts';
import { judgeDnssec } from './judge-dnssec.ts';
import { judgeMx } from './judge-mx.ts';
import { judgeNameServers } from './judge-name-servers.ts';
import { judgeRegistration } from './judge-registration.ts';
import { judgeSpf } from './judge-spf.ts';
import { judgeMtaSts, judgeTlsReports } from './judge-transport.ts';
import {
  type JudgedCheck,
  only,
  type PostureCheck,
  postureChecks,
  type Rated,
  type Remark,
  rate,
  worstFirst,
} from './remarks.ts';

/** An answer that a verdict stands on. */
export type Evidence = DnsAnswer | Fetched<{ readonly outcome: string }>;

/** What one check of a domain came to, with every answer that it stands on. */
export interface CheckVerdict extends JudgedCheck, Rated {
  readonly check: PostureCheck;
  /** The worst first; it decides state and severity. */
  readonly remarks: readonly Remark[];
  /** Whether everything that was asked was answered, so that nothing else can be behind it. */
  readonly isComplete: boolean;
  readonly evidence: readonly Evidence[];
}

const judges: Readonly<Record<PostureCheck, (tools: LookTools, look: DomainLook) => Promise<JudgedCheck>>> = {
  name_servers: judgeNameServers,
  dnssec: judgeDnssec,
  mx: judgeMx,
  spf: judgeSpf,
  dkim: judgeDkim,
  dmarc: judgeDmarc,
  mta_sts: judgeMtaSts,
  tls_rpt: judgeTlsReports,
  caa: judgeCaa,
  registration: judgeRegistration,
  dangling: judgeDangling,
};

/** Looks at all that is public of a domain, through one resolver. Never throws for what is answered, or not. */
export async function judgePosture(tools: LookTools, domain: LookedAtDomain): Promise<readonly CheckVerdict[]> {
  const [mx, soa] = await Promise.all([
    tools.ask({ name: domain.name, type: 'MX' }),
    tools.ask({ name: domain.name, type: 'SOA' }),
  ]);
  const look = { domain, mx, soa, hasMail: domain.expectsMail ?? takesMail(mx) };
  const checks = postureChecks.filter((check) => check !== 'dangling' || tools.holdersOf !== undefined);
  return Promise.all(checks.map((check) => judge(check, tools, look)));
}

function takesMail(mx: DnsAnswer<'MX'>): boolean | null {
  return isEvidence(mx) ? mx.records.some((record) => !isNullMx(record)) : null;
}

async function judge(check: PostureCheck, tools: LookTools, look: DomainLook): Promise<CheckVerdict> {
  const { mx, soa } = look;
  // Of a name that does not exist there is nothing to say but that.
  const isGone = soa.outcome === 'no_name' && check !== 'name_servers' && check !== 'registration';
  // Who is silent about both is not asked for the rest, which would be waited for as long: dozens of questions for each domain.
  const isSilent = mx.outcome === 'silent' && soa.outcome === 'silent';
  const evidence: Evidence[] = [
    ...(isSilent || check === 'mx' || check === 'dangling' ? [mx] : []),
    ...(isSilent || isGone || isAboutZone(check) ? [soa] : []),
  ];
  const keep = async <Answer extends Evidence>(asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked;
    evidence.push(answer);
    return answer;
  };
  const keeping: LookTools = {
    ...tools,
    ask: isSilent ? async (question) => ({ ...soa, question, records: [] }) : (question) => keep(tools.ask(question)),
    fetchPolicy: (name) => keep(tools.fetchPolicy(name)),
    askRegistration: (name) => keep(tools.askRegistration(name)),
  };
  const judgement = isGone ? nothing(look) : await judges[check](keeping, look);
  return verdict(check, judgement, evidence);
}

function isAboutZone(check: PostureCheck): boolean {
  return check === 'dnssec' || check === 'name_servers' || check === 'registration';
}

function nothing({ domain }: DomainLook): JudgedCheck {
  return only('posture.no_such_name', { name: domain.name });
}

function verdict(check: PostureCheck, judgement: JudgedCheck, evidence: readonly Evidence[]): CheckVerdict {
  const remarks = worstFirst(judgement.remarks);
  const isComplete = remarks.every((each) => rate(each).state !== 'unknown');
  return { check, ...judgement, remarks, ...rate(remarks[0]!), isComplete, evidence };
}

import type { Operation } from '../../core/operation/operation.ts';
import type { Registration } from '../../engines/domain-posture/domain-look.ts';
import type { CheckVerdict } from '../../engines/domain-posture/judge-posture.ts';
import { registrationLines, registrationRemarks } from '../../engines/domain-posture/judge-registration.ts';
import {
  type JudgedCheck,
  type PostureCheck,
  type PublishedRecord,
  postureChecks,
  type Reason,
  rate,
  remark,
} from '../../engines/domain-posture/remarks.ts';
import type { LookInWorld } from '../domain-posture/index.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

const dayMs = 86_400_000;
/** Of registrations in the sandbox, and when one ends that nobody renews, from the day on which the domain was ordered. */
const [yearDays, unrenewedDays, quietDays] = [365, 45, 60];

type Judged = Partial<Record<PostureCheck, JudgedCheck>>;

/** What a sandbox's scenario tells of a domain; no packet is sent. A registration ends as time passes in the sandbox. */
export const scenarioLook: LookInWorld = async (operation, { domainId, domain }) => {
  const scenario = await scenarioOf(operation, null);
  const found = { ...clean(domain.name), ...others[scenario](domain.name) };
  const registration = await registrationIn(operation, scenario, domainId);
  const judged: Judged = {
    ...found,
    registration: {
      remarks: registrationRemarks(registration, operation.clock.now()),
      found: registrationLines(registration),
      shouldBe: null,
    },
  };
  return {
    verdicts: postureChecks.flatMap((check) => verdicts(check, judged[check])),
    registration: {
      outcome: 'registered',
      registration,
      url: 'https://rdap.sandbox.example/',
      at: operation.clock.now(),
    },
  };
};

function verdicts(check: PostureCheck, judged: JudgedCheck | undefined): CheckVerdict[] {
  if (judged === undefined) return [];
  return [{ check, ...judged, ...rate(judged.remarks[0]!), isComplete: true, evidence: [] }];
}

function clean(name: string): Judged {
  const fine = (reason: Reason, values: Record<string, string>, ...found: string[]): JudgedCheck => ({
    remarks: [remark(reason, values)],
    found,
    shouldBe: null,
  });
  return {
    name_servers: fine('name_servers.fine', { count: '2' }, 'ns1.sandbox.example', 'ns2.sandbox.example'),
    dnssec: fine('dnssec.fine', { name }),
    mx: fine('mx.fine', {}, `10 mail.${name}`),
    spf: fine('spf.fine', { count: '1' }, 'v=spf1 mx -all'),
    dkim: fine('dkim.fine', { selectors: 'default' }),
    dmarc: fine('dmarc.fine', { name }, 'v=DMARC1; p=reject'),
    mta_sts: fine('mta_sts.fine', {}, 'v=STSv1; id=1'),
    tls_rpt: fine('tls_rpt.fine', {}, `v=TLSRPTv1; rua=mailto:postmaster@${name}`),
    dangling: fine('dangling.fine', {}),
    caa: fine('caa.fine', { name }, '0 issue "ca.sandbox.example"'),
  };
}

const others: Readonly<Record<Scenario, (name: string) => Judged>> = {
  clean: () => ({}),
  warnings: (name) => ({
    spf: wrong('spf.absent', {}, [], text(name, 'v=spf1 mx ~all')),
    dmarc: wrong('dmarc.absent', {}, [], text(`_dmarc.${name}`, `v=DMARC1; p=none; rua=mailto:postmaster@${name}`)),
    caa: wrong('caa.absent', {}, [], null),
  }),
  critical: (name) => ({
    spf: wrong('spf.everyone', {}, ['v=spf1 +all'], text(name, 'v=spf1 ~all')),
    dnssec: wrong('dnssec.bogus', { name, why: 'expired' }, [], null),
  }),
};

function wrong(
  reason: Reason,
  values: Record<string, string>,
  found: readonly string[],
  shouldBe: PublishedRecord | null,
): JudgedCheck {
  return { remarks: [remark(reason, values)], found, shouldBe };
}

function text(name: string, value: string): PublishedRecord {
  return { name, type: 'TXT', value };
}

/** By the day on which the domain was ordered: renewed in time, but for the scenario in which nobody does. */
async function registrationIn({ db, clock }: Operation, scenario: Scenario, domainId: string): Promise<Registration> {
  const { created_at: since } = await db
    .selectFrom('monitored_domains')
    .select('created_at')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  const registered = {
    statuses: ['active'],
    registrar: scenario === 'warnings' ? 'Another sandbox registrar' : 'Sandbox registrar',
    registrarId: null,
    nameServers: ['ns1.sandbox.example', 'ns2.sandbox.example'],
  };
  if (scenario === 'critical') return { ...registered, expiresAt: new Date(since.getTime() + unrenewedDays * dayMs) };
  const age = clock.now().getTime() - since.getTime();
  const years = Math.floor(age / dayMs / yearDays + quietDays / yearDays) + 1;
  return { ...registered, expiresAt: new Date(since.getTime() + years * yearDays * dayMs) };
}

import { isEvidence } from '../../common/dns-answer.ts';
import { tagsOf } from '../../common/tag-list.ts';
import { type DomainLook, type LookedAtDomain, type LookTools, parentOf, reportsTo } from './domain-look.ts';
import { type JudgedCheck, only, type PublishedRecord, type Remark, remark, shown } from './remarks.ts';

/** Most questions of a walk up the tree (RFC 9989, 4.10). */
const maxQueries = 8;
const policies = ['none', 'quarantine', 'reject'];
const judgedDestinations = 5;

type Tags = ReadonlyMap<string, string>;

interface PolicyRecord {
  /** Below which `_dmarc` stands. */
  readonly domain: string;
  readonly text: string;
  readonly tags: Tags;
}

/** What one step of the walk met. */
interface Step {
  readonly domain: string;
  readonly isKnown: boolean;
  /** Every text under the name. */
  readonly texts: readonly string[];
  readonly records: readonly PolicyRecord[];
}

/** The policy that receivers go by for mail in the name of a domain, found as they find it (RFC 9989). */
export async function judgeDmarc(tools: LookTools, { domain, hasMail }: DomainLook): Promise<JudgedCheck> {
  const { name } = domain;
  const own = await step(tools, name);
  if (!own.isKnown) return unanswered(name);
  if (own.records.length > 1) return { remarks: [remark('dmarc.several')], found: shown(own.texts), shouldBe: null };
  const [record] = own.records;
  if (record !== undefined) return judgeRecord(tools, name, record, 'p');
  const above = await walkUp(tools, name);
  if (above === 'unanswered') return unanswered(name);
  if (above !== null) {
    const tag = await inheritedTag(tools, name, above);
    return tag === 'unanswered' ? unanswered(name) : judgeRecord(tools, name, above, tag);
  }
  const shouldBe = hasMail === null ? null : suggested(domain, hasMail);
  const misplaced = await textsLikeDmarc(tools, name, own);
  if (misplaced === 'unanswered') return unanswered(name);
  if (misplaced !== null) return { ...misplaced, shouldBe };
  if (hasMail === null) return unanswered(name);
  return { remarks: [remark(hasMail ? 'dmarc.absent' : 'dmarc.absent_without_mail')], found: [], shouldBe };
}

function unanswered(name: string): JudgedCheck {
  return only('dmarc.unanswered', { name });
}

/** Mail flows on as before under `p=none`, which is where all begin who send. */
function suggested(domain: LookedAtDomain, hasMail: boolean): PublishedRecord {
  return text(domain.name, hasMail ? `v=DMARC1; p=none; rua=${reportsTo(domain)}` : 'v=DMARC1; p=reject');
}

function text(domain: string, value: string): PublishedRecord {
  return { name: `_dmarc.${domain}`, type: 'TXT', value };
}

/** A record that was meant as one: under the domain itself, or not as it has to be written. */
async function textsLikeDmarc(
  { ask }: LookTools,
  name: string,
  own: Step,
): Promise<Omit<JudgedCheck, 'shouldBe'> | 'unanswered' | null> {
  const meant = own.texts.filter((each) => /^\W*v\s*=\s*dmarc/i.test(each));
  if (meant.length > 0) return { remarks: [remark('dmarc.malformed')], found: shown(meant) };
  const apex = await ask({ name, type: 'TXT' });
  if (!isEvidence(apex)) return 'unanswered';
  const atApex = apex.records.filter((each) => /^v=DMARC1\s*(?:;|$)/.test(each));
  return atApex.length > 0 ? { remarks: [remark('dmarc.at_apex')], found: shown(atApex) } : null;
}

async function step({ ask }: LookTools, domain: string): Promise<Step> {
  const answer = await ask({ name: `_dmarc.${domain}`, type: 'TXT' });
  const records = answer.records
    .filter((each) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(each))
    .map((each) => ({ domain, text: each, tags: tagsOf(each) }));
  return { domain, isKnown: isEvidence(answer), texts: answer.records, records };
}

/** The names above a domain that are asked, from the longest to the shortest. */
function walkNames(name: string): readonly string[] {
  const labels = name.split('.');
  const from = labels.length > maxQueries ? labels.length - (maxQueries - 1) : 1;
  return labels.slice(from).map((_, index) => labels.slice(from + index).join('.'));
}

/** The record of the organisational domain (RFC 9989, 4.10.2), or of the public suffix above it; null: there is none. */
async function walkUp(tools: LookTools, name: string): Promise<PolicyRecord | 'unanswered' | null> {
  let highest: PolicyRecord | null = null;
  for (const domain of walkNames(name)) {
    const { isKnown, records } = await step(tools, domain);
    if (!isKnown) return 'unanswered';
    const [record] = records;
    if (record === undefined || records.length > 1) continue;
    const psd = record.tags.get('psd')?.toLowerCase();
    if (psd === 'n') return record;
    // Of a suffix the domain right below it is the organisational one, if that has a record.
    if (psd === 'y') return highest !== null && parentOf(highest.domain) === domain ? highest : record;
    highest = record;
  }
  return highest;
}

/** Which tag of a record above it holds for a domain: another one for names that do not exist. */
async function inheritedTag(
  { ask }: LookTools,
  name: string,
  { tags }: PolicyRecord,
): Promise<'p' | 'sp' | 'np' | 'unanswered'> {
  if (tags.has('np')) {
    const address = await ask({ name, type: 'A' });
    if (!isEvidence(address)) return 'unanswered';
    if (address.outcome === 'no_name') return 'np';
  }
  return tags.has('sp') ? 'sp' : 'p';
}

async function judgeRecord(
  tools: LookTools,
  name: string,
  record: PolicyRecord,
  tag: 'p' | 'sp' | 'np',
): Promise<JudgedCheck> {
  const isOwn = record.domain === name;
  const remarks = [
    ...policyRemarks(record.tags, tag),
    ...(isOwn ? ownRemarks(record.tags) : []),
    ...(isOwn ? await reportRemarks(tools, name, record.tags.get('rua') ?? '') : []),
  ];
  return {
    remarks: remarks.length > 0 ? remarks : [remark('dmarc.fine', { name: record.domain })],
    found: shown([record.text]),
    shouldBe: isOwn ? better(name, record, remarks) : null,
  };
}

function policyRemarks(tags: Tags, tag: 'p' | 'sp' | 'np'): Remark[] {
  const policy = tags.get(tag)?.toLowerCase();
  if (policy === undefined) return [remark('dmarc.no_policy')];
  if (!policies.includes(policy)) return [remark('dmarc.policy_unknown', { policy })];
  return policy === 'none' ? [remark('dmarc.policy_none', { tag: `${tag}=none` })] : [];
}

function ownRemarks(tags: Tags): Remark[] {
  const [policy, below] = [tags.get('p')?.toLowerCase(), tags.get('sp')?.toLowerCase()];
  const percentage = tags.get('pct');
  return [
    ...(below === 'none' && (policy === 'reject' || policy === 'quarantine') ? [remark('dmarc.subdomains_open')] : []),
    ...(percentage !== undefined && percentage !== '100' ? [remark('dmarc.percentage', { percentage })] : []),
    ...(tags.get('t')?.toLowerCase() === 'y' ? [remark('dmarc.test_mode')] : []),
  ];
}

/** Whether reports can be sent where they are wanted: another domain has to agree (RFC 9990). */
async function reportRemarks({ ask }: LookTools, name: string, addresses: string): Promise<Remark[]> {
  const uris = addresses
    .split(',')
    .map((uri) => uri.trim())
    .filter((uri) => uri !== '');
  const destinations = uris.map((uri) => ({
    uri,
    host: /^mailto:[^@\s]+@([a-z0-9.-]+)(?:!\d+[kmgt]?)?$/i.exec(uri)?.[1],
  }));
  const checks = destinations.slice(0, judgedDestinations).map(async ({ uri, host }) => {
    if (host === undefined) return [remark('dmarc.report_address', { address: uri })];
    const destination = host.toLowerCase().replace(/\.$/, '');
    if (isWithin(destination, name) || isWithin(name, destination)) return [];
    const answer = await ask({ name: `${name}._report._dmarc.${destination}`, type: 'TXT' });
    if (!isEvidence(answer)) return [remark('dmarc.unanswered', { name: destination })];
    return answer.records.some(agrees) ? [] : [remark('dmarc.report_refused', { name: destination })];
  });
  return (await Promise.all(checks)).flat();
}

function agrees(record: string): boolean {
  return /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record);
}

function isWithin(name: string, above: string): boolean {
  return name === above || name.endsWith(`.${above}`);
}

/** The same record with what is wrong in it mended, where that needs no more knowledge than it has. */
function better(name: string, { tags }: PolicyRecord, remarks: readonly Remark[]): PublishedRecord | null {
  const changes: ReadonlyMap<string, string | null> = new Map(
    remarks.flatMap(({ reason }): [string, string | null][] => {
      if (reason === 'dmarc.policy_none') return [['p', 'quarantine']];
      if (reason === 'dmarc.no_policy' || reason === 'dmarc.policy_unknown') return [['p', 'none']];
      if (reason === 'dmarc.subdomains_open') return [['sp', tags.get('p')!]];
      if (reason === 'dmarc.percentage') return [['pct', null]];
      return reason === 'dmarc.test_mode' ? [['t', null]] : [];
    }),
  );
  if (changes.size === 0) return null;
  // The policy stands right behind the version, where receivers of the older standard want it.
  const { v: _, p, ...others } = { ...Object.fromEntries(tags), ...Object.fromEntries(changes) };
  const parts = Object.entries({ v: 'DMARC1', p, ...others }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return text(name, parts.map(([tag, value]) => `${tag}=${value}`).join('; '));
}

import { type DnsAnswer, isEvidence } from '../../common/dns-answer.ts';
import { tagsOf } from '../../common/tag-list.ts';
import { type DomainLook, isNullMx, type LookTools, reportsTo } from './domain-look.ts';
import { type JudgedCheck, type Remark, remark, shown } from './remarks.ts';

const daySeconds = 86_400;
const longestAge = 31_557_600;

/** Whether mail to a domain has to come encrypted, and to its own hosts (RFC 8461). A policy is fetched only where a record announces one. */
export async function judgeMtaSts(tools: LookTools, { domain, hasMail, mx }: DomainLook): Promise<JudgedCheck> {
  const { name } = domain;
  const answer = await tools.ask({ name: `_mta-sts.${name}`, type: 'TXT' });
  const records = answer.records.filter((text) => /^v=STSv1\s*;/.test(text));
  const says = (remarks: readonly Remark[], more: readonly string[] = []): JudgedCheck => ({
    remarks,
    found: shown([...records, ...more]),
    shouldBe: null,
  });
  if (!isEvidence(answer)) return says([remark('mta_sts.unanswered', { name })]);
  if (records.length === 0) return says([withoutRecord('mta_sts', name, hasMail)]);
  if (records.length > 1) return says([remark('mta_sts.several')]);
  if (!/^[a-z0-9]{1,32}$/i.test(tagsOf(records[0]!).get('id') ?? '')) return says([remark('mta_sts.malformed')]);
  // Which hosts a policy has to fit is told by them.
  if (!isEvidence(mx)) return says([remark('mta_sts.unanswered', { name })]);
  const fetched = await tools.fetchPolicy(name);
  if (fetched.outcome === 'silent') return says([remark('mta_sts.policy_unanswered', { name })]);
  if (fetched.outcome === 'none') {
    const { why, status = 0 } = fetched;
    return says([remark('mta_sts.no_policy', { why, status: String(status) })]);
  }
  const policy = readPolicy(fetched.text);
  if ('problem' in policy) return says([remark('mta_sts.policy_malformed', { line: policy.problem })]);
  const remarks = policyRemarks(policy, mx);
  const lines = policyLines(fetched.text);
  return says(remarks.length > 0 ? remarks : [remark('mta_sts.fine')], lines);
}

/** Whether failures of encrypted delivery are reported to somebody (RFC 8460). */
export async function judgeTlsReports({ ask }: LookTools, { domain, hasMail }: DomainLook): Promise<JudgedCheck> {
  const { name } = domain;
  const host = `_smtp._tls.${name}`;
  const answer = await ask({ name: host, type: 'TXT' });
  const records = answer.records.filter((text) => /^v=TLSRPTv1\s*;/.test(text));
  const found = shown(records);
  if (!isEvidence(answer)) return { remarks: [remark('tls_rpt.unanswered', { name })], found, shouldBe: null };
  const value = `v=TLSRPTv1; rua=${reportsTo(domain)}`;
  const shouldBe = { name: host, type: 'TXT', value } as const;
  if (records.length === 0)
    return { remarks: [withoutRecord('tls_rpt', name, hasMail)], found, shouldBe: hasMail ? shouldBe : null };
  if (records.length > 1) return { remarks: [remark('tls_rpt.several')], found, shouldBe: null };
  const addresses = (tagsOf(records[0]!).get('rua') ?? '').split(',').map((uri) => uri.trim());
  const areReached = addresses.every((uri) => /^(?:mailto:[^@\s]+@[a-z0-9.-]+|https:\/\/\S+)$/i.test(uri));
  return areReached
    ? { remarks: [remark('tls_rpt.fine')], found, shouldBe: null }
    : { remarks: [remark('tls_rpt.malformed')], found, shouldBe };
}

function withoutRecord(check: 'mta_sts' | 'tls_rpt', name: string, hasMail: boolean | null): Remark {
  if (hasMail === null) return remark(`${check}.unanswered`, { name });
  return remark(hasMail ? `${check}.absent` : `${check}.not_needed`);
}

interface Policy {
  readonly mode: 'enforce' | 'testing' | 'none';
  readonly hosts: readonly string[];
  readonly maxAgeSeconds: number;
}

/** Reads a policy (RFC 8461, 3.2). Unknown fields are left alone; of one that comes twice the first counts. */
function readPolicy(text: string): Policy | { readonly problem: string } {
  const fields = policyLines(text).map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(colon, 0)).trim(), value: line.slice(colon + 1).trim() };
  });
  const first = (name: string) => fields.find((field) => field.name === name)?.value;
  const mode = first('mode');
  const hosts = fields.filter(({ name }) => name === 'mx').map(({ value }) => value.toLowerCase().replace(/\.$/, ''));
  if (first('version') !== 'STSv1') return { problem: 'version' };
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return { problem: 'mode' };
  if (!hosts.every(isPattern) || (hosts.length === 0 && mode !== 'none')) return { problem: 'mx' };
  const maxAge = first('max_age') ?? '';
  if (!/^\d{1,10}$/.test(maxAge) || Number(maxAge) > longestAge) return { problem: 'max_age' };
  return { mode, hosts, maxAgeSeconds: Number(maxAge) };
}

function policyLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isPattern(text: string): boolean {
  return /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/.test(text);
}

function policyRemarks({ mode, hosts, maxAgeSeconds }: Policy, mx: DnsAnswer<'MX'>): Remark[] {
  if (mode === 'none') return [remark('mta_sts.mode_none')];
  const exchanges = mx.records.filter((record) => !isNullMx(record)).map(({ exchange }) => exchange);
  const missed = exchanges.filter((exchange) => !hosts.some((pattern) => matches(pattern, exchange)));
  const values = { hosts: missed.join(', ') };
  const misses =
    missed.length === 0
      ? []
      : [remark(missed.length === exchanges.length ? 'mta_sts.fits_no_mx' : 'mta_sts.misses_mx', values)];
  return [
    ...(mode === 'enforce' ? misses : [remark('mta_sts.testing')]),
    ...(maxAgeSeconds < daySeconds ? [remark('mta_sts.short_lived', { seconds: String(maxAgeSeconds) })] : []),
  ];
}

/** A wildcard stands for one label (RFC 8461, 4.1). */
function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.')
    ? host.slice(host.indexOf('.')) === pattern.slice(1) && host.includes('.')
    : pattern === host;
}

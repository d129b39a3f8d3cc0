import { isIP } from 'node:net';
import { isEvidence } from '../../common/dns-answer.ts';
import { type DomainLook, isNullMx, type LookTools } from './domain-look.ts';
import { hostAddresses } from './host-addresses.ts';
import { type JudgedCheck, only, type PublishedRecord, type Remark, remark, shown } from './remarks.ts';

const judgedHosts = 20;

/** Whether mail to a domain finds a host, or is refused at once where none is wanted (RFC 5321, 5.1; RFC 7505). */
export async function judgeMx(tools: LookTools, { domain, mx }: DomainLook): Promise<JudgedCheck> {
  const { name, expectsMail } = domain;
  if (!isEvidence(mx)) return only('mx.unanswered', { name });
  const found = shown(mx.records.map(({ preference, exchange }) => `${preference} ${exchange}.`));
  const hosts = mx.records.filter((record) => !isNullMx(record)).map(({ exchange }) => exchange);
  if (hosts.length === 0) return { ...withoutHosts(name, mx.records.length > 0, expectsMail), found };
  const remarks = [
    ...(hosts.length < mx.records.length ? [remark('mx.null_among_others')] : []),
    ...(await hostRemarks(tools, [...new Set(hosts)].slice(0, judgedHosts))),
  ];
  return { remarks: remarks.length > 0 ? remarks : [remark('mx.fine')], found, shouldBe: null };
}

function withoutHosts(name: string, hasNull: boolean, expectsMail: boolean | null): Omit<JudgedCheck, 'found'> {
  if (expectsMail) return { remarks: [remark('mx.wanted')], shouldBe: null };
  return hasNull
    ? { remarks: [remark('mx.none_wanted')], shouldBe: null }
    : { remarks: [remark('mx.no_null')], shouldBe: nullMx(name) };
}

function nullMx(name: string): PublishedRecord {
  return { name, type: 'MX', value: '0 .' };
}

async function hostRemarks(tools: LookTools, hosts: readonly string[]): Promise<Remark[]> {
  const looks = await Promise.all(
    hosts.map(async (host) => ({
      host,
      // An address in place of a name is none (RFC 5321, 2.3.5).
      ...(isIP(host) === 0 ? await hostAddresses(tools, host) : { addresses: [], isKnown: true, isAlias: false }),
    })),
  );
  const without = looks.filter(({ addresses, isKnown }) => isKnown && addresses.length === 0).map(({ host }) => host);
  const unanswered = looks.filter(({ addresses, isKnown }) => !isKnown && addresses.length === 0);
  const aliases = looks.filter(({ isAlias }) => isAlias).map(({ host }) => host);
  const isReached = without.length < looks.length;
  return [
    ...(without.length > 0
      ? [remark(isReached ? 'mx.some_without_address' : 'mx.no_address', { hosts: without.join(', ') })]
      : []),
    ...(aliases.length > 0 ? [remark('mx.alias', { hosts: aliases.join(', ') })] : []),
    ...unanswered.map(({ host }) => remark('mx.unanswered', { name: host })),
  ];
}

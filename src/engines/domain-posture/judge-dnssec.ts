import { createHash } from 'node:crypto';
import { type DnsData, isEvidence } from '../../common/dns-answer.ts';
import { type DomainLook, type LookTools, zoneOf } from './domain-look.ts';
import { type JudgedCheck, only, type PublishedRecord, remark } from './remarks.ts';

type Key = DnsData['DNSKEY'];
type Delegation = DnsData['DS'];

/** RSA/MD5, DSA, SHA-1 and GOST: validators treat what has nothing better as unsigned. */
const oldAlgorithms = new Set([1, 3, 5, 6, 7, 12]);
const digests: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };
/** By the numbers of RFC 8914. */
const extendedErrors: Readonly<Record<number, string>> = {
  6: 'answers',
  7: 'expired',
  8: 'early',
  9: 'key',
  10: 'missing',
  11: 'zone_key',
  12: 'denial',
};

/**
 * Whether the answers about a domain can be validated (RFC 4033 to 4035, 9364). A resolver that validates says so: it fails on what is bogus, and
 * answers the same when it is told not to check. Keys are held against the parent's records besides, which any resolver shows.
 */
export async function judgeDnssec(tools: LookTools, { domain, soa }: DomainLook): Promise<JudgedCheck> {
  const { ask } = tools;
  const { name } = domain;
  if (soa.outcome === 'failed') return judgeFailure(tools, name, soa.extendedError);
  const zone = isEvidence(soa) ? zoneOf(soa) : null;
  if (zone === null) return unanswered(name);
  const [parent, keys] = await Promise.all([ask({ name: zone, type: 'DS' }), ask({ name: zone, type: 'DNSKEY' })]);
  if (!isEvidence(parent) || !isEvidence(keys)) return unanswered(zone);
  const found = parent.records.map(delegationText);
  const says = (reason: Parameters<typeof remark>[0], shouldBe: PublishedRecord | null = null): JudgedCheck => ({
    remarks: [remark(reason, { name: zone })],
    found,
    shouldBe,
  });
  if (parent.records.length === 0)
    return keys.records.length === 0 ? says('dnssec.absent') : says('dnssec.no_ds', wanted(zone, keys.records));
  if (keys.records.length === 0) return says('dnssec.no_keys');
  const known = parent.records.filter(({ digestType }) => digestType in digests);
  const fitting = known.filter((delegation) => keys.records.some((key) => fits(zone, key, delegation)));
  if (known.length > 0 && fitting.length === 0) return says('dnssec.no_matching_key', wanted(zone, keys.records));
  if (known.length > 0 && known.every(({ algorithm }) => oldAlgorithms.has(algorithm)))
    return says('dnssec.old_algorithm');
  if (soa.isValidated) return says('dnssec.fine');
  // The root is signed: whoever does not say so of it does not validate.
  const root = await ask({ name: '', type: 'SOA' });
  return says(root.isValidated ? 'dnssec.not_chained' : 'dnssec.no_validator');
}

function unanswered(name: string): JudgedCheck {
  return only('dnssec.unanswered', { name });
}

async function judgeFailure({ ask }: LookTools, name: string, extendedError: number | null): Promise<JudgedCheck> {
  const unchecked = await ask({ name, type: 'SOA', checkingDisabled: true });
  if (!isEvidence(unchecked)) return unanswered(name);
  const why = extendedErrors[extendedError ?? -1] ?? extendedErrors[6]!;
  return only('dnssec.bogus', { name, why });
}

/** The record for the parent zone: of the key that signs the keys, where one is marked so. */
function wanted(zone: string, keys: readonly Key[]): PublishedRecord | null {
  const key = keys.find(({ flags }) => (flags & 1) === 1) ?? keys[0];
  if (key === undefined) return null;
  const { algorithm } = key;
  const value = delegationText({ keyTag: keyTag(key), algorithm, digestType: 2, digest: digest(zone, key, 'sha256') });
  return { name: zone, type: 'DS', value };
}

function delegationText({ keyTag: tag, algorithm, digestType, digest: bytes }: Delegation): string {
  return `${tag} ${algorithm} ${digestType} ${Buffer.from(bytes).toString('hex').toUpperCase()}`;
}

function fits(zone: string, key: Key, { algorithm, digestType, digest: bytes }: Delegation): boolean {
  return key.algorithm === algorithm && digest(zone, key, digests[digestType]!).equals(bytes);
}

/** Of the name in its canonical form and the key (RFC 4034, 5.1.4). */
function digest(zone: string, key: Key, hash: string): Buffer {
  const labels = zone.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return createHash(hash)
    .update(Buffer.concat([...labels, Buffer.of(0), keyData(key)]))
    .digest();
}

function keyData({ flags, algorithm, key }: Key): Buffer {
  return Buffer.concat([Buffer.of(flags >> 8, flags & 255, 3, algorithm), key]);
}

/** RFC 4034, appendix B. */
function keyTag(key: Key): number {
  const sum = keyData(key).reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + ((sum >> 16) & 0xffff)) & 0xffff;
}

import { createPublicKey } from 'node:crypto';
import { type DnsAnswer, isEvidence } from '../../common/dns-answer.ts';
import { tagsOf } from '../../common/tag-list.ts';
import type { DomainLook, LookTools } from './domain-look.ts';
import { type JudgedCheck, only, type Remark, remark, shown } from './remarks.ts';

/** What mail programs and providers call theirs unless told otherwise. */
const usualSelectors = [
  ...['default', 'mail', 'dkim', 'selector1', 'selector2', 'google', 'k1', 'k2', 'k3', 's1', 's2', 'sig1'],
  ...['fm1', 'fm2', 'fm3', 'protonmail', 'mandrill', 'zoho', 'x', '20230601'],
];
/** Receivers must not accept shorter ones, and signers should use longer ones than the second (RFC 8301). */
const [shortestKeyBits, goodKeyBits] = [1_024, 2_048];

interface Selector {
  readonly selector: string;
  readonly isNamed: boolean;
  readonly answer: DnsAnswer<'TXT'>;
}

/**
 * Whether keys are published for signatures in the name of a domain (RFC 6376). Selectors cannot be listed: those that its owner named are
 * asked and the usual ones, and the name above them all says whether there can be another.
 */
export async function judgeDkim(tools: LookTools, { domain, hasMail }: DomainLook): Promise<JudgedCheck> {
  const base = `_domainkey.${domain.name}`;
  const asked = (selector: string) => tools.ask({ name: `${selector}.${base}`, type: 'TXT' });
  const wildcard = await asked(tools.randomLabel());
  if (!isEvidence(wildcard)) return only('dkim.unanswered', { name: base });
  const selectors = await Promise.all(
    [...new Set([...domain.dkimSelectors, ...domain.template.dkimSelectors, ...usualSelectors])].map(
      async (selector) => ({
        selector,
        isNamed: domain.dkimSelectors.includes(selector),
        answer: await asked(selector),
      }),
    ),
  );
  const isCaught = ({ answer }: Selector) => keysOf(wildcard).length > 0 && sameKeys(answer, wildcard);
  const present = selectors.filter((each) => keysOf(each.answer).length > 0 && !isCaught(each));
  const remarks = [
    ...present.flatMap(keyRemarks),
    ...selectors.filter((each) => !present.includes(each)).flatMap(missing),
  ];
  const found = shown(present.map(({ selector, answer }) => `${selector}: ${keysOf(answer).join(' ')}`));
  if (remarks.length > 0) return { remarks, found, shouldBe: null };
  const inUse = present.filter(({ answer }) => keyOf(keysOf(answer)[0]!) !== '');
  if (inUse.length > 0) {
    const names = inUse.map(({ selector }) => selector).join(', ');
    return { remarks: [remark('dkim.fine', { selectors: names })], found, shouldBe: null };
  }
  const whole = await nothingSeen(tools, base, { hasMail, wildcard });
  return { remarks: [whole], found, shouldBe: null };
}

/** What it means that no selector has a key. */
async function nothingSeen(
  { ask }: LookTools,
  base: string,
  seen: { hasMail: boolean | null; wildcard: DnsAnswer<'TXT'> },
): Promise<Remark> {
  if (seen.hasMail === false) return remark('dkim.not_needed');
  if (keysOf(seen.wildcard).length > 0) return remark('dkim.wildcard');
  const { outcome } = await ask({ name: base, type: 'TXT' });
  // Nothing is below a name that does not exist (RFC 8020).
  if (outcome === 'no_name' && seen.hasMail) return remark('dkim.absent');
  const isAnswered = outcome === 'no_data' || outcome === 'records';
  return isAnswered ? remark('dkim.unknown_selector') : remark('dkim.unanswered', { name: base });
}

function missing({ selector, isNamed, answer }: Selector): Remark[] {
  if (!isEvidence(answer)) return [remark('dkim.unanswered', { name: answer.question.name })];
  return isNamed ? [remark('dkim.named_missing', { selector })] : [];
}

function keyRemarks({ selector, isNamed, answer }: Selector): Remark[] {
  const records = keysOf(answer);
  if (records.length > 1) return [remark('dkim.several', { selector })];
  const tags = tagsOf(records[0]!);
  const key = keyOf(records[0]!);
  // Old selectors are revoked by an empty key, which is as it should be unless somebody believes to sign with it.
  if (key === '') return isNamed ? [remark('dkim.revoked', { selector })] : [];
  const hashes = tags
    .get('h')
    ?.toLowerCase()
    .split(':')
    .map((hash) => hash.trim());
  const flags = (tags.get('t') ?? '')
    .toLowerCase()
    .split(':')
    .map((flag) => flag.trim());
  return [
    ...sizeRemarks(selector, tags.get('k')?.toLowerCase() ?? 'rsa', key),
    ...(hashes !== undefined && !hashes.includes('sha256') ? [remark('dkim.sha1_only', { selector })] : []),
    ...(flags.includes('y') ? [remark('dkim.test_mode', { selector })] : []),
  ];
}

function sizeRemarks(selector: string, type: string, key: string): Remark[] {
  const bits = keyBits(type, key);
  if (bits === null) return [remark('dkim.unreadable', { selector })];
  if (type !== 'rsa' || bits >= goodKeyBits) return [];
  return [remark(bits < shortestKeyBits ? 'dkim.short_key' : 'dkim.old_key', { selector, bits: String(bits) })];
}

/** Length of a public key in bits; null: it is none of its type. */
function keyBits(type: string, key: string): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return null;
  const bytes = Buffer.from(key, 'base64');
  // An Ed25519 key stands there bare (RFC 8463, 4).
  if (type === 'ed25519') return bytes.length === 32 ? 256 : null;
  if (type !== 'rsa') return null;
  for (const format of ['spki', 'pkcs1'] as const)
    try {
      const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: bytes, format: 'der', type: format });
      if (asymmetricKeyType === 'rsa') return asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      // It is tried in the other form.
    }
  return null;
}

/** The texts of an answer that are keys: `v=DKIM1` may be left out (RFC 6376, 3.6.1). */
function keysOf({ records }: DnsAnswer<'TXT'>): readonly string[] {
  return records.filter((text) => {
    const tags = tagsOf(text);
    return tags.has('p') && (tags.get('v') ?? 'DKIM1') === 'DKIM1';
  });
}

function keyOf(record: string): string {
  return (tagsOf(record).get('p') ?? '').replaceAll(/\s/g, '');
}

function sameKeys(one: DnsAnswer<'TXT'>, other: DnsAnswer<'TXT'>): boolean {
  return keysOf(one).toSorted().join('\n') === keysOf(other).toSorted().join('\n');
}

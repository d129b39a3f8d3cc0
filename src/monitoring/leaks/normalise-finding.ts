import { z } from 'zod';
import type { SecretFormat } from '../../common/secret-format.ts';
import type { DarkWebMention, LeakedCredential, LeakFinding } from '../../engines/leak-sources/leak-source.ts';
import { redactText } from './mask-identity.ts';

/** A leaked credential as it is compared, merged and stored, whichever source told of it. */
export interface CredentialFinding
  extends Pick<LeakedCredential, 'kind' | 'unnamedIdentities' | 'isOwnMailbox' | 'dataClasses' | 'secretPresent'> {
  readonly type: 'leaked_credential';
  /** The same for the same credential from any source, at any time. Hex of a keyed digest. */
  readonly fingerprint: string;
  readonly breachName: string | null;
  /** In full: sealed before it is stored, and not read back to be merged. */
  readonly identity: string | null;
  readonly secretFormat: SecretFormat | null;
  readonly malwareFamily: string | null;
  readonly loginSite: string | null;
  readonly occurredAt: Date | null;
  readonly publishedAt: Date | null;
  /** Names in order, each once. */
  readonly sources: readonly string[];
}

/** A mention as it is compared, merged and stored. */
export interface MentionFinding extends Pick<DarkWebMention, 'kind' | 'matchType' | 'confidence'> {
  readonly type: 'dark_web';
  readonly fingerprint: string;
  readonly actor: string | null;
  readonly title: string;
  readonly excerpt: string | null;
  readonly sourceUrl: string | null;
  readonly claimedAt: Date | null;
  readonly publishedAt: Date | null;
  readonly sources: readonly string[];
}

export type DomainFinding = CredentialFinding | MentionFinding;

export interface NormaliseContext {
  /** The domain that the source was asked for. */
  readonly domain: string;
  readonly source: string;
  readonly digest: (parts: readonly (string | null)[]) => string;
  readonly now: Date;
}

const maxNameLength = 200;
const maxSiteLength = 253;
const maxExcerptLength = 500;
const maxUrlLength = 2_000;
const maxIdentityLength = 320;
const maxDataClasses = 50;
const maxUnnamed = 2_147_483_647;

const text = z.string().nullable();

/** What LeakFinding says, checked as it comes: a source that an operator adds may be written by anybody. */
const leakFinding: z.ZodType<LeakFinding> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('leaked_credential'),
    kind: z.enum(['breach', 'stealer_log', 'combolist', 'paste']),
    breachName: text,
    identity: text,
    unnamedIdentities: z.number(),
    dataClasses: z.array(z.string()),
    secretPresent: z.boolean(),
    secretFormat: z.enum(['clear_text', 'hashed', 'encrypted', 'unknown']).nullable(),
    secretDigest: text,
    malwareFamily: text,
    loginSite: text,
    isOwnMailbox: z.boolean(),
    occurredAt: text,
    publishedAt: text,
  }),
  z.object({
    type: z.literal('dark_web'),
    kind: z.enum(['ransomware_claim', 'paste', 'forum', 'market']),
    actor: text,
    title: z.string(),
    excerpt: text,
    sourceUrl: text,
    claimedAt: text,
    publishedAt: text,
    matchType: z.enum(['exact_domain', 'keyword']),
    confidence: z.number(),
  }),
]);

/**
 * What a source says, in the one form in which findings are compared: trimmed, bounded, without control characters, dates that can
 * be true, and with a fingerprint instead of the secret's digest.
 * @throws ZodError when it is no finding; the error names fields, and no values
 */
export function normaliseFinding(told: LeakFinding, context: NormaliseContext): DomainFinding {
  const found = leakFinding.parse(told);
  return found.type === 'leaked_credential' ? normaliseCredential(found, context) : normaliseMention(found, context);
}

function normaliseCredential(found: LeakedCredential, context: NormaliseContext): CredentialFinding {
  const { domain, source, digest, now } = context;
  const breachName = clean(found.breachName, maxNameLength);
  const identity = clean(found.identity, maxIdentityLength)?.toLowerCase() ?? null;
  const loginSite = clean(found.loginSite, maxSiteLength)?.toLowerCase() ?? null;
  const isOwnMailbox = identity?.includes('@') ? isMailboxOf(identity, domain) : found.isOwnMailbox;
  const breach = breachName === null ? null : comparable(breachName);
  const owner = isOwnMailbox ? 'own' : 'foreign';
  return {
    type: 'leaked_credential',
    fingerprint: digest([domain, found.kind, breach, identity, found.secretDigest, loginSite, owner]),
    kind: found.kind,
    breachName,
    identity,
    unnamedIdentities: Math.min(Math.max(0, Math.trunc(found.unnamedIdentities)), maxUnnamed),
    isOwnMailbox,
    dataClasses: [...new Set(found.dataClasses.flatMap((name) => clean(name, maxNameLength) ?? []))]
      .sort()
      .slice(0, maxDataClasses),
    secretPresent: found.secretPresent,
    secretFormat: found.secretPresent ? (found.secretFormat ?? 'unknown') : null,
    malwareFamily: clean(found.malwareFamily, maxNameLength),
    loginSite,
    occurredAt: parseLeakTime(found.occurredAt, now),
    publishedAt: parseLeakTime(found.publishedAt, now),
    sources: [source],
  };
}

function normaliseMention(found: DarkWebMention, context: NormaliseContext): MentionFinding {
  const { domain, source, digest, now } = context;
  const actor = clean(found.actor, maxNameLength);
  const title = redactText(clean(found.title, maxNameLength) ?? 'Untitled');
  const excerpt = clean(found.excerpt, maxExcerptLength);
  return {
    type: 'dark_web',
    fingerprint: digest([domain, found.kind, actor === null ? null : comparable(actor), comparable(title)]),
    kind: found.kind,
    actor,
    title,
    // The text of a paste is the leak itself.
    excerpt: found.kind === 'paste' || excerpt === null ? null : redactText(excerpt),
    sourceUrl: clean(found.sourceUrl, maxUrlLength),
    claimedAt: parseLeakTime(found.claimedAt, now),
    publishedAt: parseLeakTime(found.publishedAt, now),
    matchType: found.matchType,
    confidence: Math.fround(Math.min(Math.max(0, found.confidence), 1)),
    sources: [source],
  };
}

/**
 * What an alert is raised for: all findings of one kind from one breach or actor, else from one source (decisions §5.7). A finding
 * that several sources tell of goes with the first by name.
 */
export function groupKeyOf(finding: DomainFinding): string {
  if (finding.type === 'leaked_credential' && finding.breachName !== null)
    return `breach:${comparable(finding.breachName)}`;
  if (finding.type === 'dark_web' && finding.actor !== null) return `actor:${comparable(finding.actor)}`;
  return `source:${finding.sources[0]}`;
}

/** A name as sources have in common, however they spell it: letters and digits only. `Collection #1` is `collection1`. */
export function comparable(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '') || plain;
}

function isMailboxOf(identity: string, domain: string): boolean {
  const host = identity.slice(identity.lastIndexOf('@') + 1);
  return host === domain || host.endsWith(`.${domain}`);
}

/** Null when nothing is left. Never cuts a character in two. */
function clean(told: string | null, maxLength: number): string | null {
  if (told === null) return null;
  const plain = told
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return (
    plain
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || null
  );
}

const earliest = Date.UTC(1990, 0, 1);
const dayMs = 86_400_000;

/** A day counts from its midnight in UTC. Null for what is no time, or one that cannot be true. */
function parseLeakTime(told: string | null, now: Date): Date | null {
  if (told === null || !/^\d{4}-\d\d-\d\d/.test(told)) return null;
  const at = new Date(told);
  return at.getTime() >= earliest && at.getTime() <= now.getTime() + dayMs ? at : null;
}

import type { SecretFormat } from '../../common/secret-format.ts';
import type { CredentialFinding, DomainFinding, MentionFinding } from './normalise-finding.ts';

/**
 * Two tellings of one finding as one. The order of tellings and their number make no difference: merging is commutative,
 * associative and idempotent, so that any set of sources and rescans leads to the same finding.
 * @throws when their fingerprints differ
 */
export function mergeFindings<T extends DomainFinding>(a: T, b: T): T {
  if (a.fingerprint !== b.fingerprint) throw new Error('Only tellings of the same finding can be merged.');
  const merged =
    a.type === 'leaked_credential'
      ? mergeCredentials(a, b as CredentialFinding)
      : mergeMentions(a, b as MentionFinding);
  return merged as T;
}

function mergeCredentials(a: CredentialFinding, b: CredentialFinding): CredentialFinding {
  return {
    ...a,
    breachName: first(a.breachName, b.breachName),
    identity: a.identity ?? b.identity,
    unnamedIdentities: Math.max(a.unnamedIdentities, b.unnamedIdentities),
    dataClasses: union(a.dataClasses, b.dataClasses),
    secretPresent: a.secretPresent || b.secretPresent,
    secretFormat: moreReadable(a.secretFormat, b.secretFormat),
    malwareFamily: first(a.malwareFamily, b.malwareFamily),
    occurredAt: earlier(a.occurredAt, b.occurredAt),
    publishedAt: earlier(a.publishedAt, b.publishedAt),
    sources: union(a.sources, b.sources),
  };
}

function mergeMentions(a: MentionFinding, b: MentionFinding): MentionFinding {
  return {
    ...a,
    actor: first(a.actor, b.actor),
    title: first(a.title, b.title)!,
    excerpt: longer(a.excerpt, b.excerpt),
    sourceUrl: first(a.sourceUrl, b.sourceUrl),
    claimedAt: earlier(a.claimedAt, b.claimedAt),
    publishedAt: earlier(a.publishedAt, b.publishedAt),
    matchType: a.matchType === 'exact_domain' ? a.matchType : b.matchType,
    confidence: Math.max(a.confidence, b.confidence),
    sources: union(a.sources, b.sources),
  };
}

/** In order, each once. */
function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort();
}

/** Of two spellings, the one that sorts first: any rule will do that does not depend on who came first. */
function first(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
}

function longer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  if (a.length !== b.length) return a.length > b.length ? a : b;
  return first(a, b);
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
}

/** In rising order of what can be done with a secret. */
const formats: readonly (SecretFormat | null)[] = [null, 'unknown', 'encrypted', 'hashed', 'clear_text'];

function moreReadable(a: SecretFormat | null, b: SecretFormat | null): SecretFormat | null {
  return formats.indexOf(a) >= formats.indexOf(b) ? a : b;
}

import { type DomainMatch, type Mention, readMention } from './domain-match.ts';
import type { DarkWebMention } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { printableLine, quotableText } from './untrusted-text.ts';

/** What a ransomware group says of a victim, as a service passes it on. */
export interface ClaimParts {
  readonly group: string | null | undefined;
  readonly title: string;
  /** The victim's address, where the service gives one. */
  readonly site: string | null | undefined;
  readonly description: string | null | undefined;
  readonly url: string | null | undefined;
  readonly claimedAt: string | null | undefined;
  readonly publishedAt: string | null | undefined;
}

/** A claim, ready to be compared with many domains. */
export interface RansomwareClaim {
  readonly mention: Mention;
  readonly finding: Omit<DarkWebMention, 'matchType' | 'confidence'>;
}

/** @returns null when nothing of the title is printable */
export function readClaim(parts: ClaimParts): RansomwareClaim | null {
  const title = quotableText(parts.title, 300);
  if (title === null) return null;
  return {
    mention: readMention({ site: known(parts.site), title: parts.title, text: known(parts.description) }),
    finding: {
      type: 'dark_web',
      kind: 'ransomware_claim',
      actor: printableLine(known(parts.group), 100),
      title,
      excerpt: quotableText(known(parts.description), 500),
      sourceUrl: printableLine(known(parts.url), 2_000),
      claimedAt: leakTime(parts.claimedAt),
      publishedAt: leakTime(parts.publishedAt),
    },
  };
}

/** A claim about one domain, once it was matched. */
export function matchedClaim({ finding }: RansomwareClaim, match: DomainMatch): DarkWebMention {
  return { ...finding, ...match };
}

/** Services write that they know nothing instead of leaving it out. */
function known(text: string | null | undefined): string | null {
  return text == null || /^\s*(?:n\/?a|not found|unknown|none|null|-)?\s*$/i.test(text) ? null : text;
}

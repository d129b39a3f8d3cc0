import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** The name as DNS carries it, or the predicate of a sentence that says what is accepted: `must be …`. */
export type NormalisedDomain = { readonly domain: string } | { readonly problem: string };

const accepted = 'must be a domain name such as example.com or shop.example.co.uk, or a URL of one';
const problems = {
  malformed: accepted,
  tooLong: 'must be a domain name of at most 253 characters, in labels of at most 63',
  address: `${accepted}, not an IP address`,
  suffix: `${accepted}, not a suffix under which anyone can register names`,
  unlisted: `${accepted}, under a public top-level domain`,
};

const maxDomainLength = 253;
const maxLabelLength = 63;
const ldhLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const encodedLabel = /(?:^|\.)xn--/;

/** RFC 6761 keeps these for documentation and tests: nobody can own a name there, so an integration may be tried with one. */
const documentationSuffixes = ['example', 'test'];

/**
 * Reduces a domain name or URL to one spelling: no scheme, userinfo, port, path or trailing dot, punycode, lower case. What
 * remains must be a name that someone can register, or a name under one (decisions §5.1). Applied to its own result it
 * changes nothing.
 *
 * Who may own a name is told by the public suffix list (publicsuffix.org, RFC 9499 "public suffix") as tldts carries it:
 * - Its private part counts. `github.io` or `myshopify.com` belongs to one company, but the names below it belong to strangers
 *   whose leaked credentials one customer must not see; `shop.github.io` is accepted like `shop.com`.
 * - Its prevailing rule `*`, which takes any unknown top-level domain for a suffix, does not count: names under `.local`, `.lan`
 *   or `.corp` exist in thousands of private networks at once. A new top-level domain is accepted once tldts knows it.
 */
export function normaliseDomain(text: string): NormalisedDomain {
  const domain = hostOf(text)?.replace(/\.$/, '');
  if (domain === undefined) return { problem: problems.malformed };
  if (isIP(domain.replace(/^\[|\]$/g, '')) !== 0) return { problem: problems.address };
  const labels = domain.split('.');
  if (domain.length > maxDomainLength || labels.some((label) => label.length > maxLabelLength))
    return { problem: problems.tooLong };
  if (!labels.every((label) => ldhLabel.test(label)) || !decodes(domain)) return { problem: problems.malformed };
  return ownable(domain);
}

/** The host as browsers read it (URL Standard): percent-decoded, internationalised names in punycode, IPv4 in any notation as four numbers. */
function hostOf(text: string): string | undefined {
  const address = text.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '');
  // The URL parser would skip leading slashes and drop tabs and line breaks, and so find a host in what is none.
  if (/^[/\\]/.test(address) || /\p{Cc}/u.test(address)) return undefined;
  return URL.parse(`http://${address}`)?.hostname;
}

/** Whether every `xn--` label stands for an internationalised one: the URL parser does not ask when all of the name is ASCII. */
function decodes(domain: string): boolean {
  return !encodedLabel.test(domainToUnicode(domain));
}

function ownable(domain: string): NormalisedDomain {
  const {
    isIcann,
    isPrivate,
    domain: registrable,
  } = parse(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
    extraSuffixes: { icann: documentationSuffixes },
  });
  if (!isIcann && !isPrivate) return { problem: domain.includes('.') ? problems.unlisted : problems.malformed };
  return registrable === null ? { problem: problems.suffix } : { domain };
}

/** The name that somebody registered, of it or of one above it, by the public suffix list; null for a suffix itself. */
export function registrableDomain(domain: string): string | null {
  return parse(domain, { allowPrivateDomains: true }).domain;
}

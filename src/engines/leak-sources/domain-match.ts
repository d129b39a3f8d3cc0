import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import type { DarkWebMention } from './leak-source.ts';

export interface DomainMatch {
  readonly matchType: DarkWebMention['matchType'];
  /** 0..1 */
  readonly confidence: number;
}

/** What a mention says, ready to be compared with many domains. */
export interface Mention {
  /** Hosts that the mention gives as the victim's own. */
  readonly sites: readonly string[];
  /** All other hosts in it. */
  readonly hosts: ReadonlySet<string>;
  readonly title: string;
  readonly text: string;
}

/**
 * How sure it is that a mention is about a domain, strongest first. Exact: the domain itself or a parent of it is named.
 * Below 0.5: only a hint; companies of one name are many.
 */
const confidences = {
  /** The domain is given as the victim's. */
  site: 0.95,
  /** The domain stands in the text. */
  named: 0.8,
  /** shop.example.com is watched, example.com is given as the victim's. */
  parentSite: 0.8,
  parentNamed: 0.6,
  /** example.com is watched, vpn.example.com is named. */
  below: 0.5,
  /** `example` is a word of the title. */
  wordInTitle: 0.3,
  wordInText: 0.2,
  /** It is, but the victim's site is another. */
  wordOfAnother: 0.1,
};

const longestText = 100_000;
/** Longer texts seldom name the victim late, and every domain reads all of them. */
const longestTextForWords = 4_000;
const mostHosts = 1_000;
const shortestKeyword = 4;

/** RFC 6761 keeps these for documentation and tests; names below them are as registrable as those below `com`. */
const suffixes = { allowPrivateDomains: true, extractHostname: false, extraSuffixes: { icann: ['example', 'test'] } };

/** Reads a mention once. `site` is what the source gives as the victim's address, if it gives one. */
export function readMention(parts: {
  readonly site: string | null;
  readonly title: string | null;
  readonly text: string | null;
}): Mention {
  const title = parts.title ?? '';
  const sites = [...new Set([...hostsIn(parts.site ?? ''), ...hostsIn(title)])];
  const hosts = new Set(hostsIn(parts.text ?? ''));
  return { sites, hosts, title: forWords(title), text: forWords(parts.text ?? '') };
}

/** @param domain lower-case LDH labels, no trailing dot */
export function createDomainMatcher(domain: string): (mention: Mention) => DomainMatch | null {
  const parents = parentsOf(domain);
  const keyword = keywordPattern(domain);
  return ({ sites, hosts, title, text }) => {
    if (sites.includes(domain)) return exact(confidences.site);
    if (hosts.has(domain)) return exact(confidences.named);
    if (parents.some((parent) => sites.includes(parent))) return exact(confidences.parentSite);
    if (parents.some((parent) => hosts.has(parent))) return exact(confidences.parentNamed);
    if ([...sites, ...hosts].some((host) => host.endsWith(`.${domain}`))) return hint(confidences.below);
    if (keyword === null) return null;
    const inTitle = keyword.test(title);
    if (!inTitle && !keyword.test(text)) return null;
    if (sites.length > 0) return hint(confidences.wordOfAnother);
    return hint(inTitle ? confidences.wordInTitle : confidences.wordInText);
  };
}

function exact(confidence: number): DomainMatch {
  return { matchType: 'exact_domain', confidence };
}

function hint(confidence: number): DomainMatch {
  return { matchType: 'keyword', confidence };
}

/** Names above the domain that belong to the same owner: never a public suffix, below which strangers live. */
function parentsOf(domain: string): string[] {
  const { domain: registrable } = parse(domain, suffixes);
  const parents: string[] = [];
  if (registrable === null) return parents;
  for (let name = domain; name !== registrable; ) {
    name = name.slice(name.indexOf('.') + 1);
    parents.push(name);
  }
  return parents;
}

/** The part of the domain that its owner chose, which services search by when they do not search by domain: `example`. */
export function keywordOf(domain: string): string | null {
  const label = parse(domain, suffixes).domainWithoutSuffix ?? '';
  return label.length >= shortestKeyword && /[^\d-]/.test(label) ? label : null;
}

/** As a whole word: not as a part of a longer one, nor of one with hyphens. Its own hyphens may be spaces. */
function keywordPattern(domain: string): RegExp | null {
  const keyword = keywordOf(domain);
  if (keyword === null) return null;
  const spellings = [...new Set([keyword, domainToUnicode(keyword)])].map((label) => label.replaceAll('-', '[-\\s]'));
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${spellings.join('|')})(?![\\p{L}\\p{N}_-])`, 'iu');
}

function forWords(text: string): string {
  return text
    .slice(0, longestTextForWords)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
}

/** Host of an address or mail address, or the host itself: lower case, in punycode, without `www.`. */
export function hostOf(address: string): string | null {
  return hostsIn(address)[0] ?? null;
}

/**
 * Hosts that a text names: bare, in URLs and in mail addresses, defanged or not, in lower case and punycode, without `www.`.
 * Of a URL only its host counts: what its path or query names is not where it leads.
 */
export function hostsIn(text: string): string[] {
  const hosts = new Set<string>();
  const words = refang(text.slice(0, longestText)).split(/[\s"'`<>()[\]{},;|]+/u);
  for (const word of words) {
    for (const part of namesIn(word)) {
      const host = normaliseHost(part);
      if (host !== null) hosts.add(host);
    }
    if (hosts.size >= mostHosts) break;
  }
  return [...hosts].slice(0, mostHosts);
}

/** Undoes the usual ways to make an address harmless: hxxp, [.], (dot), [at], [:]//. */
function refang(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[[({](?:\.|dot)[\])}]/gi, '.')
    .replace(/[[({](?:@|at)[\])}]/gi, '@')
    .replace(/[[({](:(?:\/\/)?)[\])}]/g, '$1');
}

const dot = /[.。．｡]/u;

function namesIn(word: string): string[] {
  if (!dot.test(word)) return [];
  const schemeEnd = word.indexOf('://');
  const address = schemeEnd < 0 ? word : word.slice(schemeEnd + 3);
  const authority = /^[^/?#\\]*/.exec(address)?.[0] ?? '';
  if (!dot.test(authority)) return [];
  if (schemeEnd >= 0) return [authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')];
  const at = authority.indexOf('@');
  // What follows a mail address is a secret, not a name: address:secret.
  if (at >= 0) return [authority.slice(at + 1).replace(/:.*$/, '')];
  return authority.split(':');
}

const longestHost = 253;
const hostForm = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

function normaliseHost(name: string): string | null {
  const bare = name.replace(/^[*_~…]+/u, '').replace(/[.!?*_~…]+$/u, '');
  const lower = bare.toLowerCase();
  // Letters only: domainToASCII would also make a name of the dots that some services hide one behind.
  if (lower.length > longestHost || !/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(lower)) return null;
  const ascii = hostForm.test(lower) ? lower : domainToASCII(lower);
  if (!hostForm.test(ascii)) return null;
  return ascii.replace(/^www\.(?=.*\.)/, '');
}

import { isIPv4, isIPv6 } from 'node:net';

export type SpfQualifier = '+' | '-' | '~' | '?';

/** A mechanism, or one of the modifiers that mean something here, of an SPF record (RFC 7208, 5 and 6). */
export interface SpfTerm {
  readonly name: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists' | 'redirect' | 'other';
  readonly qualifier: SpfQualifier;
  /** The name or address that it is about, in lower case and without the last dot; empty: the domain of the record. */
  readonly target: string;
  /** Whether the target depends on the message (RFC 7208, 7). */
  readonly hasMacro: boolean;
  readonly text: string;
  readonly isValid: boolean;
}

/** Mechanisms and modifiers of which each costs a look-up (RFC 7208, 4.6.4). */
export const spfLookups: ReadonlySet<SpfTerm['name']> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);
export const maxSpfLookups = 10;

export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** The terms of a record in the order in which they count: nothing behind `all` does, and `redirect` counts last, without `all` only. */
export function effectiveSpfTerms(record: string): readonly SpfTerm[] {
  const terms = spfTerms(record);
  const all = terms.findIndex(({ name, isValid }) => name === 'all' && isValid);
  const mechanisms = (all === -1 ? terms : terms.slice(0, all + 1)).filter(({ name }) => name !== 'redirect');
  return all === -1 ? [...mechanisms, ...terms.filter(({ name }) => name === 'redirect')] : mechanisms;
}

/** Every term behind the version. */
export function spfTerms(record: string): readonly SpfTerm[] {
  return record.trim().split(/ +/).slice(1).map(termOf);
}

const mechanism = /^([+?~-])?(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:](.*))?$/i;
const withLengths = /^([+?~-])?(a|mx)(?:[:]([^/]*))?((?:\/\d{1,3})?(?:\/\/\d{1,3})?)$/i;
const modifier = /^([a-z][\w.-]*)=(.*)$/i;

function termOf(text: string): SpfTerm {
  const [, modifierName, value = ''] = modifier.exec(text) ?? [];
  if (modifierName !== undefined) {
    const isRedirect = modifierName.toLowerCase() === 'redirect';
    const isValid = !isRedirect || isDomainSpec(value);
    return { ...targetOf(value), name: isRedirect ? 'redirect' : 'other', qualifier: '+', text, isValid };
  }
  const [, qualifier = '+', name, target, lengths = ''] = withLengths.exec(text) ?? mechanism.exec(text) ?? [];
  const known = name?.toLowerCase() as SpfTerm['name'] | undefined;
  return {
    ...targetOf(target ?? ''),
    name: known ?? 'other',
    qualifier: qualifier as SpfQualifier,
    text,
    isValid: known !== undefined && isValidTarget(known, target) && areLengths(lengths),
  };
}

function targetOf(text: string): Pick<SpfTerm, 'target' | 'hasMacro'> {
  return { target: text.toLowerCase().replace(/\.$/, ''), hasMacro: text.includes('%') };
}

function isValidTarget(name: SpfTerm['name'], target: string | undefined): boolean {
  switch (name) {
    case 'all':
      return target === undefined;
    case 'ip4':
      return isNetwork(target ?? '', isIPv4, 32);
    case 'ip6':
      return isNetwork(target ?? '', isIPv6, 128);
    case 'include':
    case 'exists':
      return isDomainSpec(target ?? '');
    default:
      return target === undefined || isDomainSpec(target);
  }
}

function isNetwork(text: string, isAddress: (text: string) => boolean, longest: number): boolean {
  const [address = '', length, ...more] = text.split('/');
  return isAddress(address) && more.length === 0 && (length === undefined || isLength(length, longest));
}

function areLengths(text: string): boolean {
  const [, four, six] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(text) ?? [];
  return isLength(four ?? '0', 32) && isLength(six ?? '0', 128);
}

function isLength(text: string, longest: number): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= longest;
}

/** A name of two labels at least, or one that ends in a macro (RFC 7208, 7.1). */
function isDomainSpec(text: string): boolean {
  const withoutMacros = text.replaceAll(/%\{[a-z]\d*r?[.+,/_=-]*\}|%[%_-]/gi, 'm');
  if (!/^[!-$&-~]+$/.test(withoutMacros)) return false;
  return /%\{[^}]*\}$/.test(text) || /\.(?!\d+\.?$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i.test(withoutMacros);
}

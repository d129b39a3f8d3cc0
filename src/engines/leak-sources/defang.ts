import { printableLine } from './untrusted-text.ts';

const maxLength = 2000;
/** Without dots, which RFC 3986 allows and nobody uses: www.example.com:8080 begins with a host. */
const scheme = /^[a-z][a-z0-9+-]*:(?:\/\/)?/i;

/**
 * An address that nobody and no program follows by mistake: `hxxps://leaks[.]example/post`. To be shown only; it cannot be
 * relied on to be turned back. Applied to its own result it changes nothing.
 */
export function defang(address: string): string {
  const clean = printableLine(address, maxLength) ?? '';
  // Also where an address is a parameter of another: mail programs make links of those, too.
  const schemes = clean.replace(/\b(h)tt(ps?):/gi, '$1xx$2:').replace(/\bft(ps?):/gi, 'fx$1:');
  const [start = ''] = scheme.exec(schemes) ?? [];
  const rest = schemes.slice(start.length);
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? '';
  return defangScheme(start) + authority.replace(/\[?\.\]?/g, '[.]') + rest.slice(authority.length);
}

/** Schemes without a harmless spelling of their own (javascript:, data:, magnet:) lose their colon. */
function defangScheme(start: string): string {
  return /^(?:hxxps?|fxps?):/i.test(start) ? start : start.replace(':', '[:]');
}

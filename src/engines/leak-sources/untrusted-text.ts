/**
 * Text from criminals' sites, by way of services that copied it, as one harmless line: control, formatting (direction
 * overrides, zero widths), private and unassigned characters become spaces, runs of white space one space.
 * @returns null when nothing printable is left; at most `maxLength` characters, with an ellipsis where it was cut
 */
export function printableLine(text: string | null | undefined, maxLength: number): string | null {
  const clean = (text ?? '')
    .slice(0, maxLength * 8)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  const characters = [...clean];
  if (characters.length <= maxLength) return clean || null;
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`;
}

const longestQuotation = 20_000;
const removed = '[removed]';

/**
 * Like printableLine, for what is quoted to customers: without markup, and, as far as they can be told, without mail
 * addresses and secrets: a post may show samples of what was stolen, and those are other people's.
 */
export function quotableText(text: string | null | undefined, maxLength: number): string | null {
  const quotable = (text ?? '')
    .slice(0, longestQuotation)
    .replace(/<\/?(?:a|b|em|font|i|span|strong|u)(?:\s[^<>]{0,2000})?>/gi, '')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, ' ')
    .replace(/\p{Cf}/gu, '')
    // An address, and what follows it the way combolists and stealer logs write it: address:secret, address | secret.
    .replace(/[^\s@<>"',;:|]{0,64}@[^\s@<>"',;:|]{1,253}(?:\s?[:;|]\s?[^\s]{1,256})?/gu, removed)
    .replace(/\b(pass(?:word|wd|phrase)?|pwd|secret|token|api[ _-]?key)(\s?[:=]\s?)[^\s]{1,256}/giu, `$1$2${removed}`);
  return printableLine(quotable, maxLength);
}

const longestMailAddress = 254;

/** A mail address as findings carry it: lower case, without characters that no address has. Null when it is none. */
export function mailAddress(text: string): string | null {
  const address = text
    .slice(0, 2 * longestMailAddress)
    .replace(/[\p{C}\p{Z}\s]/gu, '')
    .toLowerCase();
  return address.length <= longestMailAddress && /^[^@]+@[^@]+\.[^@]+$/.test(address) ? address : null;
}

/** Names and kinds of data, cleaned, each once. */
export function cleanList(items: readonly string[]): string[] {
  const clean = items.map((item) => printableLine(item, 100)).filter((item) => item !== null);
  return [...new Set(clean)];
}

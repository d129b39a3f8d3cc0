import {
  at,
  colon,
  isBlank,
  isDigit,
  isHexDigit,
  isHostCharacter,
  isLetter,
  lowerCase,
  skipBlanks,
  slash,
  trimmedEnd,
} from './characters.ts';
import { type CredentialFields, clearSpan, isEmptySpan, layoutIndex, setSpan } from './credential-fields.ts';
import { readHostName } from './host-name.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected, type Verdict } from './reject-reason.ts';
import { isKnownTopLevel } from './top-level.ts';

const maxLoginBytes = 255;
const maxPortDigits = 5;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
/** What browsers put before the address of a site that somebody signed in to through another one. */
const federatedPrefix = Buffer.from('oauth:');

/** `url:login:password`, the URL with or without a scheme, port and path; blanks around the separators are part of them. */
export function parseUlpLine(bytes: Uint8Array, lineStart: number, end: number, fields: CredentialFields): Verdict {
  const start = startOfUrl(bytes, skipBlanks(bytes, lineStart, end), end);
  const schemeEnd = endOfScheme(bytes, start, end);
  const hostEnd = readSite(bytes, schemeEnd, end, schemeEnd > start, fields);
  if (hostEnd === -1) return rejected.no_login_site;
  // Without a scheme, only a top-level domain that exists tells a host from somebody's name.
  if (
    schemeEnd === start &&
    bytes[start] !== openingBracket &&
    (isEmptySpan(fields.site) || !isKnownTopLevel(fields.site))
  )
    return rejected.no_login_site;
  fields.namesSite = true;
  fields.layout = layoutIndex.site_login_secret;
  return readLoginAndSecret(bytes, endOfPort(bytes, hostEnd, end), end, fields);
}

/**
 * `login:password:url`. Its scheme tells the URL from the end of a password, and a password before it from one that is a URL.
 * Fields are left alone where it is no such line.
 */
export function parseTrailingSite(
  bytes: Uint8Array,
  lineStart: number,
  end: number,
  fields: CredentialFields,
): Verdict {
  const start = skipBlanks(bytes, lineStart, end);
  const urlStart = startOfLastUrl(bytes, start, end);
  const before = trimmedEnd(bytes, start, urlStart);
  const separator = before > start && isUlpSeparator(bytes[before - 1]!) ? before - 1 : before;
  if (separator >= urlStart) return rejected.no_login_site;
  const loginEnd = indexOf(bytes, bytes[separator]!, start, separator);
  if (loginEnd === -1) return rejected.no_login_site;
  const [secretStart, secretEnd] = [skipBlanks(bytes, loginEnd + 1, separator), trimmedEnd(bytes, start, separator)];
  if (secretStart >= secretEnd) return rejected.no_login_site;
  if (!readLogin(bytes, start, trimmedEnd(bytes, start, loginEnd), fields)) return rejected.no_login_site;
  readSiteOfUrl(bytes, urlStart, end, fields);
  setSpan(fields.secret, bytes, secretStart, secretEnd);
  fields.layout = layoutIndex.login_secret_site;
  return accepted;
}

/** Where the scheme of the last `://` begins; -1 when there is none. */
function startOfLastUrl(bytes: Uint8Array, start: number, end: number): number {
  for (let index = end - 3; index > start; index -= 1) {
    if (bytes[index] !== colon || bytes[index + 1] !== slash || bytes[index + 2] !== slash) continue;
    let scheme = index;
    while (scheme > start && isSchemeCharacter(bytes[scheme - 1]!)) scheme -= 1;
    return scheme < index ? scheme : -1;
  }
  return -1;
}

/**
 * Puts the host of the URL or bare host name in `bytes[start .. end]` into `site`, which stays empty when it is no domain name;
 * `namesSite` says whether there is a site at all.
 */
export function readSiteOfUrl(bytes: Uint8Array, urlStart: number, end: number, fields: CredentialFields): void {
  const start = startOfUrl(bytes, skipBlanks(bytes, urlStart, end), end);
  const schemeEnd = endOfScheme(bytes, start, end);
  const found = readSite(bytes, schemeEnd, end, schemeEnd > start, fields) !== -1;
  if (!found) clearSpan(fields.site);
  fields.namesSite = found && (schemeEnd > start || !isEmptySpan(fields.site) || bytes[start] === openingBracket);
}

export function clearSite(fields: CredentialFields): void {
  clearSpan(fields.site);
  fields.namesSite = false;
}

/** Puts a login, mail address or not, into `login` and `mailDomain`. */
export function readLogin(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): boolean {
  if (readMailAddress(bytes, start, end, fields) === end) return true;
  if (end <= start || end - start > maxLoginBytes) return false;
  clearSpan(fields.mailDomain);
  setSpan(fields.login, bytes, start, end);
  return true;
}

function startOfUrl(bytes: Uint8Array, start: number, end: number): number {
  for (let index = 0; index < federatedPrefix.length; index += 1)
    if (start + index >= end || lowerCase(bytes[start + index]!) !== federatedPrefix[index]) return start;
  return skipBlanks(bytes, start + federatedPrefix.length, end);
}

/** @returns where the host begins: after `://`, or at `start` when there is no scheme */
function endOfScheme(bytes: Uint8Array, start: number, end: number): number {
  let index = start;
  while (index < end && isSchemeCharacter(bytes[index]!)) index += 1;
  const found = index > start && bytes[index] === colon && bytes[index + 1] === slash && bytes[index + 2] === slash;
  return found && index + 3 <= end ? index + 3 : start;
}

/** RFC 3986 §3.1: letters, digits, + - and the dot. */
function isSchemeCharacter(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

/**
 * Puts the host at `start` into `site`; addresses and names without a dot, which no domain look-up can find, leave it empty.
 * User information before an @ is skipped where there is a scheme: Android's URLs carry the application's certificate there.
 * Without one it is a mail address, and no site.
 * @returns where the host ends; -1 when there is none
 */
function readSite(bytes: Uint8Array, start: number, end: number, hasScheme: boolean, fields: CredentialFields): number {
  const addressEnd = endOfAddress(bytes, start, end);
  if (addressEnd !== -1) {
    clearSpan(fields.site);
    return addressEnd;
  }
  let hostStart = start;
  let index = start;
  for (; index < end && !endsAuthority(bytes[index]!); index += 1) {
    if (bytes[index] !== at) continue;
    if (!hasScheme) return -1;
    hostStart = index + 1;
  }
  for (let host = hostStart; host < index; host += 1) if (!isHostCharacter(bytes[host]!)) return -1;
  if (index === hostStart) return -1;
  if (!readHostName(bytes, hostStart, index, fields.site)) clearSpan(fields.site);
  return index;
}

/**
 * IPv6: in brackets (RFC 3986 §3.2.2), or without them as some tools write it, when a slash ends it.
 * @returns where it ends; -1 when there is none
 */
function endOfAddress(bytes: Uint8Array, start: number, end: number): number {
  const hasBracket = bytes[start] === openingBracket;
  const first = hasBracket ? start + 1 : start;
  let index = first;
  let colons = 0;
  for (; index < end && isAddressCharacter(bytes[index]!); index += 1) if (bytes[index] === colon) colons += 1;
  if (colons < 2 || index >= end) return -1;
  if (hasBracket) return bytes[index] === closingBracket ? index + 1 : -1;
  return bytes[index] === slash ? index : -1;
}

function isAddressCharacter(byte: number): boolean {
  return byte === colon || byte === 0x2e || isHexDigit(byte);
}

function endsAuthority(byte: number): boolean {
  return byte === slash || byte === 0x3f || byte === 0x23 || isUlpSeparator(byte);
}

/** `: ; |`, the tab and the space. */
function isUlpSeparator(byte: number): boolean {
  return byte === colon || byte === 0x3b || byte === 0x7c || isBlank(byte);
}

/** Skips `:8443` when two more columns follow it: else it is a login of digits. Before a path it is told by its slash. */
function endOfPort(bytes: Uint8Array, hostEnd: number, end: number): number {
  if (bytes[hostEnd] !== colon) return hostEnd;
  let index = hostEnd + 1;
  while (index < end && isDigit(bytes[index]!)) index += 1;
  const digits = index - hostEnd - 1;
  if (digits === 0 || digits > maxPortDigits || index >= end) return hostEnd;
  if (!isUlpSeparator(bytes[index]!)) return hostEnd;
  const separator = skipToSeparator(bytes, index, end);
  const login = skipBlanks(bytes, separator + 1, end);
  return indexOf(bytes, bytes[separator]!, login, end) !== -1 ? index : hostEnd;
}

/** A path can hold separators: the login is the first column without a slash that another one of the same kind ends. */
function readLoginAndSecret(bytes: Uint8Array, pathStart: number, end: number, fields: CredentialFields): Verdict {
  for (let index = pathStart; index < end; index += 1) {
    if (!isUlpSeparator(bytes[index]!)) continue;
    index = skipToSeparator(bytes, index, end);
    const separator = bytes[index]!;
    const loginStart = skipBlanks(bytes, index + 1, end);
    const loginEnd = indexOf(bytes, separator, loginStart, end);
    if (loginEnd === -1 || indexOf(bytes, slash, loginStart, loginEnd) !== -1) continue;
    if (!readLogin(bytes, loginStart, trimmedEnd(bytes, loginStart, loginEnd), fields)) return rejected.no_login;
    const secretStart = skipBlanks(bytes, loginEnd + 1, end);
    if (secretStart >= end) return rejected.no_secret;
    setSpan(fields.secret, bytes, secretStart, end);
    return accepted;
  }
  return rejected.no_secret;
}

/** From a separator to the one that counts: a blank only does when no other separator follows it. */
function skipToSeparator(bytes: Uint8Array, start: number, end: number): number {
  if (!isBlank(bytes[start]!)) return start;
  const next = skipBlanks(bytes, start, end);
  return next < end && isUlpSeparator(bytes[next]!) ? next : start;
}

function indexOf(bytes: Uint8Array, wanted: number, start: number, end: number): number {
  for (let index = start; index < end; index += 1) if (bytes[index] === wanted) return index;
  return -1;
}

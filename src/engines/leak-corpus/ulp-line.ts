import { at, colon, isDigit, isHostCharacter, isLetter, slash } from './characters.ts';
import { type CredentialFields, clearSpan, isEmpty, setSpan } from './credential-fields.ts';
import { readHostName } from './host-name.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected, type Verdict } from './reject-reason.ts';

const maxLoginBytes = 255;
const maxPortDigits = 5;

/** `url:login:password`, the URL with or without a scheme, port and path. */
export function parseUlpLine(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): Verdict {
  const schemeEnd = endOfScheme(bytes, start, end);
  const hostEnd = readSite(bytes, schemeEnd, end, fields);
  if (hostEnd === -1) return rejected.no_login_site;
  // Without a scheme only a host with a top-level domain tells a URL from any other text.
  if (schemeEnd === start && isEmpty(fields.site)) return rejected.no_login_site;
  return readLoginAndSecret(bytes, endOfPort(bytes, hostEnd, end), end, fields);
}

/** Puts the host of the URL or bare host name in `bytes[start .. end]` into `site`, which stays empty when it has none. */
export function readSiteOfUrl(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): void {
  if (readSite(bytes, endOfScheme(bytes, start, end), end, fields) === -1) clearSpan(fields.site);
}

/** Puts a login, mail address or not, into `login` and `mailDomain`. */
export function readLogin(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): boolean {
  if (readMailAddress(bytes, start, end, fields) === end) return true;
  if (end <= start || end - start > maxLoginBytes) return false;
  clearSpan(fields.mailDomain);
  setSpan(fields.login, bytes, start, end);
  return true;
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
 * User information before an @ is skipped: Android's URLs carry the application's certificate there.
 * @returns where the host ends; -1 when there is none
 */
function readSite(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): number {
  let hostStart = start;
  let index = start;
  for (; index < end && !endsAuthority(bytes[index]!); index += 1) if (bytes[index] === at) hostStart = index + 1;
  for (let host = hostStart; host < index; host += 1) if (!isHostCharacter(bytes[host]!)) return -1;
  if (index === hostStart) return -1;
  if (!readHostName(bytes, hostStart, index, fields.site)) clearSpan(fields.site);
  return index;
}

function endsAuthority(byte: number): boolean {
  return byte === slash || byte === 0x3f || byte === 0x23 || isUlpSeparator(byte);
}

/** `: ; |`, the tab and the space. */
function isUlpSeparator(byte: number): boolean {
  return byte === colon || byte === 0x3b || byte === 0x7c || byte === 0x09 || byte === 0x20;
}

/** Skips `:8443` when two more columns follow it: else it is a login of digits. Before a path it is told by its slash. */
function endOfPort(bytes: Uint8Array, hostEnd: number, end: number): number {
  if (bytes[hostEnd] !== colon) return hostEnd;
  let index = hostEnd + 1;
  while (index < end && isDigit(bytes[index]!)) index += 1;
  const digits = index - hostEnd - 1;
  if (digits === 0 || digits > maxPortDigits || index >= end) return hostEnd;
  const login = index + 1;
  return isUlpSeparator(bytes[index]!) && indexOf(bytes, bytes[index]!, login, end) !== -1 ? index : hostEnd;
}

/** A path can hold separators: the login is the first column without a slash that another one of the same kind ends. */
function readLoginAndSecret(bytes: Uint8Array, pathStart: number, end: number, fields: CredentialFields): Verdict {
  for (let index = pathStart; index < end; index += 1) {
    const separator = bytes[index]!;
    if (!isUlpSeparator(separator)) continue;
    const loginEnd = indexOf(bytes, separator, index + 1, end);
    if (loginEnd === -1 || indexOf(bytes, slash, index + 1, loginEnd) !== -1) continue;
    if (!readLogin(bytes, index + 1, loginEnd, fields)) return rejected.no_login;
    if (loginEnd + 1 >= end) return rejected.no_secret;
    setSpan(fields.secret, bytes, loginEnd + 1, end);
    return accepted;
  }
  return rejected.no_secret;
}

function indexOf(bytes: Uint8Array, wanted: number, start: number, end: number): number {
  for (let index = start; index < end; index += 1) if (bytes[index] === wanted) return index;
  return -1;
}

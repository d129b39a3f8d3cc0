import {
  at,
  isBlank,
  isHostCharacter,
  isLocalPartCharacter,
  isSeparator,
  skipBlanks,
  tab,
  trimmedEnd,
} from './characters.ts';
import { type CredentialFields, clearSpan, layoutIndex, setSpan } from './credential-fields.ts';
import { readMailAddress } from './mail-address.ts';
import { accepted, rejected, type Verdict } from './reject-reason.ts';

/** Which of the two stands first in most lines of a list. */
export type ComboOrder = 'mail_first' | 'secret_first';

/** `email:secret`; blanks around the separator are part of it. */
export function parseMailFirst(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): Verdict {
  const addressEnd = readMailAddress(bytes, skipBlanks(bytes, start, end), end, fields);
  if (addressEnd === -1) return rejected.no_mail_address;
  const separatorEnd = endOfSeparator(bytes, addressEnd, end);
  if (separatorEnd === -1) return rejected.no_mail_address;
  if (separatorEnd >= end) return rejected.no_secret;
  setSpan(fields.secret, bytes, separatorEnd, end);
  return acceptAs(layoutIndex.mail_secret, fields);
}

/** `secret:email`; among such lines those that only begin with a mail address are read, too. */
export function parseSecretFirst(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): Verdict {
  const last = trimmedEnd(bytes, start, end);
  let addressStart = last;
  while (addressStart > start && isHostCharacter(bytes[addressStart - 1]!)) addressStart -= 1;
  if (addressStart > start && bytes[addressStart - 1] === at) {
    addressStart -= 1;
    while (addressStart > start && isLocalPartCharacter(bytes[addressStart - 1]!)) addressStart -= 1;
    const secretEnd = startOfSeparator(bytes, start, addressStart);
    if (secretEnd !== -1 && readMailAddress(bytes, addressStart, last, fields) === last) {
      const secretStart = skipBlanks(bytes, start, secretEnd);
      if (secretStart >= secretEnd) return rejected.no_secret;
      setSpan(fields.secret, bytes, secretStart, secretEnd);
      return acceptAs(layoutIndex.secret_mail, fields);
    }
  }
  return parseMailFirst(bytes, start, end, fields);
}

function acceptAs(layout: number, fields: CredentialFields): Verdict {
  clearSpan(fields.site);
  fields.namesSite = false;
  fields.layout = layout;
  return accepted;
}

/** @returns where what follows the separator begins; -1 when there is none. A tab is one only where no other stands beside it. */
function endOfSeparator(bytes: Uint8Array, start: number, end: number): number {
  const place = start < end && isBlank(bytes[start]!) ? skipBlanks(bytes, start, end) : start;
  if (place < end && isSeparator(bytes[place]!)) return skipBlanks(bytes, place + 1, end);
  if (place === end) return end;
  return bytes.subarray(start, place).includes(tab) ? place : -1;
}

/** @returns where what stands before the separator that ends at `end` ends itself; -1 when there is none */
function startOfSeparator(bytes: Uint8Array, start: number, end: number): number {
  const place = trimmedEnd(bytes, start, end);
  if (place > start && isSeparator(bytes[place - 1]!)) return trimmedEnd(bytes, start, place - 1);
  return place > start && place < end && isBlank(bytes[place]!) && bytes.subarray(place, end).includes(tab)
    ? place
    : -1;
}

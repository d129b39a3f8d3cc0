import { at, isHostCharacter, isLocalPartCharacter } from './characters.ts';
import { type CredentialFields, setSpan } from './credential-fields.ts';
import { readHostName } from './host-name.ts';

/** RFC 5321 §4.5.3.1.1. */
const maxLocalPartBytes = 64;

/**
 * Reads the mail address that begins at `start` into `login` and `mailDomain`.
 * @returns where it ends; -1 when none begins there
 */
export function readMailAddress(bytes: Uint8Array, start: number, end: number, fields: CredentialFields): number {
  let index = start;
  while (index < end && isLocalPartCharacter(bytes[index]!)) index += 1;
  if (index >= end || bytes[index] !== at || index === start || index - start > maxLocalPartBytes) return -1;
  const hostStart = index + 1;
  index = hostStart;
  while (index < end && isHostCharacter(bytes[index]!)) index += 1;
  if (!readHostName(bytes, hostStart, index, fields.mailDomain)) return -1;
  setSpan(fields.login, bytes, start, hostStart - 1);
  return index;
}

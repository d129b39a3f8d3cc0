/** Bytes by what they may be part of: one look-up per byte instead of a chain of comparisons. */
const kinds = new Uint8Array(256);

const localPartCharacter = 1;
const hostCharacter = 2;
const separatorCharacter = 4;
const letter = 8;

export const newline = 0x0a;
export const carriageReturn = 0x0d;
export const at = 0x40;
export const colon = 0x3a;
export const dot = 0x2e;
export const slash = 0x2f;
export const quote = 0x22;
const space = 0x20;
export const tab = 0x09;

function mark(characters: string, kind: number): void {
  for (const byte of Buffer.from(characters)) kinds[byte]! |= kind;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
mark(letters, letter | hostCharacter | localPartCharacter);
mark(digits, hostCharacter | localPartCharacter);
// An underscore is no part of a host name, but of names that exist and leak.
mark('.-_', hostCharacter);
// RFC 5322 atext and the dot, without the characters that separate columns.
mark("!#$%&'*+-/=?^_`{}~.", localPartCharacter);
mark(':;|,\t', separatorCharacter);
// Internationalised names and addresses (RFC 6531), in whatever encoding.
for (let byte = 0x80; byte < 256; byte += 1) kinds[byte]! |= localPartCharacter | hostCharacter;

export function isLocalPartCharacter(byte: number): boolean {
  return (kinds[byte]! & localPartCharacter) !== 0;
}

export function isHostCharacter(byte: number): boolean {
  return (kinds[byte]! & hostCharacter) !== 0;
}

/** Separates the columns of a combolist: `: ; | ,` and the tab. */
export function isSeparator(byte: number): boolean {
  return (kinds[byte]! & separatorCharacter) !== 0;
}

/** The space and the tab: what may stand around a separator. */
export function isBlank(byte: number): boolean {
  return byte === space || byte === tab;
}

/** The first place from `start` on that has no blank. */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let index = start;
  while (index < end && isBlank(bytes[index]!)) index += 1;
  return index;
}

/** The end of the text without its trailing blanks. */
export function trimmedEnd(bytes: Uint8Array, start: number, end: number): number {
  let index = end;
  while (index > start && isBlank(bytes[index - 1]!)) index -= 1;
  return index;
}

export function isLetter(byte: number): boolean {
  return (kinds[byte]! & letter) !== 0;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

export function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

/** ASCII only: other bytes are in an encoding that nobody told. */
export function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

/** Part of a byte array. Empty when `end` is not after `start`. */
export interface Span {
  bytes: Uint8Array;
  start: number;
  end: number;
}

/**
 * The fields of one line as places in its bytes. One object is filled again and again: making one for each of a hundred
 * million lines would cost more than reading them.
 */
export interface CredentialFields {
  /** The part before the @ of a mail address, or all of a login that is none. */
  readonly login: Span;
  /** Host of the mail address; empty when the login is none. */
  readonly mailDomain: Span;
  /** Host of the site that the credential is for; empty when unknown. */
  readonly site: Span;
  readonly secret: Span;
}

const nothing = new Uint8Array(0);

function emptySpan(): Span {
  return { bytes: nothing, start: 0, end: 0 };
}

export function createCredentialFields(): CredentialFields {
  return { login: emptySpan(), mailDomain: emptySpan(), site: emptySpan(), secret: emptySpan() };
}

export function setSpan(span: Span, bytes: Uint8Array, start: number, end: number): void {
  span.bytes = bytes;
  span.start = start;
  span.end = end;
}

export function clearSpan(span: Span): void {
  setSpan(span, nothing, 0, 0);
}

export function isEmpty(span: Span): boolean {
  return span.end <= span.start;
}

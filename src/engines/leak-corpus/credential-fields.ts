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
  /** Whether the file says that the secret is a hash, whatever it looks like. */
  isHash: boolean;
  /** Whether the line says for which site the credential is, by a URL or host, be it one of which nothing is kept. */
  namesSite: boolean;
  /** What stood where; the index in `layouts`. */
  layout: number;
}

/** How a record can stand in a file. The order is the order in which reports show them, and what the threads count by. */
export const layouts = [
  'mail_secret',
  'secret_mail',
  'site_login_secret',
  'login_secret_site',
  'block',
  'csv',
  'json',
  'sql',
] as const;
export type Layout = (typeof layouts)[number];

const indexes = Object.fromEntries(layouts.map((layout, index) => [layout, index]));
export const layoutIndex = indexes as Readonly<Record<Layout, number>>;

const nothing = new Uint8Array(0);

function emptySpan(): Span {
  return { bytes: nothing, start: 0, end: 0 };
}

export function createCredentialFields(): CredentialFields {
  return {
    login: emptySpan(),
    mailDomain: emptySpan(),
    site: emptySpan(),
    secret: emptySpan(),
    isHash: false,
    namesSite: false,
    layout: 0,
  };
}

export function setSpan(span: Span, bytes: Uint8Array, start: number, end: number): void {
  span.bytes = bytes;
  span.start = start;
  span.end = end;
}

export function clearSpan(span: Span): void {
  setSpan(span, nothing, 0, 0);
}

export function isEmptySpan(span: Span): boolean {
  return span.end <= span.start;
}

/**
 * - `denied`: the URL, or an address that its host has, is none that requests go to; no connection was made.
 * - `unresolved`: the name servers gave no answer. - `timeout`: no complete answer in time. - `tls`: no trusted connection.
 * - `connection`: refused, reset, closed, or no HTTP.
 */
export type OutboundFailureKind = 'denied' | 'unresolved' | 'timeout' | 'tls' | 'connection';

/** A request came to no answer; the message may be shown to whoever chose the URL. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  readonly kind: OutboundFailureKind;
  /** Passes through what makes connections. */
  readonly code: string;

  constructor(kind: OutboundFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.code = `OUTBOUND_${kind.toUpperCase()}`;
  }
}

/** The same words whatever is behind an address that is denied, and for names that do not exist: nobody learns of inner networks. */
export function deniedFailure(): OutboundFailure {
  return new OutboundFailure('denied', 'The host has no address that requests may go to.');
}

/** What went wrong on the way to an address that was judged. */
export function failureOf(error: unknown, deadlineMs: number): OutboundFailure {
  const found = chainOf(error).find((link) => link instanceof OutboundFailure);
  if (found) return found;
  const codes = chainOf(error).map((link) => (link as { code?: unknown }).code);
  const names = chainOf(error).map((link) => (link as Error).name);
  if (codes.some(isTimeout) || names.includes('TimeoutError'))
    return new OutboundFailure('timeout', `There was no complete answer within ${deadlineMs / 1_000} seconds.`, {
      cause: error,
    });
  const code = codes.find((candidate) => typeof candidate === 'string') as string | undefined;
  if (code !== undefined && isAboutTls(code))
    return new OutboundFailure('tls', `No trusted TLS connection came about (${code}).`, { cause: error });
  const reason = code === undefined ? '' : ` (${code})`;
  return new OutboundFailure('connection', `The connection failed before there was an answer${reason}.`, {
    cause: error,
  });
}

function isTimeout(code: unknown): boolean {
  return typeof code === 'string' && /TIMEOUT$|^ETIMEDOUT$/.test(code);
}

function isAboutTls(code: string): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code);
}

function chainOf(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = error; link instanceof Error && links.length < 5; link = link.cause) {
    links.push(link, ...(link instanceof AggregateError ? link.errors : []));
  }
  return links;
}

/** SQLSTATE: connection exceptions, insufficient resources (a full disk, too many connections), shutdown and recovery, system errors. */
const outageClasses = /^(08|53|57P|58)/;
/** What Node.js says of a way that is gone. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** What `pg` says without a code. */
const clientMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/;

/** SQLSTATE disk_full. */
export const diskFull = '53100';

/**
 * Whether an error says that something outside of the program is away: the database, or the way to it. Where in the program that was
 * noticed says nothing then.
 */
export function isOutage(error: unknown): error is Error & { readonly code?: string } {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return outageClasses.test(code) || networkCodes.has(code);
  return clientMessages.test(error.message);
}

/** The embedded database cannot be used; the message is written for the operator and says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

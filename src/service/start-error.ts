/** The service cannot run; the message says why in one sentence, fit for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

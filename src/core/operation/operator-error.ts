/** A command that cannot be carried out as given; the message tells the operator why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

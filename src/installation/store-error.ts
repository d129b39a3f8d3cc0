/** The installation cannot be used as it is; the message tells the operator what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

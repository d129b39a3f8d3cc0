import type { Operation } from './operation.ts';

/** Takes what was done back with it, and the result along. */
class Undone<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('Only tried.');
    this.result = result;
  }
}

/** Does work in a transaction, or only finds out what it comes to. */
export function doOrTry<T>(operation: Operation, isTry: boolean, work: (tx: Operation) => Promise<T>): Promise<T> {
  return isTry ? tryOut(operation, work) : work(operation);
}

/** What work in a transaction comes to, by the very same rules, since it is done and undone: nothing changes, and nobody is told. */
export async function tryOut<T>(operation: Operation, work: (tx: Operation) => Promise<T>): Promise<T> {
  try {
    return await operation.transaction(async (tx) => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}

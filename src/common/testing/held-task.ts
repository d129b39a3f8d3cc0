/** A task that notes its start in the log, and runs until it is told to end. */
export function heldTask(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = () => {
    log.push(name);
    return promise;
  };
  return { task, end: resolve };
}

/** Lets everything happen that can without an end of a task. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

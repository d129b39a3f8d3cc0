/** The queue was full and the work was the one to go: others have less waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface FairQueueOptions {
  /** How many run at once. */
  readonly parallel: number;
  /** How many of one path may wait. */
  readonly maxWaitingPerPath: number;
  /** How many may wait in all. */
  readonly maxWaiting: number;
}

interface Waiter {
  start(): void;
  refuse(): void;
}

/** What waits under a name: work itself at the end of a path, or what waits under further names. The first in the map is next. */
class Branch {
  size = 0;
  readonly waiters: Waiter[] = [];
  readonly branches = new Map<string, Branch>();
}

/**
 * Runs work a few at a time. Whose turn it is goes round: among the first names of all paths that wait, then among the second
 * names of those with that first name, and so on; within one path by arrival. So nobody waits for more than one piece of work of
 * each other name, however much of it there is. When too many wait in all, it is the longest branch that loses its latest.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #root = new Branch();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @param path for whom the work is, from the coarsest to the finest: all paths of one queue have the same length
   * @throws QueueFull when too many wait for the same, or too many in all and most of them for the same
   */
  async run<T>(path: readonly string[], work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.parallel) this.#running += 1;
    else await new Promise<void>((start, reject) => this.#wait(path, { start, refuse: () => reject(new QueueFull()) }));
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over.
      const next = this.#takeNext();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #wait(path: readonly string[], waiter: Waiter): void {
    const line = this.#lineOf(path);
    const last = line.at(-1)!;
    last.waiters.push(waiter);
    for (const branch of line) branch.size += 1;
    if (last.waiters.length > this.#options.maxWaitingPerPath) this.#removeLatest(path);
    else if (this.#root.size > this.#options.maxWaiting) this.#removeLatest(this.#longestPath());
  }

  /** The branches of a path from the root to the end, made where they are missing. */
  #lineOf(path: readonly string[]): Branch[] {
    const line = [this.#root];
    for (const name of path) {
      const { branches } = line.at(-1)!;
      if (!branches.has(name)) branches.set(name, new Branch());
      line.push(branches.get(name)!);
    }
    return line;
  }

  #takeNext(): Waiter | undefined {
    if (this.#root.size === 0) return undefined;
    let branch = this.#root;
    branch.size -= 1;
    while (branch.branches.size > 0) {
      const [name, first] = branch.branches.entries().next().value!;
      first.size -= 1;
      // To the end of the line, or out of it.
      branch.branches.delete(name);
      if (first.size > 0) branch.branches.set(name, first);
      branch = first;
    }
    return branch.waiters.shift();
  }

  #longestPath(): string[] {
    const path: string[] = [];
    for (let branch = this.#root; branch.branches.size > 0; ) {
      const [name, longest] = [...branch.branches].reduce((a, b) => (b[1].size >= a[1].size ? b : a));
      path.push(name);
      branch = longest;
    }
    return path;
  }

  #removeLatest(path: readonly string[]): void {
    const line = this.#lineOf(path);
    for (const branch of line) branch.size -= 1;
    for (const [index, name] of path.entries()) {
      if (line[index + 1]!.size === 0) line[index]!.branches.delete(name);
    }
    line.at(-1)!.waiters.pop()!.refuse();
  }
}

import { Tally } from './tally.ts';

/** The queue was full and the work was the one to go, since others have less waiting; or its turn did not come in time. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface FairQueueOptions {
  /** How many run at once. */
  readonly parallel: number;
  /** How many of one first name run at once. Default: as many as there may be. */
  readonly parallelPerName?: number;
  /** How many of one path run at once. Default: as many as there may be. */
  readonly parallelPerPath?: number;
  /** How many of one path may wait. */
  readonly maxWaitingPerPath: number;
  /** How many of one first name may wait. Default: as many as there may be in all. */
  readonly maxWaitingPerName?: number;
  /** How many may wait in all. */
  readonly maxWaiting: number;
}

export interface TurnOptions {
  /** How long it may wait for its turn. Default: as long as it takes. */
  readonly maxWaitMs?: number;
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
 * each other name, however much of it there is; and where a first name has a share, not for its other pieces either, however long
 * they run. When too many wait in all, it is the longest branch that loses its latest.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #root = new Branch();
  #running = 0;
  readonly #runningOfName = new Tally();
  readonly #runningOfPath = new Tally();

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#root.size;
  }

  /**
   * @param path for whom the work is, from the coarsest to the finest: all paths of one queue have the same length
   * @throws QueueFull when too many wait for the same, or too many in all and most of them for the same; or when it has waited for too long
   */
  async run<T>(path: readonly string[], work: () => Promise<T>, { maxWaitMs }: TurnOptions = {}): Promise<T> {
    if (this.#running < this.#options.parallel && this.#hasNameShareLeft(path) && this.#hasPathShareLeft(path))
      this.#begin(path);
    else await this.#turn(path, maxWaitMs);
    try {
      return await work();
    } finally {
      this.#end(path);
    }
  }

  #hasNameShareLeft([name]: readonly string[]): boolean {
    const { parallelPerName = Number.POSITIVE_INFINITY } = this.#options;
    return this.#runningOfName.of(name!) < parallelPerName;
  }

  #hasPathShareLeft(path: readonly string[]): boolean {
    const { parallelPerPath = Number.POSITIVE_INFINITY } = this.#options;
    return this.#runningOfPath.of(keyOf(path)) < parallelPerPath;
  }

  #begin(path: readonly string[]): void {
    this.#running += 1;
    this.#runningOfName.add(path[0]!);
    this.#runningOfPath.add(keyOf(path));
  }

  /** Whoever is next takes the place over. */
  #end(path: readonly string[]): void {
    this.#running -= 1;
    this.#runningOfName.remove(path[0]!);
    this.#runningOfPath.remove(keyOf(path));
    const next = this.#nextPath(this.#root, []);
    if (next === null) return;
    this.#begin(next);
    this.#takeFirst(next).start();
  }

  #turn(path: readonly string[], maxWaitMs: number | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { start: resolve, refuse: () => reject(new QueueFull()) };
    this.#wait(path, waiter);
    if (maxWaitMs === undefined) return promise;
    const timer = setTimeout(() => this.#remove(path, waiter), maxWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #wait(path: readonly string[], waiter: Waiter): void {
    const line = this.#lineOf(path);
    const last = line.at(-1)!;
    last.waiters.push(waiter);
    for (const branch of line) branch.size += 1;
    const { maxWaitingPerPath, maxWaiting, maxWaitingPerName = maxWaiting } = this.#options;
    if (last.size > maxWaitingPerPath || line[1]!.size > maxWaitingPerName) this.#remove(path, waiter);
    else if (this.#root.size > maxWaiting) this.#removeLatest(this.#longestPath());
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

  /** Whose turn it is, of those that have a share left. */
  #nextPath({ branches }: Branch, path: readonly string[]): readonly string[] | null {
    if (path.length > 0 && !this.#hasNameShareLeft(path)) return null;
    if (path.length > 0 && branches.size === 0) return this.#hasPathShareLeft(path) ? path : null;
    for (const [name, branch] of branches) {
      const next = this.#nextPath(branch, [...path, name]);
      if (next !== null) return next;
    }
    return null;
  }

  #takeFirst(path: readonly string[]): Waiter {
    const line = this.#lineOf(path);
    for (const branch of line) branch.size -= 1;
    for (const [index, name] of path.entries()) {
      const [{ branches }, branch] = [line[index]!, line[index + 1]!];
      // To the end of the line, or out of it.
      branches.delete(name);
      if (branch.size > 0) branches.set(name, branch);
    }
    return line.at(-1)!.waiters.shift()!;
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
    this.#remove(path, this.#lineOf(path).at(-1)!.waiters.at(-1)!);
  }

  #remove(path: readonly string[], waiter: Waiter): void {
    const line = this.#lineOf(path);
    const { waiters } = line.at(-1)!;
    waiters.splice(waiters.indexOf(waiter), 1);
    for (const branch of line) branch.size -= 1;
    for (const [index, name] of path.entries()) {
      if (line[index + 1]!.size === 0) line[index]!.branches.delete(name);
    }
    waiter.refuse();
  }
}

function keyOf(path: readonly string[]): string {
  return path.join('\n');
}

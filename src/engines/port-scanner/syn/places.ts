interface Waiting {
  enter(): void;
  reject(reason: unknown): void;
}

/** A limited number of places; who finds none waits in line. */
export class Places {
  #free: number;
  readonly #line = new Set<Waiting>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * @returns leaves the place; to be called once
   * @throws the signal's reason when aborted while waiting
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitInLine(signal);
    return () => this.#leave();
  }

  /** Rejects everyone who waits. */
  close(reason: unknown): void {
    for (const waiting of this.#line) waiting.reject(reason);
    this.#line.clear();
  }

  async #waitInLine(signal: AbortSignal | undefined): Promise<void> {
    let waiting: Waiting | undefined;
    const abort = (): void => waiting?.reject(signal?.reason);
    try {
      await new Promise<void>((enter, reject) => {
        waiting = { enter, reject };
        this.#line.add(waiting);
        signal?.addEventListener('abort', abort, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      if (waiting !== undefined) this.#line.delete(waiting);
    }
  }

  #leave(): void {
    const [next] = this.#line;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#line.delete(next);
    next.enter();
  }
}

/** How many there are under each name. A name without any takes no room. */
export class Tally {
  readonly #counts = new Map<string, number>();

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }

  /** Of a name that has one. */
  remove(name: string): void {
    const left = this.of(name) - 1;
    if (left === 0) this.#counts.delete(name);
    else this.#counts.set(name, left);
  }
}

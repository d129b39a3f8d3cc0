/** How many there are under each name. A name without any takes no room. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Under all names. */
  get total(): number {
    return this.#total;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
    this.#total += 1;
  }

  /** Of a name that has one. */
  remove(name: string): void {
    const left = this.of(name) - 1;
    if (left === 0) this.#counts.delete(name);
    else this.#counts.set(name, left);
    this.#total -= 1;
  }
}

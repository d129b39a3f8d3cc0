/** Finds a port's position in an ascending list: by subtraction where the list is a range, as the full one is. */
export class PortIndex {
  readonly ports: Uint16Array;
  readonly #first: number;
  readonly #isRange: boolean;

  /** @param ports Ascending and unique. */
  constructor(ports: Uint16Array) {
    this.ports = ports;
    this.#first = ports[0] ?? 0;
    this.#isRange = (ports.at(-1) ?? 0) - this.#first === ports.length - 1;
  }

  /** -1 when the port is not in the list. */
  of(port: number): number {
    if (this.#isRange) {
      const index = port - this.#first;
      return index < this.ports.length ? Math.max(-1, index) : -1;
    }
    let low = 0;
    let high = this.ports.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const value = this.ports[middle] ?? 0;
      if (value === port) return middle;
      if (value < port) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

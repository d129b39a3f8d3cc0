/** Bytes that are put together one after another. What was taken out is overwritten: it may have been a secret. */
export class ByteSink {
  #bytes = new Uint8Array(1_024);
  length = 0;

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(this.length + 1);
    this.#bytes[this.length++] = value;
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(this.length + bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(text: string): void {
    this.append(Buffer.from(text));
  }

  /** Takes all of it out. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes.fill(0, 0, this.length);
    this.length = 0;
  }

  #grow(least: number): void {
    const larger = new Uint8Array(Math.max(least, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes.fill(0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Turns a text in which records have no lines of their own into one with a JSON object in a line for each. */
export interface Reshaper {
  /** @param chunk what comes next; it is overwritten with zeros */
  push(chunk: Uint8Array): Uint8Array;
  /** What is left at the end of the text. */
  finish(): Uint8Array;
}

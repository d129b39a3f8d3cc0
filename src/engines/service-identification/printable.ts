const decoder = new TextDecoder('utf-8');

/**
 * Untrusted text as one harmless line: control, formatting (direction overrides, zero widths), private and unassigned
 * characters become spaces, runs of white space one space.
 *
 * @returns null when nothing printable is left.
 */
export function printableText(text: string, maxLength: number): string | null {
  const clean = text
    .slice(0, maxLength * 8)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();
  return [...clean].slice(0, maxLength).join('').trim() || null;
}

/** First line of what a service sent that has anything printable in it; invalid UTF-8 shows as U+FFFD. */
export function firstPrintableLine(bytes: Buffer, maxLength: number): string | null {
  const text = decoder.decode(bytes.subarray(0, maxLength * 16));
  for (const line of text.split(/[\r\n]/)) {
    const clean = printableText(line, maxLength);
    if (clean !== null) return clean;
  }
  return null;
}

/** Bytes as text for protocol parsing, one character per byte, the first 8 KiB: enough for any greeting. */
export function asciiText(bytes: Buffer): string {
  return bytes.toString('latin1', 0, Math.min(bytes.length, 8192));
}

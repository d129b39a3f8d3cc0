/**
 * Domains are sorted by their labels from the top-level domain down, each label followed by a zero byte: `com\0example\0` for
 * example.com. The key of a domain is then a prefix of the keys of its sub-domains and of no other key, so that a domain and
 * everything under it stand together.
 *
 * Keys are text of one character per byte (latin1): JavaScript compares it as PostgreSQL compares `bytea`.
 */
export type DomainKey = string;

/** @param domain lower-case labels without a trailing dot */
export function domainKey(domain: string): DomainKey {
  return `${domain.split('.').reverse().join('\0')}\0`;
}

export function domainOfKey(key: DomainKey): string {
  return key.slice(0, -1).split('\0').reverse().join('.');
}

/** The first key after a domain and everything under it. */
export function keyAfterSubdomains(key: DomainKey): DomainKey {
  return `${key.slice(0, -1)}\x01`;
}

/** Writes the key of the domain in `bytes` to `target`, as many bytes as the domain has and one more. */
export function writeDomainKey(
  bytes: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  targetStart: number,
): void {
  let place = targetStart;
  let labelEnd = end;
  for (let index = end - 1; index >= start - 1; index -= 1) {
    if (index >= start && bytes[index] !== dot) continue;
    for (let letter = index + 1; letter < labelEnd; letter += 1) target[place++] = bytes[letter]!;
    target[place++] = 0;
    labelEnd = index;
  }
}

const dot = 0x2e;

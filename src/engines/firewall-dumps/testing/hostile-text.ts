/** A family of dumps that are made to cost as much as they can. */
export interface HostileDump {
  readonly name: string;
  /** @returns a dump of about that many bytes, and never more; the API takes 2 MiB with the JSON around it */
  readonly dump: (bytes: number) => string;
}

/** As many lines as fit between head and foot. */
export function fill(bytes: number, head: string, line: (index: number) => string, foot = ''): string {
  const parts = [head];
  let left = bytes - head.length - foot.length;
  for (let index = 0; ; index += 1) {
    const next = line(index);
    left -= next.length;
    if (left < 0) break;
    parts.push(next);
  }
  return [...parts, foot].join('');
}

export const octets = (index: number) => `${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
/** One of many addresses that are nowhere near each other. */
export const address = (index: number) => `${1 + ((index >> 8) % 200)}.${index & 255}.${(index >> 16) & 127}.0`;
export const port = (index: number) => 1 + (index % 65_535);
/** Odd ports do not grow together. */
export const oddPort = (index: number) => 1 + 2 * (index % 32_767);
export const sourceNetwork = (index: number) =>
  `${1 + ((index >> 16) % 200)}.${(index >> 8) & 255}.${index & 255}.0/24`;

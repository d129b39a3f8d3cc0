/**
 * Compares two package versions as dpkg does (Debian policy 5.6.12): by epoch, version and revision.
 * @returns below 0 when `one` is older, above 0 when it is newer
 */
export function compareDebianVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.epoch - b.epoch || comparePart(a.version, b.version) || comparePart(a.revision, b.revision);
}

/** Without its epoch: `1:9.2p1-2` is `9.2p1-2`. No greeting has one. */
export function withoutEpoch(version: string): string {
  return version.includes(':') ? version.replace(/^\d+:/, '') : version;
}

/**
 * As a greeting can state it: without epoch, and without the mark that Debian took something out of what the makers published. Of
 * `1:11.8.9+ds-0+deb13u1` that is `11.8.9-0+deb13u1`.
 */
export function asStated(version: string): string {
  const { version: upstream, revision } = partsOf(version);
  const plain = upstream.replace(/[+~.](?:dfsg|ds)[\d.]*$/, '');
  return revision === '' ? plain : `${plain}-${revision}`;
}

/** Without epoch and revision: `9.2p1`. */
export function upstreamOf(version: string): string {
  return partsOf(version).version;
}

function partsOf(text: string) {
  const version = withoutEpoch(text);
  const epoch = version === text ? 0 : Number.parseInt(text, 10);
  const dash = version.lastIndexOf('-');
  return dash < 0
    ? { epoch, version, revision: '' }
    : { epoch, version: version.slice(0, dash), revision: version.slice(dash + 1) };
}

/** Words and numbers take turns, a word first. */
function comparePart(one: string, other: string): number {
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    for (; !isEndOfWord(one, a) || !isEndOfWord(other, b); a++, b++) {
      const difference = rank(one, a) - rank(other, b);
      if (difference !== 0) return difference;
    }
    const [endA, endB] = [endOfNumber(one, a), endOfNumber(other, b)];
    const difference = compareNumbers(one.slice(a, endA), other.slice(b, endB));
    if (difference !== 0) return difference;
    [a, b] = [endA, endB];
  }
  return 0;
}

/** By digits: a number may be longer than what is exact as one. */
function compareNumbers(one: string, other: string): number {
  const [a, b] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

function isEndOfWord(text: string, index: number): boolean {
  return index >= text.length || isDigit(text, index);
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end)) end += 1;
  return end;
}

/** A tilde stands before the end, the end and digits before letters, and letters before all else. */
function rank(text: string, index: number): number {
  if (isEndOfWord(text, index)) return 0;
  const code = text.charCodeAt(index);
  if (code === 126) return -1;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? code : code + 256;
}

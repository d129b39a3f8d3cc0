/** Parameters of punycode (RFC 3492, section 5). */
const base = 36;
const minThreshold = 1;
const maxThreshold = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** Scripts whose letters nobody takes for Latin ones. Those of one set stand together in one word. */
const unmistakable: readonly RegExp[] = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^[\p{Script=Hangul}\p{Script=Han}]+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Hebrew}+$/u,
  /^\p{Script=Thai}+$/u,
  /^[\p{Script=Devanagari}]+$/u,
  // Latin as European languages write it, but for letters that look like others: dotless i, long s, kra.
  /^[a-zß-öø-ÿĀ-ſșț]+$/u,
];
const mistakable = /[ıſĸŉ]/u;
const encodedName = /(?<![a-z0-9.-])(?:[a-z0-9-]+\.)*xn--[a-z0-9-]+(?:\.[a-z0-9-]+)*/gi;

/**
 * A domain name as people read it: `münchen.de` for `xn--mnchen-3ya.de`. Where it mixes scripts, or is in one whose letters can be
 * taken for Latin ones, what DNS carries stands beside it: `аррӏе.com (xn--80ak6aa92e.com)`. What is not punycode stays as it is.
 */
export function readableName(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  if (!labels.some(isEncoded)) return domain;
  const decoded = labels.map((label) => (isEncoded(label) ? decodePunycode(label.slice(4)) : label));
  if (!decoded.every((label) => label !== null && isShowable(label))) return domain;
  const name = decoded.join('.');
  const isPlain = decoded.every((label, index) => !isEncoded(labels[index]!) || isUnmistakable(label!));
  return isPlain ? name : `${name} (${domain})`;
}

/** The same for every domain name in a text. */
export function withReadableNames(text: string): string {
  return text.replaceAll(encodedName, (name) => readableName(name));
}

function isEncoded(label: string): boolean {
  return label.startsWith('xn--');
}

/** Letters, marks and digits only: nothing invisible, and nothing that turns the direction of the text around it by itself. */
function isShowable(label: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}-]+$/u.test(label);
}

function isUnmistakable(label: string): boolean {
  const letters = label.normalize('NFC').replaceAll(/[0-9-]/g, '');
  return !mistakable.test(letters) && unmistakable.some((script) => script.test(letters));
}

/** Null: it is no punycode. */
function decodePunycode(text: string): string | null {
  const delimiter = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(0, delimiter))].map((letter) => letter.codePointAt(0)!);
  let position = 0;
  let code = initialCode;
  let bias = initialBias;
  for (let at = delimiter + 1; at < text.length; ) {
    const before = position;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(text[at]);
      at += 1;
      if (digit === null) return null;
      position += digit * weight;
      const threshold = Math.min(Math.max(step - bias, minThreshold), maxThreshold);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (weight > Number.MAX_SAFE_INTEGER / base) return null;
    }
    bias = adapted(position - before, output.length + 1, before === 0);
    code += Math.floor(position / (output.length + 1));
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    position %= output.length + 1;
    output.splice(position, 0, code);
    position += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(letter: string | undefined): number | null {
  if (letter === undefined) return null;
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 97;
  return letter >= '0' && letter <= '9' ? letter.charCodeAt(0) - 22 : null;
}

function adapted(delta: number, points: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : delta >> 1;
  left += Math.floor(left / points);
  let steps = 0;
  for (; left > ((base - minThreshold) * maxThreshold) / 2; steps += base)
    left = Math.floor(left / (base - minThreshold));
  return steps + Math.floor(((base - minThreshold + 1) * left) / (left + skew));
}

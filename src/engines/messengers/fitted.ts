/** What steers a terminal, forges a line or turns the direction of the text around it. */
const unfit = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** How long a text may be: UTF-16 units, which no provider counts as more than one character, and bytes of UTF-8. */
export interface Limit {
  readonly characters: number;
  readonly bytes?: number;
}

/** Text of any origin as one line of well-formed Unicode. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(unfit, ' ').trim();
}

/**
 * Text of any origin as one line of a format, within its limits. What does not fit is cut, an ellipsis says so; a character and what
 * it is escaped as stay whole.
 * @param written what one character is written as
 */
export function fitted(text: string, limit: Limit, written: (character: string) => string = (same) => same): string {
  const units = Array.from(oneLine(text), written);
  const all = units.join('');
  if (fits(all, limit)) return all;
  const ellipsis = written('…');
  const bytes = (limit.bytes ?? Number.POSITIVE_INFINITY) - Buffer.byteLength(ellipsis);
  const characters = limit.characters - ellipsis.length;
  let [usedBytes, usedCharacters, end] = [0, 0, 0];
  for (const unit of units) {
    usedBytes += Buffer.byteLength(unit);
    usedCharacters += unit.length;
    if (usedBytes > bytes || usedCharacters > characters) break;
    end += 1;
  }
  return units.slice(0, end).join('') + ellipsis;
}

/** As many whole lines as fit, joined by line breaks; what is left out is told by `rest`, which always fits in. */
export function fittedLines(lines: readonly string[], limit: Limit, rest: string): string {
  const all = lines.join('\n');
  if (fits(all, limit)) return all;
  for (let count = lines.length - 1; count > 0; count -= 1) {
    const some = `${lines.slice(0, count).join('\n')}\n${rest}`;
    if (fits(some, limit)) return some;
  }
  return rest;
}

function fits(text: string, { characters, bytes = Number.POSITIVE_INFINITY }: Limit): boolean {
  return text.length <= characters && Buffer.byteLength(text) <= bytes;
}

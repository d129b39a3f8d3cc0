import { create, type Font, type GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { fontFiles } from '../../common/font-files.ts';

export type Weight = keyof typeof fontFiles;

/** Read once for all documents of a thread: that takes longer than all the rest of one. */
export const fonts: Readonly<Record<Weight, Font>> = {
  regular: remembering(create(fontFiles.regular) as Font),
  strong: remembering(create(fontFiles.strong) as Font),
};

/** Words are laid out one by one, and reports say much the same: half of the time of a report goes there. */
function remembering(font: Font): Font {
  const layOut = font.layout.bind(font);
  const runs = new LRUCache<string, GlyphRun>({ max: 2_000 });
  font.layout = (word, ...options) => {
    if (options.some((option) => option !== undefined)) return layOut(word, ...options);
    const run = runs.get(word) ?? layOut(word);
    runs.set(word, run);
    // Whoever gets it scales its positions.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
  return font;
}

const known = new Set(fonts.regular.characterSet);
const replacement = '\u25a1';
/** Longer text is never shown whole. */
const maxLength = 1_000;
/** Marks upon marks grow beyond the line. */
const stackedMarks = /(\p{M}{2})\p{M}+/gu;

/** Text of any origin as one line that the typeface can show: a run of characters that it lacks becomes one box. */
export function showable(text: string): string {
  const cut = [
    ...text
      .slice(0, 4 * maxLength)
      .toWellFormed()
      .normalize('NFC'),
  ]
    .slice(0, maxLength)
    .join('');
  let shown = '';
  for (const character of cut
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll(stackedMarks, '$1')
    .trim()) {
    if (known.has(character.codePointAt(0)!)) shown += character;
    else if (!shown.endsWith(replacement) && !/^\p{M}$/u.test(character)) shown += replacement;
  }
  return shown;
}

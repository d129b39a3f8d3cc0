import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

function load(file: string): Buffer {
  return readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`));
}

/** Inter covers Latin, Greek and Cyrillic; a document carries the glyphs that it uses. */
export const fontFiles = {
  regular: load('400Regular/Inter_400Regular.ttf'),
  strong: load('600SemiBold/Inter_600SemiBold.ttf'),
} as const;

export type Weight = keyof typeof fontFiles;

/** Read once for all documents of a thread: that takes longer than all the rest of one. */
export const fonts: Readonly<Record<Weight, Font>> = {
  regular: create(fontFiles.regular) as Font,
  strong: create(fontFiles.strong) as Font,
};

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

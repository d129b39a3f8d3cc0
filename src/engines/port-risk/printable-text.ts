/**
 * Untrusted text as part of one line: control, formatting and other invisible characters become spaces, quotation marks
 * plain apostrophes (the text is shown between quotation marks). Null when nothing is left.
 */
export function printableText(text: string | null, maxLength: number): string | null {
  const clean = (text ?? '')
    .slice(0, maxLength * 8)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/["“”„«»]/g, "'")
    .trim();
  const characters = [...clean];
  if (characters.length === 0) return null;
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}

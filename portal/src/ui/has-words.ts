/** Whether each word of what was typed stands somewhere in a text, whatever its case and accents. */
export function hasWords(text: string, typed: string): boolean {
  const plain = plainly(text);
  return plainly(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function plainly(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** What somebody lists in one field, with commas or spaces between. */
export function entriesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

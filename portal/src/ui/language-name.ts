/**
 * A language as its own readers call it: `Deutsch`.
 * @param language BCP 47
 */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

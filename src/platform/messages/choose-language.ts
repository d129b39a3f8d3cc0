import { english, languages } from './languages.ts';

/** More than any browser sends; the rest of a longer list is nobody's wish. */
const maxRanges = 20;

/**
 * The language for somebody: of the first wish that names one that there is a catalogue of, else English.
 * @param wishes in their order, each a language tag or the value of an `Accept-Language` header (RFC 9110, 12.5.4)
 */
export function chooseLanguage(...wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const known = rangesOf(wish ?? '')
      .map(closestTo)
      .find((language) => language !== undefined);
    if (known !== undefined) return known;
  }
  return english;
}

/** The language ranges of a header by their weight, without those that are not wanted. */
function rangesOf(header: string): string[] {
  const weighted = header
    .toLowerCase()
    .split(',', maxRanges)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { range, weight: Number(quality) };
    });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
}

/** `pt-BR` is read as `pt`, as long as there is no catalogue of its own. */
function closestTo(range: string): string | undefined {
  const [language] = range.split('-');
  return (
    languages.find((known) => known.toLowerCase() === range) ??
    languages.find((known) => known.toLowerCase() === language)
  );
}

import { purposeRows } from './risk-rows/purposes.ts';
import { riskTable } from './risk-table.ts';
import { sentences } from './sentences.ts';

/** A piece of text by its key in `englishWording`, with what is filled in. */
export interface Phrase {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Says a phrase in a language. It must take values, which may come from the network, for nothing but text. */
export type Wording = (phrase: Phrase) => string;

/**
 * Everything that assessments say, in English, by key. Placeholders stand in braces. Wordings of other languages have the same keys;
 * their names of things (`thing.…`) are the subjects of sentences, with their article.
 */
export const englishWording: Readonly<Record<string, string>> = {
  ...sentences,
  ...Object.fromEntries(
    [...riskTable, ...purposeRows].flatMap(({ id, thing, why, advice, open, guarded }) =>
      Object.entries({
        [`thing.${id}`]: thing,
        [`why.${id}`]: why,
        [`advice.${id}`]: advice,
        [`open-reason.${id}`]: open?.reason,
        [`open-advice.${id}`]: open?.advice,
        [`guarded-why.${id}`]: guarded?.why,
        [`guarded-advice.${id}`]: guarded?.advice,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  ),
};

export const inEnglish: Wording = ({ key, values = {} }) => {
  const text = englishWording[key];
  if (text === undefined) throw new Error(`There is no text ${key}.`);
  return text.replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]));
};

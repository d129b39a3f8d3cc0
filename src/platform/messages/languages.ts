import { readdirSync } from 'node:fs';

/** Where the catalogues are, a file for each language. */
export const catalogueFolder = new URL('../../../locales/', import.meta.url);

/** The language of the API, and of everybody of whom no other is known. */
export const english = 'en';

/** The languages (BCP 47) that there is a catalogue of, in alphabetical order. */
export const languages = readdirSync(catalogueFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort() as [string, ...string[]];

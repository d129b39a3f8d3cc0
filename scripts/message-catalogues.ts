import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import messageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';

const directory = join(import.meta.dirname, '../locales');

/** Its types call it the default export; it is the module. */
const MessageFormat = messageFormat as unknown as typeof messageFormat.default;

/** The texts of one language: ICU messages by key, in the order of their file. */
export type Catalogue = Readonly<Record<string, string>>;

/** The languages that have a file, `en` first: it says which messages there are. */
export const languages: readonly string[] = readdirSync(directory)
  .map((name) => name.replace(/\.json$/, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));

export function cataloguePath(language: string): string {
  return join(directory, `${language}.json`);
}

export function readCatalogue(language: string): Catalogue {
  return JSON.parse(readFileSync(cataloguePath(language), 'utf8'));
}

/** @returns whether the keys were in another order */
export function sortCatalogue(language: string): boolean {
  const catalogue = readCatalogue(language);
  const sorted = Object.fromEntries(Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify(sorted, null, 2)}\n`;
  if (text === readFileSync(cataloguePath(language), 'utf8')) return false;
  writeFileSync(cataloguePath(language), text);
  return true;
}

/**
 * Some messages as an ES module without a parser: its default export has a function by key.
 * @param isWanted tells by its key whether a message is one of them
 * @throws Error for a message that is no ICU text
 */
export function compileCatalogue(language: string, isWanted: (key: string) => boolean): string {
  const entries = Object.entries(readCatalogue(language));
  const messages = entries.filter(([key]) => isWanted(key));
  return compileModule(new MessageFormat(language), Object.fromEntries(messages));
}

/**
 * What a catalogue lacks of the English one, has beyond it, or fills in otherwise.
 * @returns a sentence each
 */
export function findProblems(language: string): string[] {
  const english = readCatalogue('en');
  const catalogue = readCatalogue(language);
  const missing = Object.keys(english).filter((key) => !(key in catalogue));
  const unknown = Object.keys(catalogue).filter((key) => !(key in english));
  const common = Object.keys(catalogue).filter((key) => key in english);
  const different = common.filter((key) => variablesOf('en', english[key]!) !== variablesOf(language, catalogue[key]!));
  return [
    ...missing.map((key) => `${language}: ${key} is missing`),
    ...unknown.map((key) => `${language}: ${key} is not in en`),
    ...different.map((key) => `${language}: ${key} has other placeholders than in en`),
  ];
}

/** The placeholders and marks of a message, as the compiled message names them. */
function variablesOf(language: string, message: string): string {
  const code = compileModule(new MessageFormat(language), { message });
  const names = [...code.matchAll(/\bd\.(\w+)/g), ...message.matchAll(/<\/?(\w+)>/g)].map(([name]) => name);
  return [...new Set(names)].sort().join(' ');
}

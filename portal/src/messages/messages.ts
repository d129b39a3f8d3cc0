import { loaders } from 'virtual:messages';
import type english from '../../../locales/en.json';

/** The messages that the portal shows. */
export type MessageKey = Extract<keyof typeof english, `${'portal' | 'console' | 'problem' | 'leak'}.${string}`>;
export type MessageValues = Readonly<Record<string, string | number>>;
/** A message in the language of the page. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export interface Locale {
  /** One of locales/. */
  readonly language: string;
  /** The language as the reader's region has it, for Intl: `de-AT`. */
  readonly locale: string;
}

/** What is loaded of a language: every page needs what the first one does; `pages` has what else customers see. */
export type MessagePart = keyof typeof loaders;

/** A page has one language from its load to its end, so that code beside components can ask for it, too. */
let current: Locale = { language: 'en', locale: 'en' };
let messages: Awaited<ReturnType<(typeof loaders)['first'][string]>>['default'] = {};
const loaded = new Set<MessagePart>();

/** The language to show: what is asked for if there are texts of it. */
export function knownLanguage(language: string): string {
  return Object.hasOwn(loaders.first, language) ? language : 'en';
}

/**
 * Loads a part of the texts on top of what is loaded. In another language than before all of it is loaded anew.
 * @param regions what the reader's browser prefers, for how dates and numbers are written
 * @throws TypeError when it cannot be fetched
 */
export async function loadMessages(
  part: MessagePart,
  language: string = current.language,
  regions: readonly string[] = [],
): Promise<Translate> {
  const known = knownLanguage(language);
  if (known === current.language && loaded.has(part)) return t;
  const before = current.language;
  const wanted = new Set([...loaded, part]);
  const found = await Promise.all([...wanted].map(async (each) => (await loaders[each][known]!()).default));
  // Meanwhile another part was loaded, or the page has changed its language: what that needs is not here yet.
  if (current.language !== before || [...loaded].some((each) => !wanted.has(each)))
    return loadMessages(part, known === before ? current.language : known, regions);
  if (known !== before || loaded.size === 0)
    current = { language: known, locale: regions.find((region) => region.split('-')[0] === known) ?? known };
  messages = Object.assign({}, ...found);
  loaded.add(part);
  return t;
}

/** The console shows what customers see, too. */
export async function loadConsoleMessages(): Promise<void> {
  await Promise.all([loadMessages('pages'), loadMessages('console')]);
}

export const t: Translate = (key, values = {}) => messages[key]?.(values) ?? key;

/** Whether there is a message for what the server named; what is new to the portal has none. */
export function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}

export function currentLocale(): Locale {
  return current;
}

const formats = new Map<string, unknown>();

/** What Intl makes for the language of the page, made once. */
export function intl<Format>(name: string, make: (locale: string) => Format): Format {
  const key = `${current.locale} ${name}`;
  if (!formats.has(key)) formats.set(key, make(current.locale));
  return formats.get(key) as Format;
}

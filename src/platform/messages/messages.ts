import { readFileSync } from 'node:fs';
import messageFormat from '@messageformat/core';
import { catalogueFolder } from './languages.ts';
import type { MessageKey, Messages, MessageValues } from './message.ts';

/** Its types call it the default export; it is the module. */
const MessageFormat = messageFormat as unknown as typeof messageFormat.default;

const known = new Map<string, Messages>();

/**
 * The messages of a language, each compiled when it is first shown.
 * @param language one of `languages`
 */
export function messagesIn(language: string): Messages {
  const messages = known.get(language) ?? readMessages(language);
  known.set(language, messages);
  return messages;
}

function readMessages(language: string): Messages {
  const texts = JSON.parse(readFileSync(new URL(`${language}.json`, catalogueFolder), 'utf8')) as Readonly<
    Record<string, string>
  >;
  const format = new MessageFormat(language);
  const compiled = new Map<MessageKey, (values: MessageValues) => unknown>();
  const say = (key: MessageKey, values: MessageValues = {}) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no message ${key} in ${language}.`);
    const message = compiled.get(key) ?? format.compile(text);
    compiled.set(key, message);
    return String(message(values));
  };
  return Object.assign(say, { language, has: (key: MessageKey) => texts[key] !== undefined });
}

import { describe, expect, it } from 'vitest';
import {
  type DumpTextKey,
  dumpInEnglish,
  englishDumpTexts,
  isPart,
} from '../../engines/firewall-dumps/dump-wording.ts';
import { languages } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { dumpWordingIn } from './dump-wording-in.ts';

/** A value for each placeholder, told apart by its name. */
const phrases = Object.entries(englishDumpTexts).map(([key, text]) => ({
  key: key as DumpTextKey,
  values: Object.fromEntries([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name!.toUpperCase()])),
}));

it('the English catalogue says what the engine says, so that all languages are translated from it', () => {
  const t = messagesIn('en');
  for (const { key, values } of phrases) expect(t(`firewall.dump.${key}`, values)).toBe(dumpInEnglish({ key, values }));
});

const sentences = phrases.filter(({ key }) => !isPart(key));
const parts = phrases.filter(({ key }) => isPart(key));

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  const say = dumpWordingIn(language);

  it.each(sentences)('$key is a sentence of that language, with the same commands and what the dump has', (phrase) => {
    const [english, said] = [dumpInEnglish(phrase), say(phrase)];
    expect(said).not.toBe(english);
    expect(said).toMatch(/^.+\.$/);
    for (const value of Object.values(phrase.values)) expect(said).toContain(value);
    expect(said.match(/`[^`]+`/g)).toEqual(english.match(/`[^`]+`/g));
  });

  it.each(parts)('$key is a part of who may connect, with what the dump has', (phrase) => {
    for (const value of Object.values(phrase.values)) expect(say(phrase)).toContain(value);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogueFolder, languages } from './languages.ts';
import { listIn, timeIn } from './local-words.ts';
import type { MessageKey } from './message.ts';
import { messagesIn } from './messages.ts';

const texts = JSON.parse(readFileSync(new URL('en.json', catalogueFolder), 'utf8')) as Record<string, string>;
const keys = Object.keys(texts).filter((key) => /^(mail|page|report|alert|channel)\./.test(key)) as MessageKey[];

/** A value for each placeholder, told apart by what it says. What only chooses is given its first choice. */
function valuesFor(text: string): Record<string, string | number> {
  const names = [...text.matchAll(/\{(\w+)(?:\}|(, plural))/g)].map(([, name, plural]) => [name!, plural] as const);
  const numbers = new Set(names.filter(([, plural]) => plural).map(([name]) => name));
  const said = names.map(([name]) => [name, numbers.has(name) ? 3 : `<${name}>`] as const);
  const choices = [...text.matchAll(/\{(\w+), select, (\w+) /g)].map(([, name, choice]) => [name!, choice!] as const);
  return Object.fromEntries([...choices, ...said]);
}

/** Those that have to stand in the message: a number that is shown as a text besides need not. */
function shownOf(text: string, values: Record<string, string | number>): string[] {
  return Object.entries(values)
    .filter(
      ([name]) => !text.includes(`{${name}, select,`) && !('shown' in values && text.includes(`{${name}, plural,`)),
    )
    .map(([, value]) => String(value));
}

describe.each(languages)('%s', (language) => {
  it('has every message of the server, and each says all of its values', () => {
    const t = messagesIn(language);
    for (const key of keys) {
      const values = valuesFor(texts[key]!);
      const said = t(key, values);
      for (const value of shownOf(texts[key]!, values)) expect(said, key).toContain(value);
      expect(said.replaceAll(/<\w+>/g, ''), key).not.toMatch(/\{\w|undefined/);
    }
  });
});

it('what a value says is no part of the message', () => {
  expect(messagesIn('de')('mail.frame.help', { name: "{name}, '{' # <b>" })).toBe("Hilfe von {name}, '{' # <b>");
});

it('times have their zone, and lists their last word', () => {
  const time = new Date('2026-11-23T14:05:00Z');
  expect(timeIn('en', time)).toBe('23 November 2026 at 14:05 UTC');
  expect(timeIn('de', time)).toBe('23. November 2026 um 14:05 UTC');
  expect(listIn('en', ['a', 'b', 'c'])).toBe('a, b and c');
  expect(listIn('es', ['a', 'b', 'c'])).toBe('a, b y c');
});

import { expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

it.each([
  [['de'], 'de'],
  [['de-AT'], 'de'],
  [['pt-BR,pt;q=0.9,en;q=0.8'], 'pt'],
  [['en;q=0.5, fr;q=0.8, xx'], 'fr'],
  [['de;q=0, es'], 'es'],
  [['*'], 'en'],
  [['de;q=x', 'fr'], 'fr'],
  [[undefined, null, '', 'ES'], 'es'],
  [['tlh', 'it,pt;q=0.1', 'de'], 'pt'],
  [[`${'xx,'.repeat(20)}de`], 'en'],
  [[], 'en'],
] as const)('of the wishes %j it is %s', (wishes, expected) => {
  expect(chooseLanguage(...wishes)).toBe(expected);
});

import { afterAll, expect, it } from 'vitest';
import { currentLocale, intl, knownLanguage, loadMessages } from './messages.ts';

// Other tests of this process go on in English.
afterAll(() => loadMessages('first', 'en'));

it('a page speaks the language it was loaded in, and English where there is no such', async () => {
  const t = await loadMessages('first', 'de', ['fr-CH', 'de-AT', 'de']);
  expect(t('portal.start.load-again')).toBe('Erneut laden');
  expect(currentLocale()).toEqual({ language: 'de', locale: 'de-AT' });
  await loadMessages('first', 'pt');
  expect(t('portal.start.load-again')).toBe('Carregar de novo');
  await loadMessages('first', 'xx');
  expect(t('portal.start.load-again')).toBe('Load it again');
  expect(knownLanguage('constructor')).toBe('en');
});

it('formats follow the language', async () => {
  const number = () => intl('a number', (locale) => new Intl.NumberFormat(locale)).format(1_234.5);
  await loadMessages('first', 'de');
  expect(number()).toBe('1.234,5');
  await loadMessages('first', 'en');
  expect(number()).toBe('1,234.5');
});

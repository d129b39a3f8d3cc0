import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableName, withReadableNames } from './readable-name.ts';

describe('a domain name as people read it', () => {
  it.each([
    ['münchen-blumen.de'],
    ['пример.example.com'],
    ['straße2.de'],
    ['日本語テスト.jp'],
    ['한국.example.com'],
    ['مثال.example.com'],
  ])('%s', (name) => {
    const encoded = domainToASCII(name);
    const isOtherScript = name.startsWith('пример');
    expect(readableName(encoded)).toBe(isOtherScript ? `${name} (${encoded})` : name);
  });

  it.each([
    ['a Cyrillic name that looks Latin', 'аррӏе.com'],
    ['a Greek one', 'ορ.com'],
    ['Latin with one Cyrillic letter', 'pаypal.com'],
    ['a dotless i', 'twıtter.com'],
  ])('has what DNS carries beside it: %s', (_what, name) => {
    const encoded = domainToASCII(name);
    expect(encoded).toMatch(/^xn--/);
    expect(readableName(encoded)).toBe(`${name} (${encoded})`);
  });

  it('stays as it is without punycode, or with what is none', () => {
    for (const name of ['example.com', 'xn--a.com', 'xn--.com', 'xn--99999999999.com', '192.0.2.1', ''])
      expect(readableName(name)).toBe(name);
  });

  it('in a text only names change', () => {
    expect(withReadableNames('3 accounts of xn--mnchen-3ya.de, and of shop.xn--mnchen-3ya.de.')).toBe(
      '3 accounts of münchen.de, and of shop.münchen.de.',
    );
    expect(withReadableNames('Nothing here, xn- or so')).toBe('Nothing here, xn- or so');
  });

  it('whatever letters a name has, it is decoded as the URL standard decodes it, or left alone', () => {
    const label = fc.string({ unit: fc.constantFrom(...'aböñçжλשع日本한ก'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(label, (text) => {
        const encoded = domainToASCII(`${text}.com`);
        const shown = readableName(encoded);
        expect([encoded, domainToUnicode(encoded), `${domainToUnicode(encoded)} (${encoded})`]).toContain(shown);
      }),
    );
  });
});

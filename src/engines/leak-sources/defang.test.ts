import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defang } from './defang.ts';
import { hostOf } from './domain-match.ts';
import { anyText } from './testing/any-text.ts';

describe('a defanged address', () => {
  it.each([
    ['https://example.com/a.html', 'hxxps://example[.]com/a.html'],
    ['HTTP://user@example.com:8080', 'HxxP://user@example[.]com:8080'],
    ['example.com/a.html', 'example[.]com/a.html'],
    ['www.example.com:8080', 'www[.]example[.]com:8080'],
    ['ftp://example.com', 'fxp://example[.]com'],
    ['javascript:alert(1)', 'javascript[:]alert(1)'],
    ['https://a.example/?u=http://b.example', 'hxxps://a[.]example/?u=hxxp://b.example'],
    ['https://exa\u202empl\u200be.com', 'hxxps://exa mpl e[.]com'],
  ])('%j is %j', (address, defanged) => expect(defang(address)).toBe(defanged));

  it('stays as it is when it is defanged again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), anyText), (text) => {
        expect(defang(defang(text))).toBe(defang(text));
      }),
    );
  });

  it('is no address that a browser would open, and still names the host', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(['http:', 'https:', 'ftp:']).not.toContain(URL.parse(defang(url))?.protocol);
        expect(hostOf(defang(url))).toBe(hostOf(url));
      }),
    );
  });
});

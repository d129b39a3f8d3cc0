import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { normaliseDomain } from './normalise-domain.ts';

const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('a domain or a URL of one is reduced to one spelling', () => {
  it.each([
    ['a registrable name', 'example.com', 'example.com'],
    ['a name under one', 'mail.shop.example.co.uk', 'mail.shop.example.co.uk'],
    ['a label of digits', '163.com', '163.com'],
    ['hyphens within a label, also in third and fourth place', 'r3---sn-a.example.com', 'r3---sn-a.example.com'],
    ['upper case', 'Shop.EXAMPLE.Com', 'shop.example.com'],
    ['a trailing dot', 'example.com.', 'example.com'],
    ['space around', ' \t example.com\n', 'example.com'],
    ['a port', 'example.com:8443', 'example.com'],
    ['a path', 'example.com/a b/?q=1#top', 'example.com'],
    ['a full URL', 'https://user:secret@www.Example.com.:8443/login?next=//evil.net/#x', 'www.example.com'],
    ['a URL of another scheme', 'git+ssh://git@example.com:22/repository.git', 'example.com'],
    ['a URL without a scheme', '//example.com/a', 'example.com'],
    ['an e-mail address: what stands before the @ is userinfo', 'jane@example.com', 'example.com'],
    ['two @: the host follows the last', 'https://example.com@example.net@example.org/', 'example.org'],
    ['a backslash, which ends the host as in browsers', 'https://example.com\\@example.net/', 'example.com'],
    ['percent-encoding', 'https://ex%61mple%2ecom/', 'example.com'],
    ['an internationalised name', 'MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['a name in punycode', 'XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
    ['ß, a letter of its own', 'straße.de', 'xn--strae-oqa.de'],
    ['an internationalised top-level domain', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['an ideographic full stop', 'example。com', 'example.com'],
    ['full-width letters', 'ｅｘａｍｐｌｅ．com', 'example.com'],
    ['an invisible soft hyphen', 'exam\u00adple.com', 'example.com'],
    ['an emoji', '💩.la', 'xn--ls8h.la'],
    ['the longest label', `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    ['the longest name', longest, longest],
    ['a long URL of a short name', `https://example.com/${'a'.repeat(2_000)}`, 'example.com'],
    ['a name under a suffix that one company lets others use', 'shop.github.io', 'shop.github.io'],
    ['an exception from a wildcard suffix', 'city.kawasaki.jp', 'city.kawasaki.jp'],
    ['a name reserved for documentation', 'customer.example', 'customer.example'],
    ['a name reserved for tests', 'customer.test', 'customer.test'],
  ])('%s: %s', (_what, text, domain) => {
    expect(normaliseDomain(text)).toEqual({ domain });
  });
});

describe('what is no domain that someone can own is refused, and the refusal says what is accepted', () => {
  it.each([
    ['nothing', ''],
    ['space', ' \t'],
    ['a scheme alone', 'http://'],
    ['a scheme and a path', 'file:///etc/passwd'],
    ['a path', '/example.com'],
    ['a UNC path', '\\\\example.com\\share'],
    ['a scheme without slashes', 'javascript:alert(1)'],
    ['a URL in a URL', 'http://http://example.com'],
    ['one label', 'localhost'],
    ['one label in a URL', 'http://intranet/'],
    ['dots', '..'],
    ['a leading dot', '.example.com'],
    ['a double dot', 'shop..example.com'],
    ['two trailing dots', 'example.com..'],
    ['a leading hyphen', '-shop.example.com'],
    ['a trailing hyphen', 'shop-.example.com'],
    ['an underscore', '_dmarc.example.com'],
    ['a wildcard', '*.example.com'],
    ['a space within', 'exam ple.com'],
    ['a no-break space within', 'exam\u00a0ple.com'],
    ['a line break within', 'exam\nple.com'],
    ['a tab within', 'exam\tple.com'],
    ['a NUL', 'example.com\0'],
    ['two names', 'example.com,example.net'],
    ['an encoded slash', 'example.com%2f.example.net'],
    ['an encoded NUL', 'example.com%00'],
    ['a broken encoding', 'ex%zzample.com'],
    ['half a surrogate pair', 'exam\ud800ple.com'],
    ['punycode that decodes to nothing', 'xn--.com'],
    ['punycode that does not decode', 'xn--a.com'],
    ['punycode of a plain ASCII label', 'xn--shop-.com'],
    ['a combining mark at the start', '\u0301a.com'],
    ['a port out of range', 'example.com:65536'],
    ['a label that is too long', `${'a'.repeat(64)}.com`],
    ['a name that is too long', `a${longest}`],
    ['a very long name', `${'a.'.repeat(100_000)}com`],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv4 address in a URL', 'https://192.0.2.1:8443/'],
    ['an IPv4 address with a trailing dot', '192.0.2.1.'],
    ['an octal IPv4 address', '010.0.0.1'],
    ['a hexadecimal IPv4 address', '0x7f.1'],
    ['an IPv4 address as one number', '3221225985'],
    ['an IPv4 address in full-width digits', '１９２.０.２.１'],
    ['almost an IPv4 address', '192.0.2.256'],
    ['a name that ends in a number', 'example.1'],
    ['an IPv6 address', '2001:db8::1'],
    ['an IPv6 address in brackets', '[2001:db8::1]'],
    ['an IPv6 URL', 'http://[2001:db8::1]:8080/a'],
    ['an IPv6 address with a zone', 'http://[fe80::1%25eth0]/'],
    ['an IPv4-mapped IPv6 URL', 'http://[::ffff:192.0.2.1]/'],
    ['a top-level domain', 'com'],
    ['a top-level domain with a dot', 'com.'],
    ['a public suffix', 'co.uk'],
    ['an internationalised public suffix', '公司.cn'],
    ['a wildcard public suffix', 'shop.ck'],
    ['a wildcard public suffix with an exception elsewhere', 'shop.kawasaki.jp'],
    ['a suffix that one company lets others use', 'github.io'],
    ['a reserved top-level domain', 'example'],
    ['a name of private networks', 'printer.local'],
    ['a top-level domain that does not exist', 'example.con'],
  ])('%s: %s', (_what, text) => {
    expect(normaliseDomain(text)).toEqual({ problem: expect.stringMatching(/^must be a domain name/) });
  });

  it.each([
    ['192.0.2.1', 'IP address'],
    ['http://[2001:db8::1]/', 'IP address'],
    ['co.uk', 'suffix'],
    ['printer.local', 'public top-level domain'],
    [`a${longest}`, '253'],
  ])('%s: the refusal says %s', (text, reason) => {
    expect(normaliseDomain(text)).toEqual({ problem: expect.stringContaining(reason) });
  });
});

const ldhLabel = '(?!-)[a-z0-9-]{1,63}(?<!-)';
const ldhName = new RegExp(`^${ldhLabel}(?:\\.${ldhLabel})+$`);

const suffix = fc.constantFrom('com', 'co.uk', 'de', 'рф', 'github.io', 'test', 'lan', '1', 'XN--P1AI');
const label = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9-]{1,12}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[xX][nN]--[a-zA-Z0-9-]{0,10}$/),
);
/** Names close to the border between accepted and refused. */
const nearName = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), suffix)
  .map(([labels, last]) => [...labels, last].join('.'));
const plainName = fc.tuple(fc.stringMatching(/^[a-z0-9]{1,9}$/), suffix).map((labels) => labels.join('.'));
const anyText = fc.oneof(
  nearName,
  plainName,
  fc.domain(),
  fc.webUrl(),
  fc.string({ unit: 'binary' }),
  fc.ipV4(),
  fc.ipV6(),
);

describe('normalising any text', () => {
  it('an accepted name is LDH labels of at most 253 characters, and no address', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = normaliseDomain(text);
        if ('problem' in result) return;
        expect(result.domain).toMatch(ldhName);
        expect(result.domain.length).toBeLessThanOrEqual(253);
        expect(isIP(result.domain)).toBe(0);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('normalising the result again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = normaliseDomain(text);
        if ('domain' in result) expect(normaliseDomain(result.domain)).toEqual(result);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('the case of ASCII letters makes no difference', () => {
    const ascii = fc.oneof(
      fc.domain(),
      fc.webUrl(),
      nearName.filter((name) => /^[ -~]*$/.test(name)),
    );
    fc.assert(
      fc.property(ascii, (text) => {
        expect(normaliseDomain(text.toUpperCase())).toEqual(normaliseDomain(text.toLowerCase()));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('a name and every URL of it are the same', () => {
    const dressed = fc.record({
      scheme: fc.constantFrom('', '//', 'http://', 'HTTPS://', 'ftp://'),
      userinfo: fc.constantFrom('', 'user@', 'user:password@'),
      port: fc.constantFrom('', ':', ':1', ':65535'),
      rest: fc.constantFrom('', '/', '/a/b?c#d', '?c', '#d', '/@example.net', '?a=@example.net'),
      dot: fc.constantFrom('', '.'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.domain(), plainName), dressed, (name, { scheme, userinfo, port, rest, dot }) => {
        expect(normaliseDomain(`${scheme}${userinfo}${name}${dot}${port}${rest}`)).toEqual(normaliseDomain(name));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDomainMatcher, hostOf, hostsIn, keywordOf, readMention } from './domain-match.ts';
import { anyText } from './testing/any-text.ts';

const match = (domain: string, parts: { site?: string; title?: string; text?: string }) =>
  createDomainMatcher(domain)(readMention({ site: null, title: null, text: null, ...parts }));

describe('hosts in a text', () => {
  it.each([
    ['Victim: https://www.Example.com/about.', ['example.com']],
    ['hxxps://example[.]com and shop(dot)example[dot]net', ['example.com', 'shop.example.net']],
    ['hxxps[:]//example[.]com/x', ['example.com']],
    ['john[at]example.com:secret.net', ['example.com']],
    ['https://user:pw.net@example.com:8443/?q=other.net#third.net', ['example.com']],
    ['evil.net/example.com', ['evil.net']],
    ['Müller: müller.de, BÜCHER.example', ['xn--mller-kva.de', 'xn--bcher-kva.example']],
    ['example。com', ['example.com']],
    ['(example.com), "example.net"; **example.org**!', ['example.com', 'example.net', 'example.org']],
    ['1.2.3.4, localhost, a..com, -a.com, evil_example.com', []],
    ['exam\u200bple.com\ufeff.evil.net', ['example.com.evil.net']],
    ['www.com', ['www.com']],
  ])('%j names %j', (text, hosts) => expect(hostsIn(text)).toEqual(hosts));

  it('are as many as there are, up to a limit, however long the text', () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `host${index}.example.com`).join(' ');
    expect(hostsIn(text).length).toBe(1_000);
    for (const piece of ['a.', '.', 'a', '[', 'ü', 'http://', '@'])
      expect(hostsIn(piece.repeat(1_000_000)).length).toBeLessThanOrEqual(1);
  });

  it('of an address is one, or none', () => {
    expect(hostOf('https://login.example.com/sso')).toBe('login.example.com');
    expect(hostOf('https://*****.example.com/')).toBeNull();
    expect(hostOf('https://•••••.example.com/')).toBeNull();
    expect(hostOf('')).toBeNull();
  });
});

describe('a mention is exact', () => {
  it.each([
    ['example.com', { site: 'https://example.com/' }, 0.95],
    ['example.com', { title: 'EXAMPLE.COM' }, 0.95],
    ['example.com', { title: 'www.example.com' }, 0.95],
    ['example.com', { title: 'Acme', text: 'all of hxxp://example[.]com' }, 0.8],
    ['example.com', { text: 'mail ceo@example.com' }, 0.8],
    ['shop.example.com', { site: 'example.com' }, 0.8],
    ['a.shop.example.co.uk', { text: 'shop.example.co.uk' }, 0.6],
  ] as const)('of %s in %j', (domain, parts, confidence) =>
    expect(match(domain, parts)).toEqual({ matchType: 'exact_domain', confidence }),
  );

  it.each([
    ['shop.example.co.uk', 'co.uk'],
    ['shop.github.io', 'github.io'],
    ['example.com', 'com'],
  ])('of %s never because the public suffix %s is named', (domain, suffix) =>
    expect(match(domain, { site: suffix, title: suffix, text: suffix })?.matchType).not.toBe('exact_domain'),
  );
});

describe('a mention is a hint', () => {
  it.each([
    ['example.com', { text: 'vpn.example.com' }, 0.5],
    ['example.com', { title: 'Example Inc.' }, 0.3],
    ['example.com', { title: 'Acme', text: 'a partner of EXAMPLE, too' }, 0.2],
    ['example.com', { title: 'example.org' }, 0.1],
    ['example.com', { site: 'acme.net', title: 'Example' }, 0.1],
    ['my-shop.com', { title: 'My Shop Ltd' }, 0.3],
    ['xn--mller-kva.de', { title: 'Müller GmbH' }, 0.3],
  ] as const)('of %s in %j', (domain, parts, confidence) =>
    expect(match(domain, parts)).toEqual({ matchType: 'keyword', confidence }),
  );

  it.each([
    ['example.com', { title: 'Examples of Counterexample', text: 'my-example example-shop' }],
    ['example.com', { title: 'evil-example.com', text: 'notexample.com' }],
    ['ibm.com', { title: 'IBM' }],
    ['1234.com', { text: '1234' }],
    ['example.com', { title: 'Acme' }],
  ] as const)('of %s never in %j', (domain, parts) => expect(match(domain, parts)).toBeNull());

  it.each([
    ['shop.example.co.uk', 'example'],
    ['shop.github.io', 'shop'],
    ['ibm.com', null],
  ])('searched for %s by %j', (domain, keyword) => expect(keywordOf(domain)).toBe(keyword));
});

describe('properties of matching', () => {
  const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,10}[a-z0-9])?$/);
  const suffix = fc.constantFrom('com', 'co.uk', 'example', 'github.io', 'net');
  const domain = fc.tuple(label, suffix).map(([name, end]) => `${name}.${end}`);
  const dress = fc.constantFrom(
    (host: string) => host,
    (host: string) => `https://${host}/path?x=1`,
    (host: string) => `hxxps://${host.replaceAll('.', '[.]')}`,
    (host: string) => `"${host.toUpperCase()}".`,
    (host: string) => `mailto:ceo@${host}`,
    (host: string) => `(${host})`,
  );
  const place = fc.constantFrom('site', 'title', 'text');

  it('the domain itself and its parents are exact, however they are written', () => {
    fc.assert(
      fc.property(domain, fc.array(label, { maxLength: 2 }), dress, place, (registrable, below, written, where) => {
        // `www` is no name of its own.
        fc.pre(!below.includes('www') && !registrable.startsWith('www.'));
        const watched = [...below, registrable].join('.');
        for (let host = watched; host.length >= registrable.length; host = host.slice(host.indexOf('.') + 1)) {
          expect(match(watched, { [where]: written(host) })?.matchType).toBe('exact_domain');
          if (host === registrable) break;
        }
      }),
    );
  });

  it('a host that only looks like the domain is never exact', () => {
    const lookalike = fc.constantFrom(
      (host: string, other: string) => `${other}-${host}`,
      (host: string, other: string) => `${other}${host}`,
      (host: string, other: string) => `${host}.${other}.net`,
      (host: string, other: string) => `${host}.${other}`,
      (host: string, other: string) => `https://${other}.net/${host}`,
      (host: string, other: string) => `https://${host}@${other}.net/`,
      (host: string, other: string) => `https://${other}.net?${host}`,
      (host: string, other: string) => `${other}_${host}`,
    );
    fc.assert(
      fc.property(domain, label, lookalike, dress, place, (watched, other, deceive, written, where) => {
        fc.pre(other !== 'www');
        const mention = deceive(watched, other);
        // A URL within a URL is nobody's way of naming a host.
        const text = mention.includes('/') ? mention : written(mention);
        fc.pre(!hostsIn(text).includes(watched));
        expect(match(watched, { [where]: text })?.matchType).not.toBe('exact_domain');
      }),
    );
  });

  it('exact matches are surer than hints, and all are between 0 and 1', () => {
    fc.assert(
      fc.property(domain, fc.lorem(), domain, fc.lorem(), (watched, title, other, text) => {
        const found = match(watched, { title: `${title} ${watched.split('.')[0]}`, site: other, text });
        if (found === null) return;
        expect(found.confidence > 0.5).toBe(found.matchType === 'exact_domain');
        expect(found.confidence).toBeLessThan(1);
        expect(found.confidence).toBeGreaterThan(0);
      }),
    );
  });

  it('no text makes it throw', () => {
    fc.assert(
      fc.property(domain, anyText, (watched, text) => {
        match(watched, { site: text, title: text, text });
      }),
    );
  });
});

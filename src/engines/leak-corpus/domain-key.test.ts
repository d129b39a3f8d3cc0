import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainKey, domainOfKey, keyAfterSubdomains, writeDomainKey } from './domain-key.ts';

const label = fc.stringMatching(/^[a-z0-9_-]{1,6}$/);
const domain = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));

describe('the key of a domain', () => {
  it('has its labels from the top-level domain down', () => {
    expect(domainKey('mail.example.com')).toBe('com\0example\0mail\0');
  });

  it('tells the domain', () => {
    fc.assert(fc.property(domain, (name) => domainOfKey(domainKey(name)) === name));
  });

  it('is written to bytes as it is made of text', () => {
    fc.assert(
      fc.property(domain, (name) => {
        const target = Buffer.alloc(name.length + 3, 0xff);
        writeDomainKey(Buffer.from(`x${name}`), 1, name.length + 1, target, 1);
        expect(target.toString('latin1', 1, name.length + 2)).toBe(domainKey(name));
        expect([target[0], target.at(-1)]).toEqual([0xff, 0xff]);
      }),
    );
  });

  it('stands, with the keys of all names below it and no other, before the key after its sub-domains', () => {
    fc.assert(
      fc.property(domain, domain, (parent, other) => {
        const isWithin = (name: string) =>
          domainKey(name) >= domainKey(parent) && domainKey(name) < keyAfterSubdomains(domainKey(parent));
        expect(isWithin(`${other}.${parent}`)).toBe(true);
        expect(isWithin(other)).toBe(other === parent || other.endsWith(`.${parent}`));
        expect(isWithin(`${other}-${parent}`)).toBe(false);
      }),
    );
  });
});

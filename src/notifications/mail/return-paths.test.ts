import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReturnPaths } from './return-paths.ts';

const paths = new ReturnPaths('k'.repeat(32), 'bounces@mail.example.com');

it('lead back to the mail that they were made for, in whatever case a mail server writes them', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const address = paths.addressFor(id);
      expect(address).toMatch(/^bounces\+[a-z2-7]{42}@mail\.example\.com$/);
      expect(paths.deliveryOf(address)).toBe(id);
      expect(paths.deliveryOf(address.toUpperCase())).toBe(id);
    }),
  );
});

it('can be made by nobody else: not for another mail, under another key, with a letter changed or at another address', () => {
  const others = [
    new ReturnPaths('o'.repeat(32), 'bounces@mail.example.com'),
    new ReturnPaths('k'.repeat(32), 'bounces@mail.example.net'),
    new ReturnPaths('k'.repeat(32), 'other@mail.example.com'),
  ];
  fc.assert(
    fc.property(fc.uuid(), fc.nat(41), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), (id, index, letter) => {
      const address = paths.addressFor(id);
      for (const other of others) expect(other.deliveryOf(address)).toBeNull();
      const at = 'bounces+'.length + index;
      const changed = `${address.slice(0, at)}${letter}${address.slice(at + 1)}`;
      // The last letter has bits to spare.
      if (changed !== address && index < 41) expect(paths.deliveryOf(changed)).toBeNull();
    }),
  );
  for (const address of [
    '',
    '@',
    'bounces@mail.example.com',
    'bounces+@mail.example.com',
    'bounces+ä@mail.example.com',
  ])
    expect(paths.deliveryOf(address)).toBeNull();
});

it('have a local part that every mail server takes, with the longest address that the configuration admits', () => {
  const longest = new ReturnPaths('k'.repeat(32), `${'b'.repeat(21)}@mail.example.com`);
  const address = longest.addressFor('01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d');
  expect(address.indexOf('@')).toBe(64);
});

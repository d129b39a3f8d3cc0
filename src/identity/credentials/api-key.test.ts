import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayPrefix, generateApiKey, isWellFormedApiKey } from './api-key.ts';

describe('API keys', () => {
  it('carry a prefix that secret scanners can look for, and 46 digits', () => {
    for (let count = 0; count < 100; count += 1) expect(generateApiKey()).toMatch(/^bwk_[0-9A-Za-z]{46}$/);
  });

  it('are all different, and use every digit about equally often', () => {
    const keys = Array.from({ length: 500 }, generateApiKey);
    expect(new Set(keys).size).toBe(keys.length);
    const counts = new Map<string, number>();
    for (const digit of keys.map((key) => key.slice(4, 44)).join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    // 20,000 digits over 62: 323 each, with a standard deviation of 18.
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values())).toBeLessThan(323 + 8 * 18);
    expect(Math.min(...counts.values())).toBeGreaterThan(323 - 8 * 18);
  });

  it('are told from typos by their checksum: any one wrong digit is noticed', () => {
    const position = fc.integer({ min: 4, max: 49 });
    const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    fc.assert(
      fc.property(position, digit, (at, wrong) => {
        const key = generateApiKey();
        expect(isWellFormedApiKey(key)).toBe(true);
        fc.pre(key[at] !== wrong);
        expect(isWellFormedApiKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it.each(['', 'bwk_', 'Bearer', `bwk_${'0'.repeat(46)}`, `sk_${'a'.repeat(46)}`])('%j is none', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('show eight of their digits and keep the rest', () => {
    const key = generateApiKey();
    expect(displayPrefix(key)).toBe(key.slice(0, 12));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskIdentity, redactText } from './mask-identity.ts';

describe('maskIdentity', () => {
  it.each([
    ['john@example.com', 'j***n@example.com'],
    ['john.smith@example.com', 'j***h@example.com'],
    ['ann@example.com', 'a***@example.com'],
    ['jo@example.com', '***@example.com'],
    ['j@example.com', '***@example.com'],
    ['odd@name@example.com', 'o***e@example.com'],
    ['administrator', 'a***r'],
    ['😀abc😁@example.com', '😀***😁@example.com'],
    ['@example.com', '***@example.com'],
  ])('%s → %s', (identity, masked) => {
    expect(maskIdentity(identity)).toBe(masked);
  });

  it('leaves at most two characters of a name, and does not tell its length', () => {
    const names = fc.stringMatching(/^[a-z0-9]{4,30}$/);
    fc.assert(
      fc.property(names, (name) => {
        expect(maskIdentity(`${name}@example.com`)).toBe(`${name[0]}***${name.at(-1)}@example.com`);
      }),
    );
  });
});

describe('redactText', () => {
  it.each([
    ['Contact ceo@example.com for the key', 'Contact c***@example.com for the key'],
    ['john@example.com:hunter2 next', 'j***n@example.com:*** next'],
    ['john@example.com; hunter2', 'j***n@example.com:***'],
    ['john@example.com|a b', 'j***n@example.com:*** b'],
    ['No address here: 12:30', 'No address here: 12:30'],
  ])('%s → %s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from './testing/any-text.ts';
import { cleanList, mailAddress, printableLine, quotableText } from './untrusted-text.ts';

describe('untrusted text', () => {
  it('is one line without control, direction and invisible characters, never longer than asked', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 200 }), (text, maxLength) => {
        const clean = printableLine(text, maxLength) ?? '';
        expect(clean).not.toMatch(/\p{C}|[^\S ]| {2}/u);
        expect([...clean].length).toBeLessThanOrEqual(maxLength);
      }),
    );
  });

  it.each(['', ' \n ', '\u202e\u200b', null, undefined])('%j is nothing', (text) =>
    expect(printableLine(text, 10)).toBeNull(),
  );

  it('shows where it was cut', () => expect(printableLine('one two three', 8)).toBe('one two…'));
});

describe('text that is quoted', () => {
  it.each([
    ['john@example.com:hunter2', '[removed]'],
    ['see john.doe@example.com | hunter2 and more', 'see [removed] and more'],
    ['Password: hunter2, user root', 'Password: [removed] user root'],
    ['<p class="x">We have <b>2 TB</b>.</p><p>Soon.</p>', 'We have 2 TB. Soon.'],
    ['jo\u200bhn@exam\u200bple.com', '[removed]'],
    ['pass\u200bword: hunter2', 'password: [removed]'],
  ])('%j is quoted as %j', (text, quoted) => expect(quotableText(text, 500)).toBe(quoted));

  it('never has a mail address or the secret beside it', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9!#$%]{12,30}$/);
    fc.assert(
      fc.property(
        fc.lorem(),
        fc.emailAddress(),
        fc.constantFrom(':', ';', ' | ', '|'),
        secret,
        (text, address, sign, word) => {
          const quoted = quotableText(`${text} ${address}${sign}${word} ${text}`, 5_000) ?? '';
          expect(quoted).not.toContain(word);
          expect(quoted).not.toContain('@');
        },
      ),
    );
  });

  it('is read in time that grows with its length only', () => {
    for (const piece of ['<a', 'a', 'a@', '@', 'a:', 'password', '[', '<a a '])
      expect(quotableText(piece.repeat(1_000_000), 500)?.length ?? 0).toBeLessThanOrEqual(500);
  });
});

describe('a mail address', () => {
  it.each([
    ['John.Doe@Example.COM', 'john.doe@example.com'],
    [' john\u200b@example.com\n', 'john@example.com'],
    ['john', null],
    ['john@localhost', null],
    ['a@b@example.com', null],
    [`${'a'.repeat(250)}@example.com`, null],
  ])('%j is %j', (text, address) => expect(mailAddress(text)).toBe(address));
});

it('a list has each clean item once', () => {
  expect(cleanList(['Passwords', ' Passwords\n', '', 'Names'])).toEqual(['Passwords', 'Names']);
});

import { describe, expect, it } from 'vitest';
import { isGuessable } from './password-strength.ts';

const personal = ['ada.lovelace@example.com', 'Acme Hosting', 'Breakwater'];

describe('isGuessable', () => {
  it.each([
    ...[
      'Password1234',
      'password12345',
      'qwertyuiop12',
      '123456789012',
      'iloveyou1234',
      'p4$$w0rd1234',
      'Summer2026!!',
    ],
    ...[
      'acmehosting2026',
      'Acme Hosting 2026',
      'breakwater1!',
      'lovelace1815',
      'ada.lovelace@example.com',
      'abcabcabcabc',
    ],
    'password'.repeat(32),
  ])('%s is', async (password) => {
    expect(await isGuessable(password, personal)).toBe(true);
  });

  it.each([
    ...['correct horse battery staple', 'my other password', 'tR9kGwQm5xZpL2vBnH7d', 'heron glass tuesday spoon'],
    'Nn3$kk!Q09zz',
    'x7'.repeat(3) + 'heron glass tuesday spoon '.repeat(10),
  ])('%s is not', async (password) => {
    expect(await isGuessable(password, personal)).toBe(false);
  });

  it('never holds up the thread that asks, whatever is judged', async () => {
    const awkward = ['@4@8({[3601!|507%2', 'p4$$w0rd', '1', '13.12.1999', '4@8(613$5+7!1|'];
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all(awkward.map((text) => isGuessable(text.repeat(256).slice(0, 256), personal)));
    clearInterval(turning);
    // Judging them takes some hundred milliseconds.
    expect(turns).toBeGreaterThan(20);
  });
});

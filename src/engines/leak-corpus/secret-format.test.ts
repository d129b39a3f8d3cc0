import { describe, expect, it } from 'vitest';
import { secretFormats } from '../../common/secret-format.ts';
import { looksHashed, secretFormatOf } from './secret-format.ts';

function formatOf(secret: string, isHash = false): string {
  const bytes = Buffer.from(`>${secret}<`);
  return secretFormats[secretFormatOf({ bytes, start: 1, end: bytes.length - 1 }, isHash)]!;
}

describe('the format of a secret', () => {
  it.each([
    ['hunter2'],
    ['$$$money$$$'],
    ['p'],
    ['5f4dcc3b5aa765d61d8327deb882cf9'],
    ['5f4dcc3b5aa765d61d8327deb882cf9z'],
    ['correct horse battery staple'],
    ['{"not":"a hash"}'],
  ])('%s is clear text', (secret) => expect(formatOf(secret)).toBe('clear_text'));

  it.each([
    ['MD5 or NTLM', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['SHA-1', '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8'],
    ['SHA-256', '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8'],
    ['bcrypt', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    [
      'SHA-512 crypt',
      '$6$saltsalt$0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdef',
    ],
    ['Argon2', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b6TjSz1'],
    ['phpass', '$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/'],
    ['Django', 'pbkdf2_sha256$260000$salt$kGq4mFUZgYw1m7s='],
    ['LDAP', '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g='],
    ['MySQL', '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'],
    ['salted MD5', '5f4dcc3b5aa765d61d8327deb882cf99:salt'],
  ])('%s is hashed', (_name, secret) => expect(formatOf(secret)).toBe('hashed'));

  it.each([
    ['OpenSSL', 'U2FsdGVkX1+vupppZksvRf5pq5g5XjFRlipRkwB0K1Y='],
    ['Fernet', 'gAAAAABh3Zz0kq1nq7Xh'],
    ['PGP', '-----BEGIN PGP MESSAGE-----'],
  ])('%s is encrypted', (_name, secret) => expect(formatOf(secret)).toBe('encrypted'));

  it('of something too long to be typed is unknown', () => {
    expect(formatOf('z'.repeat(65))).toBe('unknown');
    expect(formatOf('z'.repeat(64))).toBe('clear_text');
  });
});

describe('a secret of which the file says that it is a hash', () => {
  it('is one, whatever it looks like, but for what is encrypted', () => {
    expect(formatOf('4af2e1', true)).toBe('hashed');
    expect(formatOf('U2FsdGVkX1aaaaaaaaaa', true)).toBe('encrypted');
  });
});

describe('secrets that all look alike', () => {
  const secrets = (length: number, count = 10) =>
    Array.from({ length: count }, (_, index) => String(index).padEnd(length, 'aB3/'));

  it('are hashes where they are of one length from 13 on, of letters and digits, and many', () => {
    expect(looksHashed(secrets(13))).toBe(true);
    expect(looksHashed(secrets(12))).toBe(false);
    expect(looksHashed(secrets(16, 9))).toBe(false);
    expect(looksHashed([...secrets(16), 'hunter2'])).toBe(false);
    expect(looksHashed(secrets(16).map((secret) => `${secret.slice(1)} `))).toBe(false);
    expect(looksHashed(Array(20).fill('the same secret'.replaceAll(' ', '')))).toBe(false);
  });
});

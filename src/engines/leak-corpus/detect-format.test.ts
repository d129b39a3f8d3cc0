import { describe, expect, it } from 'vitest';
import { detectFormat, type LeakFormatName } from './detect-format.ts';
import { LeakFileError } from './leak-file.ts';

function detect(text: string, wanted: LeakFormatName | 'auto' = 'auto', isAll = true) {
  const { format, hasHeader } = detectFormat(Buffer.from(text), isAll, wanted);
  return { name: format.name, hasHeader };
}

const mail = 'john@example.com:hunter2\n';
const url = 'https://shop.example.com/in:john:hunter2\n';

describe('the format of a leak', () => {
  it.each([
    ['combo', mail, false],
    ['combo', `\n\nheadline\n${mail.repeat(3)}`, false],
    ['combo', 'john@example.com;hunter2\r\njane@example.com;x\r\n', false],
    ['ulp', url, false],
    ['ulp', mail.repeat(15) + url, false],
    ['ulp', mail.repeat(30) + url, false],
    ['combo', 'john@example.com : hunter2\njane@example.com | x\n', false],
    ['combo', 'hunter2:john@example.com\nqwerty:jane@example.com\n', false],
    [
      'ulp',
      'URL: https://shop.example.com/in\nUsername: john\nPassword: x\nApplication: Chrome\n=====\n'.repeat(2),
      false,
    ],
    ['ulp', 'Host: shop.example.com\r\nLogin: john\r\nPassword: x\r\n\r\n', false],
    ['csv', 'id,email,password\n1,john@example.com,hunter2\n', true],
    ['jsonl', '{"email":"john@example.com","password":"hunter2"}\n', false],
  ])('is recognised: %s', (name, text, hasHeader) => expect(detect(text)).toEqual({ name, hasHeader }));

  it('is CSV in the encoding of the country that its header is from', () => {
    const cyrillic = Buffer.from([0xcf, 0xe0, 0xf0, 0xee, 0xeb, 0xfc]);
    const head = Buffer.concat([Buffer.from('email;'), cyrillic, Buffer.from('\njohn@example.com;hunter2\n')]);
    const { format } = detectFormat(head, true, 'auto');
    expect(format).toMatchObject({ name: 'csv', columns: { secret: [1], names: ['email', 'Пароль'] } });
  });

  it('is not CSV when only the first line looks like it', () => {
    expect(detect(`login;password\n${mail.repeat(5)}`)).toEqual({ name: 'combo', hasHeader: false });
  });

  it.each([
    ['combolist', mail.repeat(10) + url],
    ['combolist', 'john@example.com : hunter2\n'.repeat(10)],
    ['combolist', `${mail.repeat(19)}john@example.com : hunter2\n`],
    ['combolist', mail.repeat(6) + url.repeat(5)],
    ['stealer_log', mail.repeat(5) + url.repeat(6)],
    ['breach', 'id,email,password\n1,john@example.com,hunter2\n'],
  ])('makes it a %s by what most of its records are', (kind, text) => {
    expect(detectFormat(Buffer.from(text), true, 'auto').kind).toBe(kind);
  });

  it('is not guessed where what stands before mail addresses looks like names, unless the operator says so', () => {
    const names = 'Anna Smith;anna.smith@example.com\nannas:anna.smith2@example.com\nqwerty:jane@example.com\n';
    expect(() => detect(names)).toThrow('looks like names and not like secrets');
    expect(detect(names, 'combo').name).toBe('combo');
  });

  it('does not depend on a last line that is cut off', () => {
    const cut = `${mail}headline\njohn@exa`;
    expect(detect(cut, 'auto', false).name).toBe('combo');
    expect(() => detect(cut)).toThrow(LeakFileError);
  });

  it('is the one that the operator names, whatever the lines look like', () => {
    expect(detect(mail, 'ulp').name).toBe('ulp');
    expect(detect('email,password\n', 'combo')).toEqual({ name: 'combo', hasHeader: false });
  });

  it.each(['', 'lorem ipsum\ndolor sit\n', 'john:hunter2\n', '\0\0\0\0'])('is unknown for %j', (text) => {
    expect(() => detect(text)).toThrow('The lines are in no format that is known');
  });

  it('is not CSV without a header that names a column of identities', () => {
    expect(() => detect('a,b\n1,2\n', 'csv')).toThrow('The first line is no header');
  });
});

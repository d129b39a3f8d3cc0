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
    ['combo', mail.repeat(30) + url, false],
    ['csv', 'id,email,password\n1,john@example.com,hunter2\n', true],
    ['jsonl', '{"email":"john@example.com","password":"hunter2"}\n', false],
  ])('is recognised: %s', (name, text, hasHeader) => expect(detect(text)).toEqual({ name, hasHeader }));

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCredentialFields, isEmptySpan, type Span } from './credential-fields.ts';
import { readCsvHeader } from './csv-line.ts';
import { createLineParser, type LeakFormat } from './line-parsers.ts';
import { accepted, type RejectReason, rejectReasons } from './reject-reason.ts';

interface ReadLine {
  readonly login: string;
  readonly domain: string | null;
  readonly site: string | null;
  readonly secret: string | null;
}

/** The fields of a line, which stands between others that must not be looked at. */
function read(format: LeakFormat, line: string | Uint8Array): ReadLine | RejectReason {
  const fields = createCredentialFields();
  const text = Buffer.from(line);
  const bytes = Buffer.concat([Buffer.from('before\n'), text, Buffer.from('\n:after@example.org:"')]);
  const verdict = createLineParser(format)(bytes, 7, 7 + text.length, fields);
  if (verdict !== accepted) return rejectReasons[verdict]!;
  return {
    login: textOf(fields.login)!,
    domain: textOf(fields.mailDomain),
    site: textOf(fields.site),
    secret: textOf(fields.secret),
  };
}

function textOf(span: Span): string | null {
  return isEmptySpan(span) ? null : Buffer.from(span.bytes.subarray(span.start, span.end)).toString();
}

const combo: LeakFormat = { name: 'combo', order: 'mail_first' };
const ulp: LeakFormat = { name: 'ulp', blocksBeginWith: null };
const jsonl: LeakFormat = { name: 'jsonl' };

describe('a line of a combolist', () => {
  it.each([
    ['john@example.com:hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com;hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com|hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com\thunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com,hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com:a:b;c@d ', 'john', 'example.com', 'a:b;c@d '],
    ['john@example.com : hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com: hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com | hunter 2', 'john', 'example.com', 'hunter 2'],
    ['john@example.com\t: hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com \thunter2', 'john', 'example.com', 'hunter2'],
    ['  john@example.com:hunter2', 'john', 'example.com', 'hunter2'],
    ['john@example.com.:x', 'john', 'example.com', 'x'],
    ['John.Doe+tag@Mail.Example.CO.UK:x', 'John.Doe+tag', 'Mail.Example.CO.UK', 'x'],
    ['jürgen@example.com:pässwort', 'jürgen', 'example.com', 'pässwort'],
    ['john@bücher.example:x', 'john', 'xn--bcher-kva.example', 'x'],
    ['john@xn--bcher-kva.xn--p1ai:x', 'john', 'xn--bcher-kva.xn--p1ai', 'x'],
  ])('%j has mail address and secret', (line, login, domain, secret) => {
    expect(read(combo, line)).toEqual({ login, domain, site: null, secret });
  });

  it.each([
    ['john:hunter2', 'no_mail_address'],
    ['john@localhost:hunter2', 'no_mail_address'],
    ['john@10.0.0.1:hunter2', 'no_mail_address'],
    ['john@example..com:hunter2', 'no_mail_address'],
    ['@example.com:hunter2', 'no_mail_address'],
    ['john@example.com hunter2', 'no_mail_address'],
    ['john@doe@example.com:hunter2', 'no_mail_address'],
    [`${'j'.repeat(65)}@example.com:hunter2`, 'no_mail_address'],
    [`john@${'a.'.repeat(130)}com:hunter2`, 'no_mail_address'],
    ['john@example.com', 'no_secret'],
    ['john@example.com:', 'no_secret'],
    ['john@example.com :  ', 'no_secret'],
    ['\0\0\0', 'no_mail_address'],
  ])('%j cannot be read: %s', (line, reason) => expect(read(combo, line)).toBe(reason));
});

describe('a line of a list with secrets first', () => {
  const reversed: LeakFormat = { name: 'combo', order: 'secret_first' };
  it.each([
    ['hunter2:john@example.com', 'john', 'example.com', 'hunter2'],
    ['hunter2 ; john@example.com ', 'john', 'example.com', 'hunter2'],
    ['hunter2\tjohn@example.com', 'john', 'example.com', 'hunter2'],
    ['a:b@c:john@example.com', 'john', 'example.com', 'a:b@c'],
    ['jane@example.org:john@example.com', 'john', 'example.com', 'jane@example.org'],
    ['john@example.com:hunter2', 'john', 'example.com', 'hunter2'],
  ])('%j has mail address and secret', (line, login, domain, secret) => {
    expect(read(reversed, line)).toEqual({ login, domain, site: null, secret });
  });

  it.each([
    [':john@example.com', 'no_secret'],
    ['hunter2 john@example.com', 'no_mail_address'],
    ['john@example.com', 'no_secret'],
    ['hunter2:john@localhost', 'no_mail_address'],
  ])('%j cannot be read: %s', (line, reason) => expect(read(reversed, line)).toBe(reason));
});

describe('a line of a stealer log', () => {
  it.each([
    ['https://shop.example.com/login : john@mail.example : pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['https://shop.example.com/login | john | p | w', 'shop.example.com', 'john', null, 'p | w'],
    ['https://shop.example.com:8443 : john : pw', 'shop.example.com', 'john', null, 'pw'],
    ['oauth:https://shop.example.com/:john@mail.example:pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['OAuth: https://shop.example.com/:john:pw', 'shop.example.com', 'john', null, 'pw'],
    ['https://[2001:db8::1]/login:john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['https://[2001:db8::1]:8443/login:john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['https://[::1]:8443:john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['[2001:db8::1]:8443/:john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['http://2001:db8::1/login:john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['https://shop.example.com/login:john@mail.example:pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['https://shop.example.com:8443/login:john@mail.example:pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['https://shop.example.com:8443:john@mail.example:pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['https://shop.example.com:12345:pw', 'shop.example.com', '12345', null, 'pw'],
    ['shop.example.com:john@mail.example:pw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['shop.example.com/a/b?c=d:john:pw', 'shop.example.com', 'john', null, 'pw'],
    ['https://shop.example.com/a:b/c:john:pw', 'shop.example.com', 'john', null, 'pw'],
    ['https://shop.example.com/|john|p|w', 'shop.example.com', 'john', null, 'p|w'],
    ['https://shop.example.com/;john;pw', 'shop.example.com', 'john', null, 'pw'],
    ['https://shop.example.com/ john pw', 'shop.example.com', 'john', null, 'pw'],
    ['https://shop.example.com/\tjohn@mail.example\tpw', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['android://c2ln==@com.example.app/:john@mail.example:pw', 'com.example.app', 'john', 'mail.example', 'pw'],
    ['http://192.0.2.7/admin:root:pw', null, 'root', null, 'pw'],
    ['http://localhost:3000/:root:pw', null, 'root', null, 'pw'],
    ['john@mail.example:pw', null, 'john', 'mail.example', 'pw'],
    ['https://shop.example.com/:john:p:w:', 'shop.example.com', 'john', null, 'p:w:'],
    ['john@mail.example:pw:https://shop.example.com/login', 'shop.example.com', 'john', 'mail.example', 'pw'],
    ['john@mail.example : p:w : https://shop.example.com:8443/', 'shop.example.com', 'john', 'mail.example', 'p:w'],
    ['john;p:w;https://shop.example.com/', 'shop.example.com', 'john', null, 'p:w'],
    ['john pw http://192.0.2.7/admin', null, 'john', null, 'pw'],
    ['john|pw|android://c2ln==@com.example.app/', 'com.example.app', 'john', null, 'pw'],
    ['john@mail.example:https://shop.example.com/', null, 'john', 'mail.example', 'https://shop.example.com/'],
    ['john@mail.example:my//pw://', null, 'john', 'mail.example', 'my//pw://'],
    ['https://shop.example.com/:john:http://pw', 'shop.example.com', 'john', null, 'http://pw'],
  ])('%j has site, login and secret', (line, site, login, domain, secret) => {
    expect(read(ulp, line)).toEqual({ login, domain, site, secret });
  });

  it.each([
    ['hunter2:john:pw', 'no_login_site'],
    ['anna.smith:john:pw', 'no_login_site'],
    ['john@doe@example.com:hunter2:x', 'no_login_site'],
    ['john@10.0.0.1 : hunter2 : x', 'no_login_site'],
    ['john doe@example.com : hunter2', 'no_login_site'],
    ['192.0.2.7:root:pw', 'no_login_site'],
    ['https://:john:pw', 'no_login_site'],
    ['https://shop.example.com/', 'no_secret'],
    ['https://shop.example.com/:john', 'no_secret'],
    ['https://shop.example.com/:john:', 'no_secret'],
    ['https://shop.example.com/::pw', 'no_login'],
    [`https://shop.example.com/:${'j'.repeat(256)}:pw`, 'no_login'],
  ])('%j cannot be read: %s', (line, reason) => expect(read(ulp, line)).toBe(reason));
});

describe('a line of CSV', () => {
  function csv(header: string): LeakFormat {
    return { name: 'csv', columns: readCsvHeader(header)! };
  }

  it.each([
    ['email,password', 'john@example.com,hunter2', 'hunter2'],
    ['id;E-Mail Address;Password Hash', '1;john@example.com;5f4d', '5f4d'],
    ['"email"\t"pass"', 'john@example.com\thunter2', 'hunter2'],
    ['email,password', '"john@example.com","a ""b"", c"', 'a "b", c'],
    ['email,password', '"john@example.com",""', null],
    ['email,password', 'john@example.com', null],
    ['name,email', 'John,john@example.com', null],
    ['email,hash,password', 'john@example.com,5f4d,hunter2', 'hunter2'],
    ['email,hash,password', 'john@example.com,5f4d,', '5f4d'],
  ])('under %j, %j has mail address and secret', (header, line, secret) => {
    expect(read(csv(header), line)).toEqual({ login: 'john', domain: 'example.com', site: null, secret });
  });

  it('can name the site, and then be of a login that is no mail address', () => {
    const format = csv('url,username,password');
    expect(read(format, 'https://shop.example.com/in,john,pw')).toEqual({
      login: 'john',
      domain: null,
      site: 'shop.example.com',
      secret: 'pw',
    });
    expect(read(format, 'none,john,pw')).toBe('no_mail_address');
  });

  it.each([
    ['"john@example.com,hunter2', 'malformed_csv'],
    ['"john@example.com"x,hunter2', 'malformed_csv'],
    [','.repeat(2_000), 'malformed_csv'],
    ['nobody,hunter2', 'no_mail_address'],
    ['john@example.com x,hunter2', 'no_mail_address'],
  ])('%j cannot be read: %s', (line, reason) => expect(read(csv('email,password'), line)).toBe(reason));

  it.each([
    'E-Mail;Passwort;Ort',
    'Adresse e-mail;Mot de passe;Ville',
    'Correo electrónico;Contraseña;Ciudad',
    'Endereço de e-mail;Senha;Cidade',
    'Indirizzo e-mail;Parola chiave;Città',
    'E-mailadres;Wachtwoord;Plaats',
    'Adres e-mail;Hasło;Miasto',
    'Электронная почта;Пароль;Город',
  ])('has columns of mail addresses and secrets under %j', (header) => {
    expect(read(csv(header), 'john@example.com;hunter2;there')).toMatchObject({
      domain: 'example.com',
      secret: 'hunter2',
    });
  });

  it.each(['email', 'first,second', 'john@example.com,password', ''])('%j is no header', (line) => {
    expect(readCsvHeader(line)).toBeNull();
  });
});

describe('a line of JSON', () => {
  it.each([
    ['{"email":"john@example.com","password":"hunter2"}', null, 'hunter2'],
    ['{"E_Mail":"john@example.com","Pass":12345,"url":"https://shop.example.com/in"}', 'shop.example.com', '12345'],
    ['{"email":"john@example.com","password":"\\"ü\\n"}', null, '"ü\n'],
    ['{"email":"","username":"john@example.com","password":null}', null, null],
  ])('%s has a mail address', (line, site, secret) => {
    expect(read(jsonl, line)).toEqual({ login: 'john', domain: 'example.com', site, secret });
  });

  it.each([
    ['{"email":"john@example.com"', 'malformed_json'],
    ['["john@example.com"]', 'malformed_json'],
    ['null', 'malformed_json'],
    ['{"email":{"a":1}}', 'no_mail_address'],
    ['{"username":"john","password":"x"}', 'no_mail_address'],
  ])('%s cannot be read: %s', (line, reason) => expect(read(jsonl, line)).toBe(reason));
});

describe('any bytes', () => {
  const formats: readonly LeakFormat[] = [
    combo,
    ulp,
    jsonl,
    { name: 'csv', columns: readCsvHeader('url,email,username,password')! },
  ];
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('@', ':', ';', '"', ',', 'https://', '/', '.', 'john@example.com', 'ü', '{', '}')
      .map((text) => Buffer.from(text)),
  );
  const line = fc.array(piece, { maxLength: 20 }).map((pieces) => Buffer.concat(pieces));

  it.each(formats)('are read as $name or rejected, and fields are within the line', (format) => {
    fc.assert(
      fc.property(line, (text) => {
        const outcome = read(format, text);
        if (typeof outcome === 'string') return;
        expect(outcome.login).not.toBe('');
        expect(outcome.domain !== null || outcome.site !== null || format.name === 'ulp').toBe(true);
        expect(Object.values(outcome).join()).not.toContain('after@');
      }),
    );
  });

  it.each([combo, ulp])('between the separator and the end are the secret of a $name line', (format) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (secret) => {
        fc.pre(secret[0] !== 0x20 && secret[0] !== 0x09);
        expect(read(format, Buffer.concat([Buffer.from('j@example.com:'), secret]))).toMatchObject({
          secret: Buffer.from(secret).toString(),
        });
      }),
    );
  });
});

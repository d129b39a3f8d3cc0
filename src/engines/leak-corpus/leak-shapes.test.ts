import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { createCredentialFields } from './credential-fields.ts';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import { openLeakFile } from './leak-file.ts';
import { createLineParser } from './line-parsers.ts';
import { type BatchTally, parseBatch } from './parse-batch.ts';
import { RecordTable } from './record-table.ts';

/** One way in which leaks are written, with what is in it counted by construction. */
interface Shape {
  readonly name: string;
  readonly header?: readonly string[];
  /** The lines of record n. */
  readonly lines: (n: number) => readonly string[];
  /** Of each record, the lines that make it up; the others are noise. Default: all. */
  readonly used?: number;
  readonly kind: DetectedFormat['kind'];
  /** The share of records that name a login site: all unless said otherwise, of those whose kind says so. */
  readonly sited?: (n: number) => boolean;
}

const mail = (n: number) => `user${n}@hoster-one.de`;
const pw = (n: number) => `hunter${n}!`;
const url = 'https://shop.example.com/login';
const list = (name: string, line: (n: number) => string): Shape => ({
  name,
  lines: (n) => [line(n)],
  kind: 'combolist',
  sited: () => false,
});
const stolen = (name: string, line: (n: number) => string): Shape => ({
  name,
  lines: (n) => [line(n)],
  kind: 'stealer_log',
});
const columns = (header: string, record: (n: number) => string): Shape => ({
  name: header,
  header: [header],
  lines: (n) => [record(n)],
  kind: 'breach',
  sited: () => false,
});
const block = (name: string, names: readonly [string, string, string], noise: readonly string[]): Shape => ({
  name,
  lines: (n) => [`${names[0]}: ${url}`, `${names[1]}: ${mail(n)}`, `${names[2]}: ${pw(n)}`, ...noise],
  used: 3,
  kind: 'stealer_log',
});

const shapes: readonly Shape[] = [
  list('email:secret', (n) => `${mail(n)}:${pw(n)}`),
  list('email;secret', (n) => `${mail(n)};${pw(n)}`),
  list('email|secret', (n) => `${mail(n)}|${pw(n)}`),
  list('email,secret', (n) => `${mail(n)},${pw(n)}`),
  list('email tab secret', (n) => `${mail(n)}\t${pw(n)}`),
  list('email : secret', (n) => `${mail(n)} : ${pw(n)}`),
  list('email | secret', (n) => `${mail(n)} | ${pw(n)}`),
  list('email: secret', (n) => `${mail(n)}: ${pw(n)}`),
  list('secret:email', (n) => `${pw(n)}:${mail(n)}`),
  list('secret ; email', (n) => `${pw(n)} ; ${mail(n)}`),
  list('a few with spaces', (n) => (n % 20 === 0 ? `${mail(n)} : ${pw(n)}` : `${mail(n)}:${pw(n)}`)),
  {
    ...list('a few of a stealer log', (n) => `${n % 10 === 0 ? `${url}:` : ''}${mail(n)}:${pw(n)}`),
    sited: (n) => n % 10 === 0,
  },
  stolen('email:secret:url', (n) => `${mail(n)}:${pw(n)}:${url}`),
  stolen('email | secret | url', (n) => `${mail(n)} | ${pw(n)} | ${url}`),
  stolen('url:login:password', (n) => `${url}:${mail(n)}:${pw(n)}`),
  stolen('url|login|password', (n) => `${url}|${mail(n)}|${pw(n)}`),
  stolen('url : login : password', (n) => `${url} : ${mail(n)} : ${pw(n)}`),
  stolen('url login password', (n) => `${url} ${mail(n)} ${pw(n)}`),
  stolen('host:login:password', (n) => `shop.example.com:${mail(n)}:${pw(n)}`),
  stolen('url with a port', (n) => `https://shop.example.com:8443/:${mail(n)}:${pw(n)}`),
  stolen('IPv4', (n) => `http://192.0.2.7/admin:${mail(n)}:${pw(n)}`),
  stolen('IPv6', (n) => `https://[2001:db8::7]:8443/login:${mail(n)}:${pw(n)}`),
  stolen('oauth:', (n) => `oauth:${url}:${mail(n)}:${pw(n)}`),
  stolen('android', (n) => `android://c2ln==@com.example.app/:${mail(n)}:${pw(n)}`),
  block('Redline', ['URL', 'Username', 'Password'], ['Application: Google_[Chrome]_Default', '===============']),
  block('Raccoon', ['URL', 'USR', 'PASS'], ['']),
  block('Vidar', ['Host', 'Login', 'Password'], ['Soft: Chrome', '']),
  columns('email,password,city', (n) => `${mail(n)},${pw(n)},there`),
  columns('E-Mail;Passwort;Ort', (n) => `${mail(n)};${pw(n)};there`),
  columns('Courriel;Mot de passe', (n) => `${mail(n)};"${pw(n)}"`),
  columns('Correo electrónico;Contraseña', (n) => `${mail(n)};${pw(n)}`),
  columns('Endereço de e-mail;Senha', (n) => `${mail(n)};${pw(n)}`),
  columns('Indirizzo e-mail|Parola chiave', (n) => `${mail(n)}|${pw(n)}`),
  columns('E-mailadres\tWachtwoord', (n) => `${mail(n)}\t${pw(n)}`),
  columns('Adres e-mail;Hasło', (n) => `${mail(n)};${pw(n)}`),
  columns('Электронная почта;Пароль', (n) => `${mail(n)};${pw(n)}`),
  {
    name: 'JSON',
    lines: (n) => [JSON.stringify({ email: mail(n), contraseña: pw(n) })],
    kind: 'breach',
    sited: () => false,
  },
];

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};
const lineEnds = ['\n', '\r\n', '\r', '\r\r\n'];

/** Reads a file as an import does, but in this thread. */
async function read(content: Buffer): Promise<{ readonly detected: DetectedFormat; readonly tally: BatchTally }> {
  const file = await openLeakFile(Readable.from([content]));
  const detected = detectFormat(file.head, file.headIsAll, 'auto');
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.text()) chunks.push(Uint8Array.from(chunk));
  await file.close();
  const text = Buffer.concat(chunks);
  const start = detected.hasHeader ? text.indexOf('\n') + 1 : 0;
  return { detected, tally: parse(detected, text.subarray(start)) };
}

const table = new RecordTable(10_000, { secrets: Buffer.alloc(32, 1), logins: Buffer.alloc(32, 2) });

function parse({ format }: Pick<DetectedFormat, 'format'>, text: Buffer): BatchTally {
  table.clear();
  const blocks = format.name === 'ulp' ? format.blocksBeginWith : null;
  return parseBatch(text, text.length, createLineParser(format), blocks, createCredentialFields(), table);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const records = 40;

describe('a leak of a known shape', () => {
  it.each(shapes)('is read whole, in every encoding and with every line end: $name', async (shape) => {
    const numbers = Array.from({ length: records }, (_, n) => n);
    const lines = numbers.flatMap((n) => shape.lines(n));
    const used = numbers.map((n) => shape.used ?? shape.lines(n).length);
    const sited = numbers.filter(shape.sited ?? (() => true)).length;
    for (const encode of Object.values(encodings)) {
      for (const end of lineEnds) {
        const { detected, tally } = await read(
          encode([...(shape.header ?? []), ...lines].map((line) => line + end).join('')),
        );
        expect({
          kind: detected.kind,
          lines: tally.lines,
          records: tally.records,
          sited: sum(tally.layouts.map(({ withSite }) => withSite)),
          used: sum(tally.layouts.map((layout) => layout.lines)),
          rejected: sum(tally.rejected),
        }).toEqual({
          kind: shape.kind,
          lines: lines.length,
          records,
          sited,
          used: sum(used),
          rejected: lines.length - sum(used),
        });
        const samples = tally.layouts.flatMap((layout) => layout.samples);
        for (const { mailAddress, secretFormat } of samples) {
          expect(numbers.map(mail)).toContain(mailAddress);
          expect(secretFormat).toBe('clear_text');
        }
      }
    }
  });
});

describe('a file of anything', () => {
  const piece = fc.constantFrom(
    ...[
      'john@hoster-one.de',
      'anna.smith',
      'hunter2',
      '@',
      ':',
      ' : ',
      ' | ',
      ';',
      '\t',
      ' ',
      '"',
      '{',
      'URL: ',
      'Password: ',
    ],
    ...['Login: ', 'https://', 'shop.example.com', '[::1]', '/', 'oauth:', ',', '='],
  );
  const anyLine = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.constantFrom(...shapes).chain((shape) => fc.nat(9).map((n) => shape.lines(n).join('\n'))),
  );
  const formats: readonly DetectedFormat['format'][] = [
    { name: 'combo', order: 'mail_first' },
    { name: 'combo', order: 'secret_first' },
    { name: 'ulp', blocksBeginWith: null },
    { name: 'ulp', blocksBeginWith: 'site' },
    { name: 'jsonl' },
  ];

  it.each(formats)('has no line that is neither part of a record nor reported: %j', (format) => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const text = lines.map((line) => `${line}\n`).join('');
        const tally = parse({ format }, Buffer.from(text));
        expect(tally.lines).toBe(text.split('\n').length - 1);
        expect(sum(tally.layouts.map((layout) => layout.lines)) + sum(tally.rejected)).toBe(tally.lines);
        expect(sum(tally.layouts.map((layout) => layout.records))).toBe(tally.records);
      }),
    );
  });

  it('has no record of a stealer log where no site is named', () => {
    const harmless = fc.constantFrom(
      ...[
        'john@hoster-one.de',
        'anna.smith',
        'anna',
        'hunter2',
        '@',
        ':',
        ' : ',
        ' | ',
        ';',
        '|',
        '\t',
        ' ',
        '  ',
        '/',
        '#',
        '1234',
      ],
    );
    const line = fc.array(harmless, { maxLength: 10 }).map((pieces) => `${pieces.join('')}\n`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const tally = parse({ format: { name: 'ulp', blocksBeginWith: 'site' } }, Buffer.from(lines.join('')));
        expect(sum(tally.layouts.map(({ withSite }) => withSite))).toBe(0);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { createCredentialFields } from './credential-fields.ts';
import { type DetectedFormat, detectFormat } from './detect-format.ts';
import { openLeakFile } from './leak-file.ts';
import { createLineParser } from './line-parsers.ts';
import { type BatchTally, parseBatch } from './parse-batch.ts';
import { recordLines } from './record-lines.ts';
import { RecordTable } from './record-table.ts';

/** One way in which leaks are written, with what is in it counted by construction. */
interface Shape {
  readonly name: string;
  readonly header?: readonly string[];
  /** The lines of record n. */
  readonly lines: (n: number) => readonly string[];
  /** Of each record, the lines that make it up; the others are noise. Default: all. */
  readonly used?: number;
  /** The lines of a file whose records have none of their own: each counts as one. */
  readonly document?: (numbers: readonly number[]) => readonly string[];
  readonly secretFormat?: 'clear_text' | 'hashed' | null;
  readonly kind: DetectedFormat['kind'];
  /** The share of records that name a login site: all unless said otherwise, of those whose kind says so. */
  readonly sited?: (n: number) => boolean;
}

const records = 40;
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

/** Records that stand in no lines of their own. */
const document = (name: string, lines: (numbers: readonly number[]) => readonly string[]): Shape => ({
  ...list(name, () => ''),
  kind: 'breach',
  document: lines,
});
const table = (name: string, row: (n: number) => string): Shape => ({ ...list(name, row), kind: 'breach' });
const hashes = (shape: Shape): Shape => ({ ...shape, secretFormat: 'hashed' });

const md5 = (n: number) => createHash('md5').update(pw(n)).digest('hex');
const sha1 = (n: number) => createHash('sha1').update(pw(n)).digest();
const insert = 'INSERT INTO `users` (`id`, `name`, `email`, `password`) VALUES';
const row = (n: number) => `(${n}, 'Anna O\\'Hara, (Berlin); no. ${n}', '${mail(n)}', '${pw(n)}')`;
const definition = [
  'CREATE TABLE `users` (',
  '  `id` int(11) unsigned NOT NULL AUTO_INCREMENT,',
  "  `role` enum('a','b') DEFAULT 'a',",
  '  `email` varchar(255) NOT NULL,',
  '  `price` decimal(10,2) DEFAULT NULL,',
  '  `pass` char(60) NOT NULL,',
  '  PRIMARY KEY (`id`),',
  '  KEY `email` (`email`)',
  ') ENGINE=InnoDB;',
];
const noise = [
  '-- MySQL dump 10.13',
  '/*!40101 SET NAMES utf8mb4 */;',
  'DROP TABLE IF EXISTS `users`;',
  ...definition,
  'LOCK TABLES `users` WRITE;',
  '/*!40000 ALTER TABLE `users` DISABLE KEYS */;',
];
const values = (n: number) => `(${n},'a','${mail(n)}',1.50,'${pw(n)}')`;
const person = (n: number) => ({ id: n, email: mail(n), password: pw(n) });
const jsonLines = (value: unknown, indent?: number) => JSON.stringify(value, null, indent).split('\n');

const documents: readonly Shape[] = [
  document('SQL, a row in each INSERT', (numbers) => numbers.map((n) => `${insert} ${row(n)};`)),
  document('SQL, all rows in one line', (numbers) => [`${insert} ${numbers.map(row).join(',')};`]),
  document('SQL, a row in each line', (numbers) => [
    insert,
    ...numbers.map((n) => `${row(n)}${n < records - 1 ? ',' : ';'}`),
  ]),
  document('SQL, a value in each line', (numbers) =>
    numbers.flatMap((n) => [
      'INSERT INTO users',
      '  (email,',
      '   password)',
      'VALUES',
      '(',
      `'${mail(n)}',`,
      `'${pw(n)}'`,
      ')',
      ';',
    ]),
  ),
  document('SQL, columns by the definition', (numbers) => [
    ...[...noise, `INSERT INTO \`users\` VALUES ${numbers.map(values).join(',')};`, 'UNLOCK TABLES;'],
  ]),
  document('SQL, rows that an INSERT of another table follows', (numbers) => [
    ...[`${insert} ${numbers.map(row).join(',')} ON DUPLICATE KEY UPDATE id=id;`, 'SET @a = 1;'],
  ]),
  document('SQL of SQLite, doubled quotes', (numbers) => [
    'PRAGMA foreign_keys=OFF;',
    'CREATE TABLE "users" (id INTEGER PRIMARY KEY, "email" TEXT, bio TEXT, password TEXT);',
    ...numbers.map((n) => `INSERT INTO "users" VALUES(${n},'${mail(n)}','it''s a \\','${pw(n)}');`),
  ]),
  document('SQL of SQL Server', (numbers) => [
    'SET IDENTITY_INSERT [dbo].[Users] ON',
    ...numbers.flatMap((n) => [
      `INSERT [dbo].[Users] ([Id], [Email], [Password]) VALUES (${n}, N'${mail(n)}', N'${pw(n)}')`,
      'GO',
    ]),
  ]),
  document('SQL of PostgreSQL, INSERT', (numbers) => [
    'SET standard_conforming_strings = on;',
    ...numbers.map(
      (n) => `INSERT INTO public.users (id, path, email, "password") VALUES (${n}, 'C:\\', '${mail(n)}', E'${pw(n)}');`,
    ),
  ]),
  document('SQL of PostgreSQL, COPY', (numbers) => [
    ...['-- PostgreSQL database dump', '', 'COPY public.users (id, email, note, password) FROM stdin;'],
    ...numbers.map((n) => `${n}\t${mail(n)}\t\\N\t${pw(n)}`),
    ...['\\.', '', "SELECT pg_catalog.setval('users_id_seq', 40, true);"],
  ]),
  document('SQL, functions and NULL around', (numbers) =>
    numbers.map(
      (n) => `REPLACE INTO users (id, born, email, password) VALUES (NULL, NOW(), LOWER('${mail(n)}'), '${pw(n)}');`,
    ),
  ),
  hashes(
    document('SQL, hashes as numbers', (numbers) =>
      numbers.map((n) => `INSERT INTO u (email, pass) VALUES ('${mail(n)}', 0x${md5(n)});`),
    ),
  ),
  hashes(
    document('SQL, a column called password_hash', (numbers) => [
      `INSERT INTO u (email, password_hash) VALUES ${numbers.map((n) => `('${mail(n)}', '${sha1(n).toString('hex').slice(0, 16)}')`).join(', ')};`,
    ]),
  ),
  document('JSON, a list in one line', (numbers) => jsonLines(numbers.map(person))),
  document('JSON, a list over lines', (numbers) => jsonLines(numbers.map(person), 2)),
  document('JSON, a list, an object a line', (numbers) => [
    '[',
    ...numbers.map((n) => `${JSON.stringify(person(n))}${n < records - 1 ? ',' : ''}`),
    ']',
  ]),
  document('JSON, objects over lines', (numbers) => numbers.flatMap((n) => jsonLines(person(n), 4))),
  document('JSON, lists within objects', (numbers) =>
    jsonLines(
      {
        total: records,
        groups: [
          { name: 'a', users: numbers.filter((n) => n % 2 === 0).map(person) },
          { users: numbers.filter((n) => n % 2 === 1).map(person) },
        ],
      },
      2,
    ),
  ),
  document('JSON, objects within objects', (numbers) =>
    numbers.map((n) =>
      JSON.stringify({
        _id: n,
        _source: { contact: { email: mail(n) }, login: { password: pw(n) }, tags: ['a', { b: [1] }].slice(0, 1) },
      }),
    ),
  ),
  document('JSON, objects by their keys', (numbers) =>
    jsonLines(Object.fromEntries(numbers.map((n) => [`-M${n}`, person(n)])), 1),
  ),
  document('JSON, lists of addresses', (numbers) =>
    jsonLines(
      numbers.map((n) => ({ emails: [mail(n), 'b@example.com'], password: pw(n), note: 'a "b" \\ {' })),
      2,
    ),
  ),
  {
    ...document('JSON, a site around its logins', (numbers) =>
      jsonLines(
        numbers.map((n) => ({ url, logins: [{ username: mail(n), password: pw(n) }] })),
        2,
      ),
    ),
    sited: () => true,
  },
  hashes(
    document('JSON, hashes by name', (numbers) =>
      jsonLines(
        numbers.map((n) => ({ email: mail(n), hash: sha1(n).toString('base64url').slice(0, 13) })),
        2,
      ),
    ),
  ),
];

const tables: readonly Shape[] = [
  table('"email";"secret"', (n) => `"${mail(n)}";"${pw(n)}"`),
  table('"email","secret"', (n) => `"${mail(n)}","${pw(n)}"`),
  table('"email" tab "secret"', (n) => `"${mail(n)}"\t"${pw(n)}"`),
  table('"secret","email"', (n) => `"${pw(n)}","${mail(n)}"`),
  table('"id","email","secret"', (n) => `"${n}","${mail(n)}","${pw(n)}"`),
  table('id,email,secret', (n) => `${n},${mail(n)},${pw(n)}`),
  table('id;email;"secret ""with"" quotes; and more"', (n) => `${n};${mail(n)};"${pw(n)} ""with"" quotes; and more"`),
  { ...table('email,first name,last name', (n) => `${mail(n)},Anna,Smith`), secretFormat: null },
  hashes(table('email,name,md5', (n) => `${mail(n)},Anna Smith,${md5(n)}`)),
  hashes(table('"name";"sha1";"email"', (n) => `"Anna";"${sha1(n).toString('hex')}";"${mail(n)}"`)),
  hashes(table('id|email|base64 of sha1', (n) => `${n}|${mail(n)}|x|${sha1(n).toString('base64')}`)),
  hashes(
    columns(
      '"email","name","password"',
      (n) => `"${mail(n)}","Anna","$2y$10$${md5(n).slice(0, 22)}${md5(n + 1).slice(0, 31)}"`,
    ),
  ),
  hashes(columns('email;passwort_hash', (n) => `${mail(n)};${md5(n).slice(0, 16)}`)),
  hashes(columns('email,password', (n) => `${mail(n)},${sha1(n).toString('base64')}`)),
  hashes(list('email:des-crypt', (n) => `${mail(n)}:${sha1(n).toString('hex').slice(0, 13)}`)),
  hashes(list('email:sha1:salt', (n) => `${mail(n)}:${sha1(n).toString('hex')}:s${n}`)),
];

const shapes: readonly Shape[] = [
  ...documents,
  ...tables,
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
  for await (const chunk of recordLines(file, detected.format)) chunks.push(Uint8Array.from(chunk));
  await file.close();
  const text = Buffer.concat(chunks);
  const start = detected.hasHeader ? text.indexOf('\n') + 1 : 0;
  return { detected, tally: parse(detected, text.subarray(start)) };
}

const recordTable = new RecordTable(10_000, { secrets: Buffer.alloc(32, 1), logins: Buffer.alloc(32, 2) });

function parse({ format }: Pick<DetectedFormat, 'format'>, text: Buffer): BatchTally {
  recordTable.clear();
  const blocks = format.name === 'ulp' ? format.blocksBeginWith : null;
  return parseBatch(text, text.length, createLineParser(format), blocks, createCredentialFields(), recordTable);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe('a leak of a known shape', () => {
  it('is one of at least sixty', () => {
    expect(new Set(shapes.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(shapes)('is read whole, in every encoding and with every line end: $name', async (shape) => {
    const numbers = Array.from({ length: records }, (_, n) => n);
    const lines = numbers.flatMap((n) => shape.lines(n));
    const written = shape.document?.(numbers) ?? lines;
    const used = numbers.map((n) => shape.used ?? shape.lines(n).length);
    const sited = numbers.filter(shape.sited ?? (() => true)).length;
    for (const encode of Object.values(encodings)) {
      for (const end of lineEnds) {
        const { detected, tally } = await read(
          encode([...(shape.header ?? []), ...written].map((line) => line + end).join('')),
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
          expect(secretFormat).toBe(shape.secretFormat === undefined ? 'clear_text' : shape.secretFormat);
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

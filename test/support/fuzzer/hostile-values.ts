import type { Random } from './random.ts';

/** Texts that have broken parsers, databases, terminals, mails and pages before. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\u001b[31mred',
  'line\r\nSet-Cookie: x=1',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff',
  '\uffff',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(30),
  'İıſß',
  "' OR 1=1 --",
  '"; DROP TABLE customers; --',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what templates of others would fill in
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%00%ff%2e%2e%2f',
  '1e400',
  '-0',
  'NaN',
  'undefined',
  '٤٢',
  '0x10',
  '__proto__',
  'constructor',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(5_000),
  '9'.repeat(400),
  `https://example.com/${'a'.repeat(2_028)}`,
  `${'a.'.repeat(126)}com`,
  `${'a'.repeat(64)}.example.com`,
  `xn--${'9'.repeat(60)}.com`,
  'xn--a-ecp.ru',
  '☃.example.com',
  `${'a'.repeat(64)}@example.com`,
  `"${'\\"'.repeat(100)}"@example.com`,
  `a@${'a-'.repeat(120)}a.com`,
  '127.1',
  '0177.0.0.1',
  '2130706433',
  '::ffff:169.254.169.254',
  'fe80::1%eth0',
  '1.2.3.4/8',
  '999.1.1.1',
  '[::1]',
  'localhost',
  'com',
  'co.uk',
  '0000-00-00',
  '2026-02-30',
  '2026-13-45T99:99:99.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '=cmd|calc!A1',
  '[]',
  '{}',
  'null',
  `data:image/svg+xml;base64,${'A'.repeat(100)}`,
  `${'(a+)+'.repeat(20)}$`,
  ' '.repeat(10_000),
];

/** Values that are anything but what was asked for. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  [1],
  ['a', 'b'],
  { a: 1 },
  { length: 1e9 },
  { toString: 'x', valueOf: null },
  JSON.parse('{"__proto__":{"admin":true}}'),
];

export function hostileValue(random: Random): unknown {
  const kind = random.below(20);
  if (kind < 10) return random.pick(hostileTexts);
  if (kind < 17) return random.pick(hostileValues);
  if (kind === 17) return nested(10 + random.below(60));
  if (kind === 18) return Array.from({ length: 1 + random.below(2_000) }, () => random.pick(hostileTexts.slice(0, 40)));
  return Object.fromEntries(Array.from({ length: 1 + random.below(1_000) }, (_, index) => [`k${index}`, index]));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const repeated = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index));

/** Bodies that are hostile as a whole; `size` is about the largest in bytes. */
const hostileBodies: readonly ((random: Random, size: number, valid: string) => string | Buffer)[] = [
  (_random, size) => `{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
  (_random, size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  (_random, size) => `{${repeated(size / 10, (index) => `"${index.toString(16)}":1`).join()}}`,
  (_random, size) => `{"services":[{${repeated(size / 12, (index) => `"k${index}":1`).join()}}]}`,
  (_random, size) => `{"services":[${repeated(size / 3, () => '{}').join()}]}`,
  (_random, size) => `{"prices":[${repeated(size / 5, () => 'null').join()}]}`,
  (_random, size) => JSON.stringify({ dump: '-A INPUT -j ACCEPT\n'.repeat(size / 20), format: 'auto' }),
  (_random, size) => JSON.stringify({ nickname: 'x'.repeat(size) }),
  (_random, size) => `{"a":${'9'.repeat(size)}}`,
  (random, _size, valid) => valid.slice(0, random.below(valid.length + 1)),
  (_random, _size, valid) => valid.replace(/:\d+/, ':1e400'),
  (_random, _size, valid) => valid.replace(/:\d+/, ':-1E+999999999'),
  (_random, _size, valid) => `${valid.slice(0, -1)},${valid.slice(1)}`,
  (_random, _size, valid) => `\ufeff${valid}`,
  (_random, _size, valid) => Buffer.from(valid, 'utf16le'),
  (_random, _size, valid) => Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0x7d])]),
  (_random, _size, valid) => `${valid}${valid}`,
  () => '{"__proto__":{"billing_customer_id":1},"constructor":{"prototype":{}}}',
  () => '[]',
  () => 'null',
  () => '"text"',
  () => '',
  () => '0',
  (_random, size) => ' '.repeat(size),
];

const bodySizes = [100, 2_000, 15_000, 60_000, 70_000, 500_000, 1_040_000, 2_200_000];

export function hostileBody(random: Random, valid: string): string | Buffer {
  return random.pick(hostileBodies)(random, random.pick(bodySizes), valid);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { type RecordIndex, recordIndexes } from './block-format.ts';
import { readBlock, type StoredRecord, secretFormatOfFlags } from './block-reader.ts';
import type { SealedBlock } from './block-writer.ts';
import { type Run, RunBuilder } from './build-run.ts';
import { createCredentialFields, layoutIndex } from './credential-fields.ts';
import { readCsvHeader } from './csv-line.ts';
import { domainKey, domainOfKey, keyAfterSubdomains } from './domain-key.ts';
import { filterProbesOf } from './key-filter.ts';
import { createLineParser } from './line-parsers.ts';
import { parseBatch } from './parse-batch.ts';
import { RecordTable } from './record-table.ts';
import { rejectReasons } from './reject-reason.ts';

const keys = { secrets: Buffer.alloc(32, 1), logins: Buffer.alloc(32, 2) };
const capacity = 20_000;

const table = new RecordTable(capacity, keys);
const builder = new RunBuilder(capacity);

function runOf(lines: readonly string[], watched: readonly string[] = []): Run {
  table.clear();
  const text = Buffer.from(lines.join('\n'));
  const parse = createLineParser({ name: 'ulp', blocksBeginWith: null });
  parseBatch(text, text.length, parse, null, createCredentialFields(), table);
  return builder.build(table, watched.map(domainKey));
}

interface Credential {
  readonly login: string;
  readonly domain: string;
  readonly site: string | null;
  readonly secret: string;
}

const domains = [
  'example.com',
  'mail.example.com',
  'a.mail.example.com',
  'example.co',
  'example-x.com',
  'xexample.com',
  'ample.org',
];
const credential: fc.Arbitrary<Credential> = fc.record({
  login: fc.stringMatching(/^[a-z]{1,3}$/),
  domain: fc.constantFrom(...domains),
  site: fc.option(fc.constantFrom(...domains, 'www.shop.example.net')),
  secret: fc.constantFrom('one', 'two', 'three'),
});

function lineOf({ login, domain, site, secret }: Credential): string {
  return `${site === null ? '' : `https://${site}/:`}${login}@${domain}:${secret}`;
}

function recordsOf(blocks: readonly SealedBlock[], index: RecordIndex, domain: string): StoredRecord[] {
  const from = domainKey(domain);
  return blocks
    .filter((block) => block.index === index)
    .flatMap(({ bytes }) => [...readBlock(bytes, from, keyAfterSubdomains(from))]);
}

function isWithin(name: string | null, domain: string): boolean {
  return name === domain || name?.endsWith(`.${domain}`) === true;
}

function isBitSet(filter: Uint8Array, probe: number): boolean {
  const bit = probe % (filter.length * 8);
  return (filter[bit >> 3]! & (1 << (bit & 7))) !== 0;
}

describe('a run', () => {
  it('finds by mail domain and by login site what a scan of all lines finds, each once', () => {
    fc.assert(
      fc.property(
        fc.array(credential, { maxLength: 300, size: 'max' }),
        fc.constantFrom(...domains, 'example.net'),
        (all, domain) => {
          const { blocks } = runOf(all.map(lineOf));
          const distinct = new Map(all.map((one) => [lineOf(one), one]));
          for (const index of recordIndexes) {
            const own = ({ domain: mail, site }: Credential) => (index === 'mail' ? mail : site);
            const expected = [...distinct.values()].filter((one) => isWithin(own(one), domain));
            const found = recordsOf(blocks, index, domain).map(({ key, login, otherDomain }) => {
              const [mail, site] = index === 'mail' ? [domainOfKey(key), otherDomain] : [otherDomain, domainOfKey(key)];
              return `${login}@${mail} ${site}`;
            });
            expect(found.sort()).toEqual(
              expected.map(({ login, domain: mail, site }) => `${login}@${mail} ${site}`).sort(),
            );
          }
        },
      ),
    );
  });

  it('has its records in order, over all blocks', () => {
    fc.assert(
      fc.property(fc.array(credential, { maxLength: 300, size: 'max' }), (all) => {
        const { blocks } = runOf(all.map(lineOf));
        for (const index of recordIndexes) {
          const sorted = blocks
            .filter((block) => block.index === index)
            .flatMap(({ bytes }) => [...readBlock(bytes, '', '\xff')])
            .map(({ key, login, digest }) => `${key} ${login} ${digest}`);
          expect(sorted).toEqual([...sorted].sort());
        }
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('tells which watched domains it has something of, at the mailbox, the site, or below', () => {
    fc.assert(
      fc.property(fc.array(credential, { maxLength: 10 }), (all) => {
        const { touched } = runOf(all.map(lineOf), [...domains, 'com', 'example.net']);
        const expected = [...domains, 'com', 'example.net'].filter((domain) =>
          all.some((one) => isWithin(one.domain, domain) || isWithin(one.site, domain)),
        );
        expect(touched.map(domainOfKey).sort()).toEqual(expected.sort());
      }),
    );
  });

  const many = Array.from({ length: 15_000 }, (_, number) => {
    const address = `user${number}@host${number % 700}.firm${number % 1_300}.com:pw${number}`;
    return number % 3 === 0 ? `https://shop${number % 50}.example.net/:${address}` : address;
  });

  it('tells each record of many once, with its own site', () => {
    const { blocks, records } = runOf([...many, ...many].slice(0, capacity));
    expect(records).toBe(many.length);
    const found = recordsOf(blocks, 'mail', 'com').map(({ login, otherDomain }) => `${login} ${otherDomain}`);
    const expected = many.map(
      (_line, number) => `user${number} ${number % 3 === 0 ? `shop${number % 50}.example.net` : null}`,
    );
    expect(found.sort()).toEqual(expected.sort());
  });

  it('is cut into blocks whose filters know all domains in them, and hardly any other', () => {
    const { blocks, records } = runOf(many);
    expect(records).toBe(many.length);
    expect(blocks.length).toBeGreaterThan(10);
    let wrong = 0;
    for (const { bytes, filter, lastKey, records: count } of blocks) {
      const inside = [...readBlock(bytes, '', '\xff')];
      expect(inside).toHaveLength(count);
      expect(inside.at(-1)!.key).toBe(Buffer.from(lastKey).toString('latin1'));
      for (const { key } of inside) {
        const parent = domainKey(domainOfKey(key).split('.').slice(1).join('.'));
        for (const known of [key, parent])
          expect(filterProbesOf(known).every((probe) => isBitSet(filter, probe))).toBe(true);
      }
      for (let number = 0; number < 100; number += 1)
        if (filterProbesOf(domainKey(`none${number}.com`)).every((probe) => isBitSet(filter, probe))) wrong += 1;
    }
    expect(wrong / (blocks.length * 100)).toBeLessThan(0.03);
  });

  it('keeps one record of each that is told several times, but those apart that differ in their secrets', () => {
    const run = runOf([
      'a@example.com:x',
      'A@EXAMPLE.com:x',
      'a@example.com:y',
      'https://shop.example.net/:a@example.com:x',
    ]);
    expect(run.records).toBe(3);
    const found = recordsOf(run.blocks, 'mail', 'example.com');
    expect(new Set(found.map(({ digest }) => digest)).size).toBe(2);
    expect(found.map(({ flags }) => secretFormatOfFlags(flags))).toEqual(['clear_text', 'clear_text', 'clear_text']);
  });

  it('keeps no login that is no mail address, but tells one from another', () => {
    const { blocks, records } = runOf(
      ['root', 'root', 'admin'].map((login) => `https://shop.example.net/:${login}:pw`),
    );
    const logins = recordsOf(blocks, 'site', 'example.net').map(({ login }) => login);
    expect(records).toBe(2);
    expect(logins).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });

  it('has nothing of the run before', () => {
    const parse = createLineParser({ name: 'csv', columns: readCsvHeader('email,password')! });
    const build = (text: string) => {
      table.clear();
      parseBatch(Buffer.from(text), text.length, parse, null, createCredentialFields(), table);
      return recordsOf(builder.build(table, []).blocks, 'mail', 'com');
    };
    build('a@example.com,secret\nb@example.org,other');
    expect(build('c@example.com,')).toEqual([
      { key: domainKey('example.com'), login: 'c', flags: 0, digest: '0'.repeat(16), otherDomain: null },
    ]);
  });

  it('of nothing has no blocks', () => expect(runOf([])).toEqual({ blocks: [], records: 0, touched: [] }));
});

describe('parseBatch', () => {
  it('reads blocks of lines, and counts every line that is in none', () => {
    table.clear();
    const block = ['URL: https://shop.example.com/in', 'Username: a@example.com', 'Password: x', 'Application: Chrome'];
    const broken = ['URL: https://shop.example.com/in', 'Username: a@example.com', 'Password:', '===='];
    const single = 'b@example.com:y';
    const text = Buffer.from(['banner', ...block, '', ...broken, single, ...block].join('\r\n'));
    const parse = createLineParser({ name: 'ulp', blocksBeginWith: 'site' });
    const tally = parseBatch(text, text.length, parse, 'site', createCredentialFields(), table);
    const reasons = rejectReasons.flatMap((reason, index) =>
      tally.rejected[index] === 0 ? [] : [[reason, tally.examples[index]]],
    );
    expect(reasons).toEqual([
      ['blank', [5]],
      ['no_secret', [6, 7, 8]],
      ['no_credential', [0, 4, 9, 14]],
    ]);
    expect(tally).toMatchObject({ lines: 15, records: 3 });
    expect(tally.layouts[layoutIndex.block]).toMatchObject({ records: 2, lines: 6, withSite: 2 });
    expect(tally.layouts[layoutIndex.block]!.samples).toEqual([
      { line: 1, mailAddress: 'a@example.com', site: 'shop.example.com', secretFormat: 'clear_text' },
      { line: 11, mailAddress: 'a@example.com', site: 'shop.example.com', secretFormat: 'clear_text' },
    ]);
    expect(tally.layouts[layoutIndex.mail_secret]).toMatchObject({ records: 1, lines: 1, withSite: 0 });
  });

  it('counts lines and tells which could not be read, by reason', () => {
    table.clear();
    const text = Buffer.from(`a@example.com:x\r\n\r\nb@example.com:\n${'c'.repeat(16_385)}\nnothing\nd@example.com:y`);
    const parse = createLineParser({ name: 'combo', order: 'mail_first' });
    const tally = parseBatch(text, text.length, parse, null, createCredentialFields(), table);
    expect(tally).toMatchObject({ lines: 6, records: 2 });
    expect(tally.rejected).toEqual([1, 1, 1, 0, 0, 1, 0, 0, 0]);
    expect(tally.examples).toEqual([[1], [3], [4], [], [], [2], [], [], []]);
  });
});

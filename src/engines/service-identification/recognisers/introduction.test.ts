import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';
import { introduction } from './introduction.ts';

const target = { address: '192.0.2.7', port: 4242, userAgent: 'test' };
const read = (text: string) => introduction(new Set(['redis', 'grafana'])).unasked!(Buffer.from(text), target);

describe('a port that says in a protocol of its own what it is', () => {
  it.each([
    ['200 quux v1.8.5 hello, who are you?\r\n', 'quux', 'quux', '1.8.5'],
    ['* OK Foo Bar 2.3.16 at your service\r\n', 'foo-bar', 'Foo Bar', '2.3.16'],
    ['220 mail.example.com Foo 1.2 ready\r\n', 'foo', 'Foo', '1.2'],
    ['Foo/1.2.3-rc1\n', 'foo', 'Foo', '1.2.3-rc1'],
    ['# Some Thing server version 3.4.1, ready\n', 'some-thing', 'Some Thing', '3.4.1'],
    ['Welcome to the TeamHub (v2.0)\n', 'teamhub', 'TeamHub', '2.0'],
    ['Quux daemon ready\r\n', 'quux', 'Quux', undefined],
    ['{"name":"foo","version":"1.2"}\n', 'foo', 'foo', '1.2'],
    ['{"hello":{"product":"Bar Base","version":"v7.1"}}\n{"more":', 'bar-base', 'Bar Base', '7.1'],
  ])('%j is called so', (text, service, product, version) => {
    expect(read(text)).toMatchObject({ service, product, version });
  });

  it.each([
    'Protocol version 1.0 not supported\n',
    'ERROR unknown command 1.0\r\n',
    'Invalid request 2.5\n',
    'Unsupported version 3.1 of the client\n',
    '1.2.3\n',
    'hello\n',
    'OK 12.5\n',
    '{"error":"not found","version":"1.2"}\n',
    '{"name":"<b>x</b>","version":"1.2"}\n',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    'Foo 1.2\n\u0000\u0001\u0002',
  ])('%j names nobody', (text) => {
    expect(read(text)).toBeNull();
  });

  it('a name of what is recognised by its protocol needs that protocol', () => {
    expect(read('Redis 7.2.4 ready\r\n')).toBeNull();
    expect(read('{"name":"Grafana","version":"10.1.0"}\n')).toBeNull();
  });

  it('nothing that it says decides whether a login is asked, and its name is a plain word', () => {
    const line = fc.stringMatching(/^[ -~]{0,60}$/);
    fc.assert(
      fc.property(fc.oneof(line, fc.json()), fc.constantFrom('\n', '\r\n', ''), (text, end) => {
        const said = read(text + end);
        if (said === null) return;
        expect(said.unauthenticated).toBeUndefined();
        expect(said.service).toMatch(/^[a-z][a-z\d-]*$/);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

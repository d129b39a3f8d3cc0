import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shapeOf } from './body-shape.ts';
import { shownPath } from './shown-path.ts';

test('a body is shown by its keys and types', () => {
  const body = {
    client_id: 42,
    mrr: 9.5,
    ip_address: '192.0.2.1',
    all: null,
    ports: [22, 80, 443],
    one: [{ a: true }],
    none: [],
  };
  expect(shapeOf(body)).toEqual({
    client_id: 'integer',
    mrr: 'number',
    ip_address: 'string',
    all: 'null',
    ports: ['integer', '… 2 more'],
    one: [{ a: 'boolean' }],
    none: [],
  });
  expect(shapeOf(JSON.parse('{"__proto__": 1, "bwk_0123456789012345678901234567890123456789": 1}'))).toEqual(
    JSON.parse('{"__proto__": "integer", "…": "integer"}'),
  );
});

test('no value of a body is in its shape, and no shape is long', () => {
  const secret = fc.stringMatching(/^secret-[a-z]{8}$/);
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 7 }, secret, fc.integer({ min: 10 ** 6 }), tie('array'), tie('object')),
    array: fc.array(tie('value'), { maxLength: 30 }),
    object: fc.dictionary(fc.string({ maxLength: 60 }), tie('value'), { maxKeys: 60 }),
  })).object;
  fc.assert(
    fc.property(json, (body) => {
      const text = JSON.stringify(shapeOf(body));
      expect(text).not.toMatch(/secret-|\d{7}/);
      expect(text.length).toBeLessThan(12_000);
    }),
  );
});

test('a path keeps ids, and hides every other value', () => {
  const id = '0190aaaa-0000-7000-8000-00000000dead';
  const declared = new Set(['client_id', 'from', 'search']);
  const shown = (url: string) => shownPath('/api/v1/endpoints/:endpoint', { endpoint: id }, url, declared);
  expect(shown('/x')).toBe(`/api/v1/endpoints/${id}`);
  expect(shown('/x?client_id=7&from=2026-01-31&search=jane&pin=123456&a%00b=1')).toBe(
    `/api/v1/endpoints/${id}?client_id=7&from=2026-01-31&search=…&pin=…&…=…`,
  );
  const key = 'bwk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ';
  expect(shownPath('/api/v1/keys/:id', { id: key }, `/api/v1/keys/${key}`, declared)).toBe('/api/v1/keys/…');
});

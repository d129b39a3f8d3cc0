import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedMembers } from './repeated-members.ts';

const names = new Set(['a', 'b']);

describe('names that stand twice in one object of a JSON text', () => {
  it.each([
    ['{"a":1,"a":2}', [['a']]],
    ['{"a":1,"c":2,"a":1,"a":3}', [['a']]],
    ['{"a":1,"b":2,"b":1,"a":3}', [['b'], ['a']]],
    [' { "a" : [ ] ,\n"a" : { } } ', [['a']]],
    [
      '{"x":[{"a":1},{"a":1,"a":2},[{"b":0,"b":0}]]}',
      [
        ['x', '1', 'a'],
        ['x', '2', '0', 'b'],
      ],
    ],
    [String.raw`{"\u0061":1,"a":2}`, [['a']]],
    [String.raw`{"a":1,"\u0061":2}`, [['a']]],
    [String.raw`{"x\\":1,"a":"\"","a":2}`, [['a']]],
  ])('%s has them', (text, paths) => {
    JSON.parse(text);
    expect(repeatedMembers(text, names)).toEqual(paths);
  });

  it.each([
    '{"a":1,"b":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"x":{"a":1},"y":{"a":1},"a":1}',
    '{"c":1,"c":2}',
    '{"x":"a","y":"a","a":"a,\\"a\\":1"}',
    String.raw`{"a":"\\","b":"\u0061"}`,
    '"a"',
    '1',
    '[]',
  ])('%s has none', (text) => {
    JSON.parse(text);
    expect(repeatedMembers(text, names)).toEqual([]);
  });

  it('no text of JSON.stringify has any, and every one has that names a member again', () => {
    const members = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'a"', '\u00e9'), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(members, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify({ ...value, b: value }, null, indent);
        expect(repeatedMembers(text, names)).toEqual([]);
        expect(repeatedMembers(text.replace(/\}$/, ',"b":0}'), names)).toEqual([['b']]);
      }),
    );
  });
});

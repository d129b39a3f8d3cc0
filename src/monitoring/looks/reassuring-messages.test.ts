import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import english from '../../../locales/en.json' with { type: 'json' };
import { reassuringKeys, wellOr } from './reassuring-messages.ts';

const root = new URL('../../../', import.meta.url).pathname;
const files = globSync(['src/**/*.ts', 'portal/src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !file.endsWith('/reassuring-messages.ts'),
);
const sources = files.map((file) => ({ file, code: readFileSync(`${root}${file}`, 'utf8') }));

/** Where the code names a message: literally, or as a template that it fits. */
function namings(code: string, key: string): number[] {
  const literal = [...code.matchAll(/'([^'\n]+)'/g)].filter(([, text]) => text === key);
  const templates = [...code.matchAll(/`((?:look|portal|report)\.(?:[\w.-]*\$\{\w+\}[\w.-]*)+)`/g)].filter(
    ([, text = '']) => {
      const pattern = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
      return new RegExp(`^${pattern.join('[\\w.-]+')}$`).test(key);
    },
  );
  return [...literal, ...templates].map(({ index }) => index);
}

function isWithinWellOr(code: string, index: number): boolean {
  const start = code.lastIndexOf('wellOr(', index);
  if (start < 0) return false;
  const between = code.slice(start + 'wellOr'.length, index);
  return between.split('(').length > between.split(')').length;
}

describe('messages that reassure', () => {
  it('are asked for by wellOr and nowhere else', () => {
    const named = reassuringKeys.map((key) => ({
      key,
      places: sources.flatMap(({ file, code }) => namings(code, key).map((index) => ({ file, code, index }))),
    }));
    for (const { key, places } of named) expect(places.length, key).toBeGreaterThan(0);
    const bare = named.flatMap(({ key, places }) =>
      places.filter(({ code, index }) => !isWithinWellOr(code, index)).map(({ file }) => `${file}: ${key}`),
    );
    expect(bare).toEqual([]);
  });

  it('exist, each once', () => {
    expect(reassuringKeys.filter((key) => !(key in english))).toEqual([]);
    expect(new Set(reassuringKeys).size).toBe(reassuringKeys.length);
  });

  it('are said only of what was looked at', () => {
    expect(wellOr({ all_looked_at: true }, 'report.left.nothing', 'other')).toBe('report.left.nothing');
    expect(wellOr({ all_looked_at: false }, 'report.left.nothing', 'other')).toBe('other');
  });
});

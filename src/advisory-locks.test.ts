import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = import.meta.dirname;

it('no two advisory locks have one number: what has nothing to do with each other would wait for each other', () => {
  const files = globSync('**/*.ts', { cwd: source });
  const numbers = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/^const \w*[lL]ock = ([\d_]+);$/gm)].map(
      ([, number]) => number,
    ),
  );
  expect(numbers.length).toBeGreaterThanOrEqual(4);
  expect(new Set(numbers).size).toBe(numbers.length);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('npm ci warns of no engine, whatever Node.js npm runs on', () => {
  const lock: { packages: Record<string, { engines?: object }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const demanding = Object.entries(lock.packages).filter(([place, { engines }]) => place !== '' && engines);
  expect(
    demanding.map(([place]) => place),
    'run: node scripts/drop-lock-engines.ts',
  ).toEqual([]);
});

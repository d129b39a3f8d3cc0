import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('npm ci warns of no engine, whatever Node.js npm runs on', () => {
  const lock: { packages: Record<string, { engines?: object }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const demanding = Object.entries(lock.packages).filter(([place, { engines }]) => place !== '' && engines);
  expect(
    demanding.map(([place]) => place),
    'run: npm run lock:engines',
  ).toEqual([]);
});

it('every package has a hash, those of other systems included', () => {
  const lock: { packages: Record<string, { integrity?: string; link?: boolean }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const unproved = Object.entries(lock.packages).filter(([place, { integrity, link }]) => place && !link && !integrity);
  expect(unproved.map(([place]) => place)).toEqual([]);
});

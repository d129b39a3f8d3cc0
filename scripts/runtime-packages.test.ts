import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runtimePackages } from './runtime-packages.ts';

const repository = join(import.meta.dirname, '..');

it('keeps what sources load, and what that needs where Node.js finds it', () => {
  const packages = {
    '': {
      name: 'us',
      dependencies: { a: '1', '@s/b': '1', built: '1' },
      optionalDependencies: { node: '1' },
      devDependencies: { t: '1' },
    },
    'node_modules/a': {
      dependencies: { c: '2' },
      peerDependencies: { p: '1', q: '1' },
      peerDependenciesMeta: { q: { optional: true } },
    },
    'node_modules/a/node_modules/c': { dependencies: { d: '1' } },
    'node_modules/@s/b': { dependencies: { c: '1' }, optionalDependencies: { away: '1' } },
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/p': {},
    'node_modules/q': {},
    'node_modules/built': { dependencies: { q: '1' } },
    'node_modules/node': {},
    'node_modules/t': {},
  };
  const sources = ["import { x } from 'a';\nimport './own.ts';", "const b = await import('@s/b/part.js');"];
  const kept = runtimePackages({ packages }, sources);
  expect(kept.direct).toEqual({ dependencies: { a: '1', '@s/b': '1' }, optionalDependencies: { node: '1' } });
  expect(Object.keys(kept.packages).sort()).toEqual([
    ...['', 'node_modules/@s/b', 'node_modules/a', 'node_modules/a/node_modules/c', 'node_modules/c', 'node_modules/d'],
    ...['node_modules/node', 'node_modules/p'],
  ]);
  expect(kept.packages['']).toEqual({ name: 'us', ...kept.direct });
});

it('leaves out what only builds pages, of this repository', () => {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const { packages } = runtimePackages(lock, ["import 'fastify'; import pg from 'pg';"]);
  const names = Object.keys(packages);
  expect(names).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/pg', 'node_modules/pg-protocol']),
  );
  for (const tool of ['vite', 'tailwindcss', 'react', 'typescript'])
    expect(names).not.toContain(`node_modules/${tool}`);
});

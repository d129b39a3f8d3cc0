import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { portalSources } from './portal-sources.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

it('the portal is built anew when any file changes that it imports from elsewhere', () => {
  const imported = readdirSync(join(repository, 'portal/src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      return [...text.matchAll(/from '(\.\.\/[^']+)'/g)].map(([, path]) => join(entry.parentPath, path!));
    })
    .map((path) => normalize(path).slice(repository.length));
  const known = (path: string) => portalSources.some((source) => path === source || path.startsWith(`${source}/`));
  expect(imported.length).toBeGreaterThan(100);
  expect([...new Set(imported)].filter((path) => !known(path))).toEqual([]);
});

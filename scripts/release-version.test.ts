import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { version } from '../src/installation/version.ts';

const repository = join(import.meta.dirname, '..');

/** Where a version of the release stands, and as what. */
const places: readonly (readonly [string, RegExp])[] = [
  ['client/package.json', /"version": "([^"]+)"/g],
  ['integrations/php-client/src/Client.php', /const VERSION = '([^']+)'/g],
  ['integrations/python-client/src/breakwater_client/_version.py', /VERSION = "([^"]+)"/g],
  ['ops/helm/breakwater/Chart.yaml', /^(?:version|appVersion): (.+)$/gm],
  ['ops/kubernetes/breakwater.yaml', /\/breakwater:([\d.]+)/g],
  ['docs/operations.md', /\bbreakwater[_-](\d+\.\d+\.\d+)/g],
  ['README.md', /\b(?:breakwater_|Version )(\d+\.\d+\.\d+)/g],
];

it('what is released together is of one version, and the changelog has its section', () => {
  const stated = places.flatMap(([file, pattern]) => {
    const found = [...readFileSync(join(repository, file), 'utf8').matchAll(pattern)];
    expect(found.length, file).toBeGreaterThan(0);
    return found.map(([, each]) => `${file}: ${each}`);
  });
  expect(stated.filter((each) => !each.endsWith(`: ${version}`))).toEqual([]);
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
  const [newest, released] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(newest).toBe('Unreleased');
  expect(released).toMatch(/^\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d$/);
  expect(released?.split(' ')[0]).toBe(version);
});

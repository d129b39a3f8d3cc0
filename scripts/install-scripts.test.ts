import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { findInstallScriptProblems, type LockedPackages } from './install-scripts.ts';

const locked = (...packages: [string, string, boolean?][]): LockedPackages => ({
  packages: {
    '': { version: '0.1.0', hasInstallScript: true },
    ...Object.fromEntries(
      packages.map(([name, version, hasInstallScript = false]) => [
        `node_modules/${name}`,
        { version, hasInstallScript },
      ]),
    ),
  },
});
const allowing = (name: string) => ({ allowScripts: { [name]: true } });

describe('dependencies', () => {
  it('without install scripts need no permission, nor does the repository itself', () => {
    expect(findInstallScriptProblems({}, locked(['kysely', '1.0.0']), '')).toEqual([]);
  });

  it('with one need a permission, and a reason for that version', () => {
    const lock = locked(['koffi', '3.3.4', true]);
    const reason = 'Needed: `koffi@3.3.4`.';
    expect(findInstallScriptProblems(allowing('koffi'), lock, reason)).toEqual([]);
    expect(findInstallScriptProblems({}, lock, reason)).toEqual([expect.stringMatching(/does not allow/)]);
    expect(findInstallScriptProblems({ allowScripts: { koffi: false } }, lock, reason)).toHaveLength(1);
    const newer = locked(['koffi', '3.3.5', true]);
    expect(findInstallScriptProblems(allowing('koffi'), newer, reason)).toEqual([expect.stringMatching(/read it/)]);
  });

  it('count wherever they are nested', () => {
    const lock = { packages: { 'node_modules/a/node_modules/@b/c': { version: '1.0.0', hasInstallScript: true } } };
    expect(findInstallScriptProblems({}, lock, '`@b/c@1.0.0`')).toEqual([expect.stringMatching(/^@b\/c@1\.0\.0 runs/)]);
  });

  it('that are gone, or run no script any more, have none', () => {
    expect(findInstallScriptProblems(allowing('koffi'), locked(['koffi', '3.3.4']), '')).toHaveLength(1);
    expect(findInstallScriptProblems(allowing('koffi'), locked(), '')).toHaveLength(1);
  });

  it('that report who installs them are refused, whatever is allowed', () => {
    const lock = locked(['@scarf/scarf', '1.4.0', true]);
    const problems = findInstallScriptProblems(allowing('@scarf/scarf'), lock, '`@scarf/scarf@1.4.0`');
    expect(problems).toEqual(['@scarf/scarf@1.4.0 reports who installs or runs it.']);
  });
});

it('a package counts by what it is, not by the name that it is installed under', () => {
  const under = (path: string, name: string) => ({
    packages: { [`node_modules/${path}`]: { name, version: '1.0.0' } },
  });
  expect(findInstallScriptProblems({}, under('@scarf/scarf', 'tslib'), '')).toEqual([]);
  expect(findInstallScriptProblems({}, under('tslib', '@scarf/scarf'), '')).toHaveLength(1);
});

describe('npm run sbom', () => {
  it('lists the production dependencies of the lock file, without the network and without node_modules', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sbom-'));
    try {
      const repository = join(import.meta.dirname, '..');
      for (const file of ['package.json', 'package-lock.json']) cpSync(join(repository, file), join(directory, file));
      // Whatever would be asked of the registry is refused at once.
      const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
      execFileSync('npm', ['run', 'sbom'], { cwd: directory, env, stdio: 'pipe' });
      const sbom = JSON.parse(readFileSync(join(directory, 'sbom.json'), 'utf8'));
      expect(sbom).toMatchObject({
        bomFormat: 'CycloneDX',
        metadata: { component: { 'bom-ref': `breakwater@${packageJson.version}` } },
      });
      const names = sbom.components.map(({ group, name }: { group?: string; name: string }) =>
        group ? `${group}/${name}` : name,
      );
      expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg']));
      expect(names).not.toContain('vitest');
      const incomplete = sbom.components.filter(
        ({ purl, licenses }: { purl: string; licenses: object[] }) => !purl || !licenses,
      );
      // Its package.json names no licence; the file LICENSE in it is MIT.
      expect(incomplete.map(({ name }: { name: string }) => name)).toEqual(['png-js']);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

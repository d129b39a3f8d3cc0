import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findFloorViolations } from './floor-violations.ts';

let repository: string;

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'floors-'));
  mkdirSync(join(repository, 'src'));
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

/** The violations, as `line what`, in a tree that holds only this file. */
function violationsOf(path: string, ...lines: string[]): string[] {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), lines.join('\n'));
  return findFloorViolations(repository).map(({ line, what }) => `${line} ${what}`);
}

describe('what each floor may import', () => {
  const allowed = [
    ['src/capabilities/scans/run-scan.ts', '../../engines/port-risk/assess.ts'],
    ['src/capabilities/scans/run-scan.ts', '../../platform/ids.ts'],
    ['src/capabilities/scans/run-scan.ts', '../alerts/derive-alerts.ts'],
    ['src/capabilities/scans/run-scan.ts', './queries.ts'],
    ['src/engines/port-risk/assess.ts', './risk-rows/databases.ts'],
    ['src/engines/port-risk/risk-rows/databases.ts', '../risk-row.ts'],
    ['src/engines/port-risk/assess.ts', '../common/severity.ts'],
    ['src/engines/port-scanner/syn/target.ts', '../../common/token-bucket.ts'],
    ['src/engines/common/keyed-semaphore.ts', './semaphore.ts'],
    ['src/engines/port-risk/assess.ts', 'ipaddr.js'],
    ['src/engines/port-risk/assess.ts', 'node:fs'],
    ['src/platform/http/server.ts', '../ids.ts'],
    ['src/app.ts', './capabilities/scans/routes.ts'],
    ['src/main.ts', '../package.json'],
    ['src/engines/port-risk/assess.test.ts', '../../platform/ids.ts'],
    ['src/engines/port-risk/testing/sample.ts', '../../../platform/ids.ts'],
  ] as const;
  test.each(allowed)('%s may import %s', (path, specifier) => {
    expect(violationsOf(path, `import { x } from '${specifier}';`)).toEqual([]);
  });

  const refused = [
    ['src/capabilities/scans/run-scan.ts', '../../app.ts'],
    ['src/capabilities/scans/run-scan.ts', '../../config.ts'],
    ['src/capabilities/scans/run-scan.ts', '../../../bench/run.ts'],
    ['src/capabilities/scans/run-scan.ts', '../alerts/queries.ts'],
    ['src/capabilities/scans/run-scan.ts', '../alerts/routes.ts'],
    ['src/engines/port-risk/assess.ts', '../port-scanner/port-scanner.ts'],
    ['src/engines/port-risk/assess.ts', '../common/testing/sample.ts'],
    ['src/engines/common/severity.ts', '../port-risk/assess.ts'],
    ['src/engines/common/severity.ts', '../../platform/ids.ts'],
    ['src/engines/port-risk/assess.ts', '../../platform/ids.ts'],
    ['src/engines/port-risk/assess.ts', '../../capabilities/scans/run-scan.ts'],
    ['src/engines/port-risk/assess.ts', '../../../test/support/global-setup.ts'],
    ['src/engines/port-risk/assess.ts', './assess.test.ts'],
    ['src/engines/port-risk/assess.ts', './testing/sample.ts'],
    ['src/platform/http/server.ts', '../../engines/port-risk/assess.ts'],
    ['src/platform/http/server.ts', '../../capabilities/scans/run-scan.ts'],
    ['src/platform/http/server.ts', '../../config.ts'],
    ['src/config.ts', './capabilities/scans/run-scan.ts'],
    ['src/config.ts', './app.ts'],
  ] as const;
  test.each(refused)('%s may not import %s', (path, specifier) => {
    expect(violationsOf(path, `import { x } from '${specifier}';`)).toEqual([`1 imports '${specifier}'`]);
  });

  test('config.ts may import from platform and engines', () => {
    expect(violationsOf('src/config.ts', "import { a } from './platform/a.ts';")).toEqual([]);
    expect(violationsOf('src/config.ts', "import { b } from './engines/b/b.ts';")).toEqual([]);
  });

  test('a folder that is no floor is refused', () => {
    expect(violationsOf('src/utils/strings.ts', 'export {};')).toEqual(['1 stands on no floor']);
  });
});

describe('every way to reach another file is seen', () => {
  const path = 'src/engines/port-risk/assess.ts';
  test.each([
    "import '../other/a.ts';",
    "import * as all from '../other/a.ts';",
    "import\n  type { A } from\n  '../other/a.ts';",
    "export { a } from '../other/a.ts';",
    "export * from '../other/a.ts';",
    "const a = await import('../other/a.ts');",
    "type A = import('../other/a.ts').A;",
    "new Worker(new URL('../other/a.ts', import.meta.url));",
  ])('%s', (statement) => {
    expect(violationsOf(path, '', statement)).toEqual(["2 imports '../other/a.ts'"]);
  });

  test('comments and strings are no imports', () => {
    const lines = [
      "// import '../other/a.ts';",
      "/* import '../other/a.ts'; */",
      'export const a = "import \'../other/a.ts\'";',
    ];
    expect(violationsOf(path, ...lines)).toEqual([]);
  });
});

describe('the environment', () => {
  test.each([
    'export const a = process.env.HOME;',
    "export const a = process['env'];",
    'export const a = globalThis.process.env;',
    'export const { env } = process;',
    "import { env } from 'node:process';",
    "import { env as surroundings } from 'process';",
  ])('is not read below config.ts: %s', (statement) => {
    expect(violationsOf('src/platform/clock.ts', statement)).toEqual(['1 reads process.env']);
    expect(violationsOf('src/platform/clock.test.ts', statement)).toHaveLength(1);
  });

  test('is read by config.ts', () => {
    expect(violationsOf('src/config.ts', 'export const a = process.env.HOME;')).toEqual([]);
  });

  test('other properties of process are free', () => {
    expect(violationsOf('src/platform/clock.ts', 'export const { pid } = process;', 'process.uptime();')).toEqual([]);
  });
});

test('nothing beside an engine but engines/common is open to it, whatever its name', () => {
  expect(violationsOf('src/engines/one/a.ts', "import '../common-words/b.ts';")).toHaveLength(1);
  expect(violationsOf('src/engines/one/a.ts', "import '../../platform/common/b.ts';")).toHaveLength(1);
});

test('violations say why, in order of file and line', () => {
  violationsOf('src/platform/b.ts', '', "import '../app.ts';", 'process.env;');
  violationsOf('src/engines/one/a.ts', "import '../two/a.ts';");
  expect(findFloorViolations(repository)).toEqual([
    {
      file: 'src/engines/one/a.ts',
      line: 1,
      what: "imports '../two/a.ts'",
      why: 'an engine imports nothing of ours outside its own folder but engines/common',
    },
    {
      file: 'src/platform/b.ts',
      line: 2,
      what: "imports '../app.ts'",
      why: 'platform imports nothing of ours but platform',
    },
    expect.objectContaining({ file: 'src/platform/b.ts', line: 3, what: 'reads process.env' }),
  ]);
});

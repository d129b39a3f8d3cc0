import { describe, expect, test } from 'vitest';
import { findFloorViolations } from './floor-violations.ts';
import { useSourceTree } from './testing/source-tree.ts';

const tree = useSourceTree();

/** What is found in a tree that holds only this file, without the file's name and the reason. */
function violationsOf(path: string, ...lines: string[]): string[] {
  tree.write(path, ...lines);
  return findFloorViolations(tree.path).map((violation) => /^[^:]+:(.*?): /.exec(violation)?.[1] ?? violation);
}

describe('where files stand', () => {
  test.each([
    'src/main.ts',
    'src/service/app.ts',
    'src/common/severity.ts',
    'src/core/operation/operation.ts',
    'src/platform/ids.ts',
    'src/engines/port-risk/rows/a.ts',
  ])('%s stands well', (path) => {
    expect(violationsOf(path)).toEqual([]);
  });

  test('a folder that is no floor is refused', () => {
    expect(violationsOf('src/utils/strings.ts')).toEqual(['1 stands nowhere']);
  });

  test('a file directly in src/ that is not main.ts is refused', () => {
    expect(violationsOf('src/app.ts')).toEqual(['1 stands nowhere']);
  });

  test('a file of a floor that stands in no room is refused', () => {
    expect(violationsOf('src/accounts/customer.ts')).toEqual(['1 stands nowhere']);
  });
});

describe('tests and what is theirs', () => {
  const path = 'src/engines/port-risk/assess.ts';

  test.each(['./assess.test.ts', './testing/sample.ts', '../../core/testing/sample.ts'])(
    '%s is not imported by what is no test',
    (specifier) => {
      expect(violationsOf(path, `import '${specifier}';`)).toEqual([`1 imports '${specifier}'`]);
    },
  );

  test.each(['src/engines/port-risk/assess.test.ts', 'src/engines/port-risk/testing/sample.ts'])(
    '%s may import them',
    (test) => {
      expect(violationsOf(test, "import './assess.test.ts';", "import './testing/sample.ts';")).toEqual([]);
    },
  );

  test.each([
    "import * as all from './a.test.ts';",
    "import\n  type { A } from\n  './a.test.ts';",
    "export { a } from './a.test.ts';",
    "export * from './a.test.ts';",
    "const a = await import('./a.test.ts');",
    "type A = import('./a.test.ts').A;",
  ])('every way to import is seen: %s', (statement) => {
    expect(violationsOf(path, '', statement)).toEqual(["2 imports './a.test.ts'"]);
  });

  test('comments and strings are no imports', () => {
    const lines = [
      "// import './a.test.ts';",
      "/* import './a.test.ts'; */",
      'export const a = "import \'./a.test.ts\'";',
    ];
    expect(violationsOf(path, ...lines)).toEqual([]);
  });
});

describe('threads', () => {
  const path = 'src/engines/port-scanner/syn/client.ts';
  const start = (specifier: string) => `new Worker(new URL('${specifier}', import.meta.url));`;

  test.each(['./syn-thread.ts', 'syn-thread.ts', '../connect/connect-thread.ts'])(
    '%s of the same room may be started',
    (specifier) => {
      expect(violationsOf(path, start(specifier))).toEqual([]);
    },
  );

  test.each(['../../leak-corpus/parse-thread.ts', '../../../core/operation/thread.ts', '../../../service/app.ts'])(
    '%s of another room may not be started',
    (specifier) => {
      expect(violationsOf(path, start(specifier))).toEqual([`1 starts '${specifier}'`]);
    },
  );

  test('data files are no threads', () => {
    expect(violationsOf(path, start('../../../../migrations/'))).toEqual([]);
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
    expect(violationsOf('src/installation/config.ts', 'export const a = process.env.HOME;')).toEqual([]);
  });

  test('other properties of process are free', () => {
    expect(violationsOf('src/platform/clock.ts', 'export const { pid } = process;', 'process.uptime();')).toEqual([]);
  });
});

test('violations say why, in order of file and line', () => {
  tree.write('src/platform/b.ts', '', "import './b.test.ts';", 'process.env;');
  tree.write('src/one/a.ts');
  expect(findFloorViolations(tree.path)).toEqual([
    expect.stringMatching(/^src\/one\/a.ts:1 stands nowhere: the floors are core, accounts/),
    "src/platform/b.ts:2 imports './b.test.ts': only tests import tests and testing/ folders",
    'src/platform/b.ts:3 reads process.env: only src/installation/config.ts reads the environment; all else is given typed settings',
  ]);
});

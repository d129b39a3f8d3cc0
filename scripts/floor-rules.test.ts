import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findForbiddenImports, listCruisedImports, listImports } from './floor-rules.ts';
import { useSourceTree } from './testing/source-tree.ts';

const tree = useSourceTree();

/** What is found, by the name of the rule, where each file imports the next. */
async function rulesBroken(...imports: (readonly [from: string, to: string])[]): Promise<string[]> {
  for (const path of new Set(imports.flat())) {
    const specifiers = imports.filter(([from]) => from === path).map(([, to]) => relative(path, to));
    tree.write(path, ...specifiers.map((specifier) => `import '${specifier}';`));
  }
  const found = await findForbiddenImports(tree.path);
  return [...new Set(found.map((violation) => /\(([a-z-]+)\)$/.exec(violation)?.[1] ?? violation))];
}

function relative(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1) || './'}${to}`;
}

const customers = 'src/accounts/customers/customer.ts';
const plans = 'src/accounts/plans/plan.ts';
const door = 'src/accounts/customers/index.ts';
const scans = 'src/monitoring/port-scans/run-scan.ts';
const page = 'portal/src/customer/alert-page.tsx';
const suite = 'test/acceptance/alerts.test.ts';

describe('what each floor may import', () => {
  test.each([
    [scans, door],
    [plans, door],
    [scans, 'src/monitoring/port-scans/claim-scan.ts'],
    [scans, 'src/core/operation/operation.ts'],
    [scans, 'src/engines/port-risk/assess.ts'],
    [scans, 'src/platform/ids.ts'],
    ['src/core/api/route.ts', 'src/core/operation/operation.ts'],
    ['src/engines/port-risk/risk-rows/databases.ts', 'src/engines/port-risk/risk-row.ts'],
    ['src/engines/port-risk/assess.ts', 'src/common/severity.ts'],
    ['src/common/keyed-semaphore.ts', 'src/common/semaphore.ts'],
    ['src/platform/http/server.ts', 'src/platform/ids.ts'],
    ['src/platform/http/server.ts', 'src/common/fair-queue.ts'],
    [scans, 'src/common/severity.ts'],
    ['src/main.ts', 'src/commands/program.ts'],
    ['src/commands/serve.ts', 'src/service/app.ts'],
    ['src/service/app.ts', 'src/wiring/effects.ts'],
    ['src/service/app.ts', scans],
    ['src/wiring/effects.ts', 'src/installation/config.ts'],
    ['src/installation/store.ts', door],
    ['src/installation/config.ts', 'src/engines/port-risk/assess.ts'],
    ['src/installation/config.ts', 'src/installation/environment-reader.ts'],
    ['src/accounts/customers/customer.test.ts', scans],
    ['src/accounts/customers/testing/sample.ts', scans],
  ])('%s may import %s', async (from, to) => {
    expect(await rulesBroken([from, to])).toEqual([]);
  });

  test.each([
    [customers, 'src/monitoring/port-scans/index.ts', 'above-accounts'],
    ['src/core/operation/operation.ts', door, 'above-core'],
    ['src/notifications/mail/send.ts', 'src/reporting/customer-records/index.ts', 'above-notifications'],
    ['src/engines/port-risk/assess.ts', 'src/engines/port-scanner/port-scanner.ts', 'engine'],
    ['src/engines/port-risk/assess.ts', 'src/platform/ids.ts', 'engine'],
    ['src/engines/port-risk/assess.ts', door, 'engine'],
    ['src/common/severity.ts', 'src/engines/port-risk/assess.ts', 'common'],
    ['src/common/severity.ts', 'src/platform/ids.ts', 'common'],
    ['src/common/severity.ts', scans, 'common'],
    ['src/engines/port-risk/assess.ts', 'src/common-words/words.ts', 'engine'],
    ['src/engines/port-risk/assess.ts', 'src/platform/common/words.ts', 'engine'],
    ['src/platform/http/server.ts', 'src/engines/port-risk/assess.ts', 'platform'],
    ['src/platform/http/server.ts', 'src/core/operation/operation.ts', 'platform'],
    [scans, 'src/main.ts', 'top'],
    ['src/commands/serve.ts', 'src/main.ts', 'top'],
    [scans, 'src/service/app.ts', 'roof'],
    [scans, 'src/installation/config.ts', 'roof'],
    ['src/core/operation/operation.ts', 'src/wiring/effects.ts', 'roof'],
    ['src/installation/store.ts', 'src/wiring/effects.ts', 'above-installation'],
    ['src/wiring/effects.ts', 'src/service/app.ts', 'above-wiring'],
    ['src/service/app.ts', 'src/commands/serve.ts', 'above-service'],
    [scans, 'bench/run.ts', 'outside'],
    ['src/installation/version.ts', 'client/api.ts', 'outside'],
    ['src/main.ts', 'scripts/error-page.ts', 'outside'],
    ['src/installation/config.ts', door, 'config'],
    ['src/installation/config.ts', 'src/installation/store.ts', 'config'],
    ['src/installation/environment-reader.ts', 'src/installation/config.ts', 'config'],
  ])('%s may not import %s', async (from, to, rule) => {
    expect(await rulesBroken([from, to])).toContain(rule);
  });

  test.each(['src/engines/port-risk', 'portal/src/ui', 'scripts', 'bench/fleet', 'test/support', 'client'])(
    'files in %s that import each other are refused',
    async (folder) => {
      const [first, second] = [`${folder}/a.ts`, `${folder}/b.ts`];
      expect(await rulesBroken([first, second], [second, first])).toEqual(['circle']);
    },
  );

  test('components that import each other are refused', async () => {
    const [first, second] = ['portal/src/ui/a.tsx', 'portal/src/ui/b.tsx'];
    expect(await rulesBroken([first, second], [second, first])).toEqual(['circle']);
  });

  test('rooms that import each other are refused, though no files do', async () => {
    const broken = await rulesBroken([customers, 'src/accounts/plans/index.ts'], [plans, door]);
    expect(broken).toEqual(['circle-of-rooms']);
  });

  test('a room is entered by its door', async () => {
    tree.write(door);
    expect(await rulesBroken([plans, customers])).toEqual(['door']);
    expect(await findForbiddenImports(tree.path)).toEqual([
      `${plans} → ${customers}: what a room has for others stands in its index.ts (door)`,
    ]);
  });

  test('a room without a door is not entered', async () => {
    expect(await rulesBroken([scans, customers])).toEqual(['door']);
    expect(await findForbiddenImports(tree.path)).toEqual([
      `${scans} → ${customers}: src/accounts/customers has no door: what a room has for others stands in its index.ts (door)`,
    ]);
  });

  test('an index.ts further in is no door', async () => {
    expect(await rulesBroken([scans, 'src/accounts/customers/names/index.ts'])).toEqual(['door']);
  });

  test.each([
    (to: string) => `import type { A } from '${to}';`,
    (to: string) => `export * from '${to}';`,
    (to: string) => `export { type A } from '${to}';`,
    (to: string) => `const a = await import('${to}');`,
    (to: string) => `type A = import('${to}').A;`,
  ])('every way to import is seen: %s', async (statement) => {
    tree.write(scans);
    tree.write(customers, statement(relative(customers, scans)));
    expect((await findForbiddenImports(tree.path)).join()).toContain('(above-accounts)');
  });

  test('what dependency-cruiser overlooks is refused', async () => {
    tree.write(scans);
    tree.write(customers, `export type { A } from '${relative(customers, scans)}';`);
    expect((await findForbiddenImports(tree.path)).join()).toContain('(overlooked)');
  });
});

describe('what the folders beside src/ may import', () => {
  test.each([
    [page, 'portal/src/ui/page.tsx'],
    [page, 'client/api.ts'],
    [page, 'src/engines/domain-names/readable-name.ts'],
    [page, 'src/common/data-class.ts'],
    ['portal/src/console/alert-page.tsx', 'portal/src/customer/alert-words.ts'],
    ['portal/src/router.tsx', page],
    ['portal/vite.config.ts', 'scripts/messages-plugin.ts'],
    ['scripts/docs.ts', scans],
    ['scripts/docs.ts', 'test/support/api-client.ts'],
    ['scripts/docs.test.ts', 'portal/src/ui/page.tsx'],
    ['bench/run.ts', scans],
    ['bench/run.ts', 'test/support/api-client.ts'],
    ['test/support/api-client.ts', scans],
    ['test/support/api-client.ts', 'client/api.ts'],
    [suite, 'test/support/api-client.ts'],
    [suite, 'test/acceptance/words.ts'],
    [suite, 'scripts/docs.ts'],
    [suite, scans],
    ['client/client.test.ts', 'scripts/docs.ts'],
  ])('%s may import %s', async (from, to) => {
    expect(await rulesBroken([from, to])).toEqual([]);
  });

  test.each([
    [page, scans, 'portal-src'],
    [page, 'src/platform/messages/catalogue.ts', 'portal-src'],
    [page, 'scripts/docs.ts', 'portal-src'],
    [page, 'portal/src/console/alert-page.tsx', 'portal-customer'],
    ['portal/src/ui/page.tsx', page, 'portal-shared'],
    ['portal/src/ui/page.tsx', 'portal/src/console/alert-page.tsx', 'portal-shared'],
    ['scripts/docs.ts', 'portal/src/ui/page.tsx', 'scripts'],
    ['scripts/docs.ts', 'bench/run.ts', 'scripts'],
    ['scripts/docs.ts', 'test/golden/words.ts', 'scripts'],
    ['bench/run.ts', 'scripts/docs.ts', 'bench'],
    ['bench/run.ts', 'test/golden/words.ts', 'bench'],
    ['test/support/api-client.ts', 'scripts/docs.ts', 'test-support'],
    ['test/support/api-client.ts', 'test/golden/words.ts', 'test-support'],
    [suite, 'test/golden/words.ts', 'suite'],
    [suite, 'bench/run.ts', 'suite'],
    [suite, 'portal/src/ui/page.tsx', 'suite'],
    ['test/acceptance/words.ts', suite, 'tests'],
    ['scripts/docs.ts', 'scripts/docs.test.ts', 'tests'],
    ['client/client.ts', 'src/common/severity.ts', 'client'],
  ])('%s may not import %s', async (from, to, rule) => {
    expect(await rulesBroken([from, to])).toContain(rule);
  });
});

test('dependency-cruiser and the parser of the tests see the same imports', async () => {
  const repository = join(import.meta.dirname, '..');
  const parsed = listImports(repository);
  for (const folder of ['src', 'portal', 'scripts', 'bench', 'test', 'client'])
    expect([...parsed].filter((edge) => edge.startsWith(`${folder}/`)).length, folder).toBeGreaterThan(10);
  // Of a file beside the folders it is seen what leads there, not what it imports itself.
  const cruised = [...(await listCruisedImports(repository))].filter((edge) => !edge.startsWith('vitest.config.ts '));
  expect(new Set(cruised)).toEqual(parsed);
});

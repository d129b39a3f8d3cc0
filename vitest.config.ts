import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { testTools } from './scripts/test-tools.ts';

const databaseSetup = ['test/support/global-setup.ts'];
const networks = ['src/**/*.network.test.ts'];
/** Unit tests in all but that they need a database. */
const onDatabase = ['src/platform/database/*.test.ts', 'src/core/operation/tables.test.ts'];
/** They start processes, change what is the process's own, or count what the whole process does. */
const processes = [
  ...onDatabase,
  'test/acceptance/{notifications,sandbox-command}.test.ts',
  'test/faults/**/*.test.ts',
];
/** They bring the database that they are about, or take minutes and are the same on any. */
const anyDatabase = [
  'test/acceptance/{cli,leak-corpus,main-job,openapi}.test.ts',
  'test/faults/{server-death,outage-drills,exclusion-drill,hostile-input,leak-import-death,redis,start-up}.test.ts',
  'test/properties/{schedule-simulation,api-fuzz}.test.ts',
];
/** What signs in, mails and draws: their few statements are those of other tests, too, and what takes their time is no database. */
const anyDatabaseTogether = [
  'test/acceptance/{administrators,alert-links,installation-secrets,live-updates,mail-sender,monthly-report,people-by-mail}.test.ts',
  'test/acceptance/{roles,sign-in-attacks,view-as-customer}.test.ts',
];

/** Files of a kind that share what they need: `npx vitest --project unit` starts no database. */
function project(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/property-runs.ts'],
    // Processes, not threads: tests start worker threads, change limits and watch signals of their own.
    pool: 'forks',
    // Tests wait for sockets and the database more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What hangs ends; nothing is timed, so that a busy machine fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    tags: testTools.map((tool) => ({ name: tool, description: `skipped where ${tool} is not installed` })),
    projects: [
      project('unit', {
        include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'portal/src/**/*.test.ts'],
        exclude: [...onDatabase, ...networks],
        isolate: false,
      }),
      project('network', { include: networks }),
      project('service', {
        include: ['test/{acceptance,golden,tenancy,properties}/**/*.test.ts'],
        exclude: [...processes, ...anyDatabase, ...anyDatabaseTogether],
        globalSetup: databaseSetup,
        isolate: false,
      }),
      project('processes', { include: processes, exclude: anyDatabase, globalSetup: databaseSetup }),
      project('service-once', { include: anyDatabaseTogether, globalSetup: databaseSetup, isolate: false }),
      project('any-database', { include: anyDatabase, globalSetup: databaseSetup }),
      project('browser', { include: ['test/browser/**/*.test.ts'], globalSetup: databaseSetup }),
    ],
  },
});

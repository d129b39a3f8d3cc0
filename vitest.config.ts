import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { messagesPlugin } from './scripts/messages-plugin.ts';
import { testTools } from './scripts/test-tools.ts';
import { isSharded } from './test/support/is-sharded.ts';

const databaseSetup = ['test/support/global-setup.ts'];
const networks = ['src/**/*.network.test.ts'];
/** They start real daemons, or read dumps and files by the thousand: seconds each, so that `npm run check` leaves them out. */
const longUnits = [
  'scripts/{additions,client-types,floor-rules}.test.ts',
  'src/engines/firewall-dumps/{dump-reader,hostile-dumps,read-firewall-dump}.test.ts',
  'src/engines/leak-corpus/leak-shapes.test.ts',
  'src/engines/password-strength/*.test.ts',
  'src/engines/port-scanner/{connect/connect-scanner,syn/syn-scheduler,udp/udp-scanner}.test.ts',
  'src/engines/remediation/remediate.test.ts',
  'src/engines/service-identification/{hostile-servers,service-identifier}.test.ts',
  'src/platform/database/embedded/*.test.ts',
  'src/resources/endpoints/resolve-hostname.test.ts',
];
/** Unit tests in all but that they need a database. */
const onDatabase = ['src/platform/database/*.test.ts', 'src/core/operation/{distribution,tables}.test.ts'];
/** Faults that need nothing of the process: plans of statements, locks, races, and results that come late or not at all. */
const faultsTogether = [
  'test/faults/*-plans.test.ts',
  'test/faults/{capacity-races,concurrency,domain-scans,inconclusive-scans,lock-order,rule-races,upkeep}.test.ts',
];
/** They start processes, change what is the process's own, or count what the whole process does. */
const ownProcess = ['test/acceptance/{notifications,sandbox-command}.test.ts'];
/** They bring the database that they are about, or take minutes and are the same on any. */
const anyDatabase = [
  'test/acceptance/{backup,cli,client-package,deployment-examples,distributed-database,docs-examples,docs-site,fossbilling,leak-corpus,main-job}.test.ts',
  'test/acceptance/{monitoring-stack,notifications,openapi,php-client,pooler,proxies,release,traces,whmcs}.test.ts',
  'test/faults/{idle-fleet,server-death,outage-drills,exclusion-drill,hostile-input,leak-import-death,redis,several-processes,start-up}.test.ts',
  'test/properties/{schedule-simulation,api-fuzz}.test.ts',
];
/** They look at plans of one PostgreSQL. */
const onOneServer = isSharded ? ['test/faults/*-plans.test.ts'] : [];
const longDrills = ['test/drills/{fleet,fleet-pace,upgrade}.test.ts'];
/**
 * What signs in, mails and draws, refuses input, waits for a pace or holds an answer against its recording: their statements are those of
 * other tests, too, and what takes their time is no database.
 */
const anyDatabaseTogether = [
  'test/golden/**/*.test.ts',
  'test/acceptance/{api-document-examples,evidence,firewall-dumps-under-load,hosts,input-bounds,input,portal-domains}.test.ts',
  'test/acceptance/{remediation,scan-plans,scan-restraint,visitors}.test.ts',
  'test/properties/scan-restraint.test.ts',
  'test/acceptance/{administrators,alert-links,installation-secrets,live-updates,mail-sender,monthly-report,people-by-mail}.test.ts',
  'test/acceptance/{access,export,portal-sessions,roles,sandbox,sign-in,sign-in-attacks,view-as-customer}.test.ts',
  'test/acceptance/{bounces,forbidden-targets,operations-log,scan-command,secret-rotation,status-commands}.test.ts',
];

/** Files of a kind that share what they need: `npx vitest --project unit` starts no database. */
function project(
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}

export default defineConfig({
  plugins: [messagesPlugin()],
  test: {
    environment: 'node',
    setupFiles: ['test/support/property-runs.ts', 'test/support/record-statements.ts'],
    // Processes, not threads: tests start worker threads, change limits and watch signals of their own.
    pool: 'forks',
    // Tests wait for sockets and the database more than they compute.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // What hangs ends; nothing is timed, so that a busy machine fails no test.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    tags: testTools.map((tool) => ({ name: tool, description: `skipped where ${tool} is not installed` })),
    projects: [
      project('unit', {
        include: ['{src,scripts,portal/src,client}/**/*.test.ts'],
        exclude: [...onDatabase, ...networks, ...longUnits],
        isolate: false,
      }),
      project('unit-long', { include: longUnits, isolate: false }),
      project('network', { include: networks }),
      project('service', {
        include: ['test/{acceptance,golden,tenancy,properties}/**/*.test.ts', ...faultsTogether],
        exclude: [...ownProcess, ...anyDatabase, ...anyDatabaseTogether, ...onOneServer],
        globalSetup: databaseSetup,
        isolate: false,
      }),
      project('processes', {
        include: [...onDatabase, ...ownProcess, 'test/faults/**/*.test.ts'],
        exclude: [...faultsTogether, ...anyDatabase],
        globalSetup: databaseSetup,
      }),
      project('service-once', { include: anyDatabaseTogether, globalSetup: databaseSetup, isolate: false }),
      project('any-database', { include: anyDatabase, globalSetup: databaseSetup }),
      // With databases of their own. The long ones take minutes each: `npm run test:all` has them, `npm test` has not.
      project('drills', { include: ['test/drills/*.test.ts'], exclude: longDrills, globalSetup: databaseSetup }),
      project('drills-long', { include: longDrills, globalSetup: databaseSetup }),
      project('browser', {
        include: ['test/browser/**/*.test.ts'],
        globalSetup: databaseSetup,
        isolate: false,
        // Above what several waits of a busy browser take together.
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    ],
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { messagesPlugin } from './scripts/messages-plugin.ts';
import { testTools } from './scripts/test-tools.ts';
import { isSharded } from './test/support/is-sharded.ts';

const databaseSetup = ['test/support/global-setup.ts'];
const networks = ['src/**/*.network.test.ts'];
/** They start real daemons, or read dumps and files by the thousand: seconds each, so that `npm run check` leaves them out. */
const longUnits = [
  'scripts/{additions,client-types,floor-rules,python-types,docs-site/reference/samples}.test.ts',
  'src/engines/firewall-dumps/{dump-reader,hostile-dumps,read-firewall-dump,clouds/cloud-oracle}.test.ts',
  'src/engines/leak-corpus/leak-shapes.test.ts',
  'src/engines/password-strength/*.test.ts',
  'src/engines/port-scanner/{connect/connect-scanner,syn/syn-scheduler,udp/udp-scanner}.test.ts',
  'src/engines/pictures/picture-drawer.test.ts',
  'src/engines/remediation/remediate.test.ts',
  'src/engines/service-identification/{hostile-servers,real-daemons,service-identifier}.test.ts',
  'src/monitoring/versions/installed-daemons.test.ts',
  'src/platform/{database/embedded/*,release-memory}.test.ts',
  'src/resources/endpoints/resolve-hostname.test.ts',
];
/** Unit tests in all but that they need a database. */
const onDatabase = ['src/platform/database/*.test.ts', 'src/core/operation/{distribution,tables}.test.ts'];
/** Faults that need nothing of the process: locks, races, and results that come late or not at all. */
const faultsTogether = ['test/faults/{rule-races,upkeep}.test.ts'];
/** Of the same kind as `service`, and dear: they fill tables by the thousand, migrate old databases, start servers, race many times, or ask everything thrice. */
const longService = [
  'test/faults/*-plans.test.ts',
  'test/faults/{capacity-races,concurrency,domain-scans,inconclusive-scans,lock-order}.test.ts',
  'test/acceptance/{alert-core-migration,list-counts-migration,upgrade,usage-migration}.test.ts',
  'test/acceptance/{commands-make-nothing,customers-by-urgency,large-lists,operations,vantage-points}.test.ts',
  'test/acceptance/{pictures,portal-pages,sandbox-touches-nothing-real,scope-everywhere}.test.ts',
  'test/properties/{customer-moves,list-counts,mail-and-chat-agree,told-year}.test.ts',
];
/** They start processes, change what is the process's own, or count what the whole process does. */
const ownProcess = ['test/acceptance/{notifications,sandbox-command}.test.ts'];
/** Of these, the cheap ones. */
const shortProcesses = [...onDatabase, 'test/acceptance/sandbox-command.test.ts', 'test/faults/worker-stop.test.ts'];
/** They bring the database that they are about, or take minutes and are the same on any. */
const anyDatabase = [
  'test/acceptance/{backup,cli,client-package,deployment-examples,distributed-database,docs-examples,docs-site,first-start,fossbilling,fossbilling-real,leak-corpus,main-job}.test.ts',
  'test/acceptance/{monitoring-stack,notifications,openapi,paymenter,paymenter-real,php-client,php-versions,pooler,proxies,python-client,readme-tour,release,runbook,traces,whmcs}.test.ts',
  'test/faults/{idle-fleet,server-death,outage-drills,exclusion-drill,hostile-input,leak-import-death,redis,several-processes,start-up}.test.ts',
  'test/properties/{schedule-simulation,api-fuzz}.test.ts',
];
const shortAnyDatabase = ['test/acceptance/{cli,main-job}.test.ts'];
/** They look at plans of one PostgreSQL. */
const onOneServer = isSharded ? ['test/faults/*-plans.test.ts'] : [];
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
  'test/acceptance/{bounces,domain-command,forbidden-targets,operations-log,scan-command,secret-rotation,status-commands}.test.ts',
];
/** The dear ones of these. */
const longAnyDatabaseTogether = [
  'test/acceptance/{firewall-dumps-under-load,installation-secrets,monthly-report,scan-restraint,secret-rotation,sign-in-attacks}.test.ts',
];
const fleetDrills = ['test/drills/{fleet,fleet-pace,upgrade}.test.ts'];
const shortBrowser = ['test/browser/portal-mail-links.test.ts'];

const browser = {
  globalSetup: databaseSetup,
  isolate: false,
  // Above what several waits of a busy browser take together.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

type ProjectTests = Omit<NonNullable<TestProjectInlineConfiguration['test']>, 'name' | 'include'>;

/** Files of a kind that share what they need: `npx vitest --project unit` starts no database. */
function project(name: string, test: ProjectTests & { readonly include: string[] }) {
  return { extends: true as const, test: { name, ...test } };
}

/** What ends in -long is not in `npm test`: CI runs a share of it on each commit, and `npm run test:all` the whole. */
const projects = [
  project('unit', {
    include: ['{src,scripts,portal/src,client}/**/*.test.ts'],
    exclude: [...onDatabase, ...networks, ...longUnits],
    isolate: false,
  }),
  project('unit-long', { include: longUnits, isolate: false }),
  project('network-long', { include: networks }),
  project('service', {
    include: ['test/{acceptance,golden,tenancy,properties}/**/*.test.ts', ...faultsTogether],
    exclude: [...longService, ...ownProcess, ...anyDatabase, ...anyDatabaseTogether],
    globalSetup: databaseSetup,
    isolate: false,
  }),
  project('service-long', {
    include: longService,
    exclude: onOneServer,
    globalSetup: databaseSetup,
    isolate: false,
  }),
  project('service-once', {
    include: anyDatabaseTogether,
    exclude: longAnyDatabaseTogether,
    globalSetup: databaseSetup,
    isolate: false,
  }),
  project('service-once-long', { include: longAnyDatabaseTogether, globalSetup: databaseSetup, isolate: false }),
  project('processes', { include: shortProcesses, globalSetup: databaseSetup }),
  project('processes-long', {
    include: [...ownProcess, 'test/faults/**/*.test.ts'],
    exclude: [...shortProcesses, ...faultsTogether, ...longService, ...anyDatabase],
    globalSetup: databaseSetup,
  }),
  project('any-database', { include: shortAnyDatabase, globalSetup: databaseSetup }),
  project('any-database-long', { include: anyDatabase, exclude: shortAnyDatabase, globalSetup: databaseSetup }),
  // With databases of their own. Those of a fleet take minutes each, and are in `npm run test:all` alone.
  project('drills-long', { include: ['test/drills/*.test.ts'], exclude: fleetDrills, globalSetup: databaseSetup }),
  project('fleet-long', { include: fleetDrills, globalSetup: databaseSetup, testTimeout: 1_200_000 }),
  project('browser', { include: shortBrowser, ...browser }),
  project('browser-long', { include: ['test/browser/**/*.test.ts'], exclude: shortBrowser, ...browser }),
];

export const longProjects = projects.filter(({ test }) => test.name.endsWith('-long'));

export default defineConfig({
  plugins: [messagesPlugin()],
  test: {
    environment: 'node',
    setupFiles: ['test/support/property-runs.ts', 'test/support/record-statements.ts', 'test/support/measure-cost.ts'],
    // Processes, not threads: tests start worker threads, change limits and watch signals of their own.
    pool: 'forks',
    // Tests wait for sockets and the database more than they compute.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // What hangs ends; nothing is timed, so that a busy machine fails no test.
    testTimeout: 240_000 * Math.max(1, Number(process.env.PROPERTY_RUNS ?? 100) / 100),
    hookTimeout: 240_000,
    tags: testTools.map((tool) => ({ name: tool, description: `skipped where ${tool} is not installed` })),
    projects,
  },
});

import { Command, CommanderError, Option } from 'commander';
import { addBackup } from './backup-commands.ts';
import { showWhatIsRequired } from './command-usage.ts';
import { addCompletion } from './completion-command.ts';
import { InvalidInput, Problem } from './core/api/problems.ts';
import { OperatorError } from './core/operation/operator-error.ts';
import { examine } from './doctor.ts';
import { LeakFileError } from './engines/leak-corpus/leak-file.ts';
import { ConfigError } from './environment-reader.ts';
import { addExclusionCommands } from './exclusion-commands.ts';
import { addExport } from './export-commands.ts';
import { addLeaks } from './leak-commands.ts';
import { table } from './output.ts';
import { addKey, addPartner, addPortalDomain, addSandbox } from './partner-commands.ts';
import { addCustomer, addPlan } from './plan-commands.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { CopyError } from './platform/database/copying/copied-database.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { collectGarbageEarly, releaseFreedMemory } from './platform/release-memory.ts';
import { createLogger } from './platform/telemetry/logger.ts';
import { escapedJson, plainLines } from './platform/text.ts';
import { contextOf, wantsJson, withResources } from './run-command.ts';
import { addScan } from './scan-command.ts';
import { addSecret } from './secret-commands.ts';
import type { Role } from './service-options.ts';
import { StartError } from './start-error.ts';
import { addStatusCommands } from './status-commands.ts';
import { openStore } from './store.ts';
import { StoreError } from './store-error.ts';
import { version } from './version.ts';

/** 0: done; 1: it could not be done, and the message says why; 2: the command line was wrong. */
const exitCodes = { failed: 1, usage: 2 };

/** Of a serving process: the job queue has four, its heartbeats one, and up to three listen. */
const reservedConnections = 8;

/** After a server has ended, or could not start, for what still has to be written. */
const lastMomentMs = 500;

const errorsForPeople = [
  ConfigError,
  InvalidInput,
  OperatorError,
  LeakFileError,
  Problem,
  StartError,
  StoreError,
  MigrationError,
  EmbeddedPostgresError,
  CopyError,
];

function buildProgram(): Command {
  const program = new Command('breakwater')
    .description('White-label security monitoring for hosting partners.')
    .version(version)
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trimEnd() })
    .showHelpAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nConfiguration comes from the environment (PORT, DATA_DIR, DATABASE_URL, …): see README.md.',
    );
  addServe(program);
  addMigrate(program);
  addPartner(program);
  addPortalDomain(program);
  addKey(program);
  addSandbox(program);
  addPlan(program);
  addCustomer(program);
  addExclusionCommands(program, (command, work) => withResources(command, work));
  addLeaks(program, (command, work) =>
    withResources(command, (resources, output, _config, keys) =>
      work({ resources, keys, output, json: wantsJson(command) }),
    ),
  );
  addDoctor(program);
  addBackup(program);
  addExport(program);
  addSecret(program);
  addScan(program);
  addStatusCommands(program);
  addCompletion(program);
  for (const command of everyCommand(program)) {
    command.option('--json', 'print one JSON value instead of text').exitOverride();
    showWhatIsRequired(command);
  }
  return program;
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service: API, scans and schedule in one process, or one of the two roles')
    .addOption(
      new Option('--role <role>', 'api: answer requests; worker: scan and schedule')
        .choices(['api', 'worker', 'all'])
        .default('all'),
    )
    .action(async ({ role }: { role: Role }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      collectGarbageEarly();
      try {
        // The service is loaded here only, so that other commands start in half the time, and while the database starts.
        const [store, { serve }] = await Promise.all([
          openStore(config, {
            mode: 'serve',
            maxConnections: config.databaseMaxConnections - reservedConnections,
            logger,
          }),
          import('./serve.ts'),
        ]);
        process.exitCode = await serve({ config, store, role, output, logger });
      } finally {
        // A supervisor restarts what has ended, not what hangs: whatever is left must not keep the process.
        setTimeout(() => process.exit(), lastMomentMs).unref();
      }
    });
}

function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest schema (serve does this by itself)')
    .action(async (_options, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const store = await openStore(config, { mode: 'command', maxConnections: 1, logger });
      const { migrated } = store;
      await store.close();
      output.result(
        { applied: migrated },
        migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}.`,
      );
    });
}

function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look at what works on this machine, and say what to do about the rest')
    .option('--mail-to <address>', 'send a test mail there, too')
    .action(async ({ mailTo }: { mailTo?: string }, command: Command) => {
      // What is misspelt is for it to find.
      const { config, output } = contextOf(command, false);
      const findings = await examine(config, createLogger('silent'), mailTo ?? null);
      const healthy = findings.every(({ state }) => state !== 'fail');
      output.result(
        { healthy, findings },
        table(
          ['check', 'state', 'detail', 'what to do'],
          findings.map(({ check, state, detail, cure = '' }) => [check, state, detail, cure]),
        ),
      );
      if (!healthy) process.exitCode = exitCodes.failed;
    });
}

function sentencesOf({ errors }: InvalidInput): string {
  return Object.values(errors).flat().join(' ');
}

function reportFailure(error: unknown, json: boolean): void {
  const known = errorsForPeople.some((type) => error instanceof type);
  const { message, stack } =
    error instanceof InvalidInput ? { message: sentencesOf(error), stack: '' } : (error as Error);
  process.stderr.write(`${json ? escapedJson({ error: { message } }) : plainLines(`${known ? message : stack}`)}\n`);
  process.exitCode = exitCodes.failed;
}

try {
  // The secret key is in the memory of every command.
  forbidCrashDumps();
  releaseFreedMemory();
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  else reportFailure(error, process.argv.includes('--json'));
}

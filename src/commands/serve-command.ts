import { type Command, Option } from 'commander';
import { distribution } from '../core/operation/distribution.ts';
import { openStore, withStore } from '../installation/store.ts';
import { checkUpgrade, type UpgradeCheck } from '../installation/upgrade-check.ts';
import { distribute } from '../platform/database/distribute.ts';
import type { Placed } from '../platform/database/place-tables.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import { collectGarbageEarly } from '../platform/release-memory.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import type { Role } from '../service/service-options.ts';
import { wholeNumber } from './command-arguments.ts';
import { table } from './output.ts';
import { contextOf } from './run-command.ts';
import { outputToStarter, untilToldToStop, workerProcessFlag } from './worker-process.ts';

/** Of a serving process: the job queue has four, its heartbeats one, and up to three listen. */
const reservedConnections = 8;

/** After a server has ended, or could not start, for what still has to be written. */
const lastMomentMs = 500;

interface ServeArguments {
  readonly role: Role;
  readonly processes: number;
  readonly workerProcess?: true;
}

export function defineServe(serve: Command): void {
  serve
    .description('run the service: API, scans and schedule in one process, or one of the two roles')
    .addOption(
      new Option('--role <role>', 'api: answer requests; worker: scan and schedule')
        .choices(['api', 'worker', 'all'])
        .default('all'),
    )
    .addOption(
      new Option('--processes <count>', 'with --role api: answer from several processes that share PORT')
        .argParser(wholeNumber)
        .default(1),
    )
    .addOption(new Option(workerProcessFlag).hideHelp())
    .action(async ({ role, processes, workerProcess: shares }: ServeArguments, command: Command) => {
      const { config, output, logger } = contextOf(command);
      collectGarbageEarly();
      try {
        if (processes > 1 && !shares) {
          if (role !== 'api') command.error('error: --processes needs --role api');
          const { serveProcesses } = await import('./serve-processes.ts');
          process.exitCode = await serveProcesses({ config, count: processes, output, logger });
          return;
        }
        // The service is loaded here only, so that other commands start in half the time, and while the database starts.
        const [store, { serve }] = await Promise.all([
          openStore(config, {
            mode: 'serve',
            maxConnections: config.databaseMaxConnections - reservedConnections,
            logger,
          }),
          import('./serve.ts'),
        ]);
        const shared = shares && { output: outputToStarter, toldToStop: untilToldToStop() };
        process.exitCode = await serve({ config, store, role, output, logger, ...shared });
      } finally {
        // A supervisor restarts what has ended, not what hangs: whatever is left must not keep the process.
        setTimeout(() => process.exit(), lastMomentMs).unref();
      }
    });
}

export function defineMigrate(migrate: Command): void {
  migrate
    .description('bring the database to the newest schema (serve does this by itself)')
    .option('--distributed', 'then distribute its tables over the nodes of a Citus database')
    .option(
      '--check',
      'change nothing: from which schema to which, whether there is a way back, and of when the last backup is',
    )
    .option(
      '--rehearse',
      'with --check: do it on a copy, in a PostgreSQL of its own, to see how long each migration takes',
    )
    .action(async (options: { distributed?: true; check?: true; rehearse?: true }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      if (options.rehearse && !options.check) command.error('error: --rehearse needs --check');
      if (options.check) {
        // Which schema it is, is what it says.
        const check = await checkUpgrade(config, options.rehearse === true, createLogger('error'));
        output.result(check, describeCheck(check));
        return;
      }
      await withStore(config, { mode: 'make', maxConnections: 1, logger }, async (store) => {
        const { migrated } = store;
        await JobQueue.install(store.directConnection);
        const spread = options.distributed ? await distribute(store.directConnection, distribution) : null;
        output.result(
          {
            applied: migrated,
            ...(spread && {
              distributed: spread.distributed,
              reference: spread.reference,
              dropped_foreign_keys: spread.droppedForeignKeys,
            }),
          },
          [
            migrated.length === 0 ? 'The schema is up to date.' : `Applied: ${migrated.join(', ')}.`,
            ...(spread ? [describeSpread(spread)] : []),
          ].join('\n'),
        );
      });
    });
}

function describeCheck({ from, to, migrations, way_back: wayBack, last_backup: last }: UpgradeCheck): string {
  const backup =
    last === null
      ? 'No backup is known: "breakwater backup" has never made one.'
      : `The last backup was made ${last.made_at}, ${last.hours_ago} hours ago${last.verified ? ', and restored to see that it is whole' : ''}.`;
  if (migrations.length === 0)
    return `The database has this program's schema, ${to}: there is nothing to migrate.\n${backup}`;
  const rows = migrations.map(({ version, name, leaves_a_way_back: leaves, seconds }) => [
    String(version),
    name,
    leaves ? 'yes' : 'no',
    seconds === null ? 'not tried' : `${seconds.toFixed(2)} s`,
  ]);
  return [
    `From schema ${from} to ${to}:`,
    table(['migration', 'name', 'way back', 'on a copy'], rows),
    'A write waits for two seconds at most until a migration has its table, and then for what that migration takes.',
    wayBack
      ? 'The program that runs now starts again afterwards.'
      : 'The program that runs now does not start again afterwards: the way back is a backup.',
    backup,
  ].join('\n');
}

function describeSpread({ distributed, reference, droppedForeignKeys }: Placed): string {
  if (distributed.length + reference.length === 0) return 'All tables are distributed.';
  return [
    `Distributed by partner: ${distributed.join(', ') || 'none'}.`,
    `Copied to every node: ${reference.join(', ') || 'none'}.`,
    `Foreign keys dropped: ${droppedForeignKeys.join(', ') || 'none'}.`,
  ].join('\n');
}

import { type Command, Option } from 'commander';
import { distribution } from '../core/operation/distribution.ts';
import { openStore, withStore } from '../installation/store.ts';
import { type Distributed, distribute } from '../platform/database/distribute.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import { collectGarbageEarly } from '../platform/release-memory.ts';
import type { Role } from '../service/service-options.ts';
import { wholeNumber } from './command-arguments.ts';
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
    .action(async (options: { distributed?: true }, command: Command) => {
      const { config, output, logger } = contextOf(command);
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

function describeSpread({ distributed, reference, droppedForeignKeys }: Distributed): string {
  if (distributed.length + reference.length === 0) return 'All tables are distributed.';
  return [
    `Distributed by partner: ${distributed.join(', ') || 'none'}.`,
    `Copied to every node: ${reference.join(', ') || 'none'}.`,
    `Foreign keys dropped: ${droppedForeignKeys.join(', ') || 'none'}.`,
  ].join('\n');
}

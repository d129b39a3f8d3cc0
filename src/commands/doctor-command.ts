import type { Command } from 'commander';
import { createLogger } from '../platform/telemetry/logger.ts';
import { examine } from './doctor.ts';
import { table } from './output.ts';
import { contextOf } from './run-command.ts';

export function defineDoctor(doctor: Command): void {
  doctor
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
      if (!healthy) process.exitCode = 1;
    });
}

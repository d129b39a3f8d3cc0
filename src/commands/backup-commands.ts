import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import { backUp, keyOfBackup, move, restore, standardOutput, verifyBackup } from '../installation/backup.ts';
import { createOutput } from './output.ts';
import { contextOf, wantsJson } from './run-command.ts';

export function defineBackup(backup: Command): void {
  backup
    .description('write all data to a file, as it is at one instant, while servers go on')
    .argument('<file>', 'a new file; -: the standard output, for a pipe')
    .option('--without-key', 'leave the secret key out: whoever restores it has to have it')
    .option('--no-verify', 'do not restore it into a database of its own to see whether it is whole')
    .action(async (file: string, options: { withoutKey?: true; verify: boolean }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const piped = file === standardOutput;
      if (piped && process.stdout.isTTY)
        throw new OperatorError('A backup is no text: lead the standard output into a file or a program.');
      const passphrase = options.withoutKey ? null : config.backupPassphrase;
      if (passphrase === null && !options.withoutKey)
        throw new OperatorError(
          'Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, under which the secret key is kept in the backup, or say --without-key.',
        );
      const made = await backUp(config, file, { passphrase, verifies: options.verify }, logger);
      const verified = made.unverified === null;
      const told = piped ? createOutput(wantsJson(command), process.stderr) : output;
      told.result(
        { file: piped ? null : file, ...made, verified },
        `${piped ? 'Written' : file}: ${made.rows} rows of ${made.tables} tables; the secret key is ${made.key}. ${
          verified ? 'Restored into a database of its own, and all was there.' : `Not verified. ${made.unverified}`
        }`,
      );
    });
  backup
    .command('verify')
    .description('restore a backup into a PostgreSQL of its own, which is gone afterwards; needs no installation')
    .argument('<file>', 'what backup has written')
    .action(async (file: string, _options: object, command: Command) => {
      const { config, output } = contextOf(command);
      const verified = await verifyBackup(file, config.backupPassphrase);
      const key = {
        opened: 'The passphrase opens its secret key.',
        'left out': 'Its secret key was left out.',
        unknown: 'Whether a passphrase opens its secret key was not tried: BACKUP_PASSPHRASE is not set.',
      }[verified.key ?? 'unknown'];
      output.result(
        { file, ...verified, verified: true },
        `${file}, made at ${verified.made_at}: all ${verified.rows} rows of ${verified.tables} tables were there. ${key}`,
      );
    });
}

export function defineRestore(restoreCommand: Command): void {
  restoreCommand
    .description('fill an empty database from a backup')
    .argument('<file>', 'what backup has written')
    .option('--print-key', 'restore nothing: print the secret key of the backup')
    .action(async (file: string, { printKey }: { printKey?: true }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const passphrase = config.backupPassphrase;
      if (printKey) {
        const secretKey = await keyOfBackup(file, passphrase);
        output.result({ secret_key: secretKey }, secretKey);
        return;
      }
      const restored = await restore(config, file, passphrase, logger);
      const key = restored.key_file === null ? '' : ` The secret key is in ${restored.key_file}.`;
      output.result(
        { file, ...restored },
        `Restored what was there at ${restored.made_at}: ${restored.rows} rows of ${restored.tables} tables.${key}`,
      );
    });
}

export function defineMove(moveCommand: Command): void {
  moveCommand
    .description('copy the embedded database of DATA_DIR into an empty PostgreSQL')
    .requiredOption('--to <url>', 'as DATABASE_URL has it')
    .action(async ({ to }: { to: string }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const moved = await move(config, to, logger);
      const key = moved.key_file === null ? 'SECRET_KEY as it is' : `SECRET_KEY_FILE=${moved.key_file}`;
      output.result(
        moved,
        `Copied ${moved.rows} rows of ${moved.tables} tables. Start the service with that DATABASE_URL and ${key}; DATA_DIR stays as it was.`,
      );
    });
}

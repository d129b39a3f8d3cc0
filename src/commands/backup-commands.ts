import type { Command } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import { backUp, keyOfBackup, move, restore } from '../installation/backup.ts';
import { contextOf } from './run-command.ts';

export function defineBackup(backup: Command): void {
  backup
    .description('write all data to a file, as it is at one instant, while servers go on')
    .argument('<file>', 'a new file')
    .option('--without-key', 'leave the secret key out: whoever restores it has to have it')
    .option('--no-verify', 'do not restore it into a database of its own to see whether it is whole')
    .action(async (file: string, options: { withoutKey?: true; verify: boolean }, command: Command) => {
      const { config, output, logger } = contextOf(command);
      const passphrase = options.withoutKey ? null : config.backupPassphrase;
      if (passphrase === null && !options.withoutKey)
        throw new OperatorError(
          'Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, under which the secret key is kept in the backup, or say --without-key.',
        );
      const made = await backUp(config, file, { passphrase, verifies: options.verify }, logger);
      const verified = made.unverified === null;
      output.result(
        { file, ...made, verified },
        `${file}: ${made.rows} rows of ${made.tables} tables; the secret key is ${made.key}. ${
          verified ? 'Restored into a database of its own, and all was there.' : `Not verified. ${made.unverified}`
        }`,
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

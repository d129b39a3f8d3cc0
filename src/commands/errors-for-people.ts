import { InvalidInput, Problem } from '../core/api/problems.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import { LeakFileError } from '../engines/leak-corpus/leak-file.ts';
import { ConfigError } from '../installation/environment-reader.ts';
import { StoreError } from '../installation/store-error.ts';
import { CopyError } from '../platform/database/copying/copied-database.ts';
import { DistributionError } from '../platform/database/distribute.ts';
import { EmbeddedPostgresError } from '../platform/database/embedded/embedded-postgres.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { StartError } from '../service/start-error.ts';

/** Errors whose message says to whoever runs a command what was wrong. Of all others the stack is shown: they are mistakes of ours. */
export const errorsForPeople = [
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
  DistributionError,
];

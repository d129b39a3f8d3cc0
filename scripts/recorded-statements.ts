import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RecordedStatement {
  /** That asked for it, from the repository. */
  readonly file: string;
  readonly text: string;
}

/** What tests recorded in a directory (STATEMENTS_DIR). */
export function recordedStatements(directory: string): RecordedStatement[] {
  return readdirSync(directory).map(
    (name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as RecordedStatement,
  );
}

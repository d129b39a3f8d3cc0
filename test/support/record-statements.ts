import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * STATEMENTS_DIR: keeps there every statement that a file of src/ sends to the database while tests run, each once, for
 * scripts/check-statements.ts.
 */
const directory = process.env.STATEMENTS_DIR;
const repository = fileURLToPath(new URL('../..', import.meta.url));
/** They pass on what others say. */
const messengers = new Set([
  'src/common/fair-queue.ts',
  'src/core/operation/kept-statements.ts',
  'src/core/operation/operation.ts',
  'src/core/operation/partner-database.ts',
  'src/platform/database/connection-turns.ts',
  'src/platform/database/database.ts',
  'src/platform/database/joint-transaction.ts',
  'src/platform/database/preparing-client.ts',
]);
/** From the statement up to the verb that it belongs to. */
const framesKept = 40;

const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
const patched = pg.Client.prototype as { query: unknown; isRecorded?: boolean };

// Files of a project without isolation share the class.
if (directory && !patched.isRecorded) {
  mkdirSync(directory, { recursive: true });
  const known = new Set<string>();
  patched.isRecorded = true;
  patched.query = function record(this: pg.Client, ...args: unknown[]) {
    const statement = args[0] as string | { readonly text?: string };
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text !== undefined && !known.has(text)) keep(directory, text, known);
    return send.apply(this, args);
  };
}

function keep(directory: string, text: string, known: Set<string>): void {
  const file = originOfCall();
  if (file === null || !file.startsWith('src/')) return;
  known.add(text);
  const name = createHash('sha256').update(`${file}\n${text}`).digest('hex').slice(0, 32);
  try {
    writeFileSync(`${directory}/${name}.json`, JSON.stringify({ file, text }), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The file, from the repository, that asked for the statement; null: none of ours. */
function originOfCall(): string | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = framesKept;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  // A query that waited for a connection is sent by whoever gives one back. Tests ask pools like that; the service takes connections.
  if (stack.includes('/pg-pool/')) return null;
  for (const [, path = ''] of stack.matchAll(/\(?(?:file:\/\/)?(\/[^\s():]+\.ts):\d+/g)) {
    const file = relative(repository, path);
    if (file.startsWith('..') || file.startsWith('node_modules') || file === 'test/support/record-statements.ts')
      continue;
    if (!messengers.has(file)) return file;
  }
  return null;
}

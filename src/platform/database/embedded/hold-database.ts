/**
 * A process of its own for the tests: starts the database as its argument says (EmbeddedPostgresOptions as JSON),
 * reports one JSON line, and stops in order when its standard input closes.
 */
import { once } from 'node:events';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

// Ctrl-C is for the test to judge: only the end of standard input stops this process.
process.on('SIGINT', () => {});

try {
  const database = await startEmbeddedPostgres(JSON.parse(process.argv[2] ?? '{}'));
  process.stdout.write(`${JSON.stringify({ connection: database.connection, owned: database.owned })}\n`);
  process.stdin.resume();
  await once(process.stdin, 'end');
  await database.stop();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
  process.exitCode = 1;
}

import { CommanderError } from 'commander';
import { buildProgram } from './commands/program.ts';
import { escapedJson, plainLines } from './common/text.ts';
import { InvalidInput } from './core/api/problems.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { releaseFreedMemory } from './platform/release-memory.ts';

/** 0: done; 1: it could not be done, and the message says why; 2: the command line was wrong. */
const exitCodes = { failed: 1, usage: 2 };

function sentencesOf({ errors }: InvalidInput): string {
  return Object.values(errors).flat().join(' ');
}

async function reportFailure(error: unknown, json: boolean): Promise<void> {
  const { errorsForPeople } = await import('./commands/errors-for-people.ts');
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
  await (await buildProgram(process.argv.slice(2))).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  else await reportFailure(error, process.argv.includes('--json'));
}

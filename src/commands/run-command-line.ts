import { CommanderError } from 'commander';
import { escapedJson, plainLines } from '../common/text.ts';
import { InvalidInput } from '../core/api/problems.ts';
import { buildProgram } from './program.ts';

/** 0: done; 1: it could not be done, and the message says why; 2: the command line was wrong. */
const exitCodes = { failed: 1, usage: 2 };

/**
 * Runs a command line to its end, and sets the exit code of the process where it is not 0.
 * @param words the command line without the program's name
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await (await buildProgram(words)).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
    else await reportFailure(error, words.includes('--json'));
  }
}

async function reportFailure(error: unknown, json: boolean): Promise<void> {
  const { errorsForPeople } = await import('./errors-for-people.ts');
  const known = errorsForPeople.some((type) => error instanceof type);
  const { message, stack } =
    error instanceof InvalidInput ? { message: sentencesOf(error), stack: '' } : (error as Error);
  process.stderr.write(`${json ? escapedJson({ error: { message } }) : plainLines(`${known ? message : stack}`)}\n`);
  process.exitCode = exitCodes.failed;
}

function sentencesOf({ errors }: InvalidInput): string {
  return Object.values(errors).flat().join(' ');
}

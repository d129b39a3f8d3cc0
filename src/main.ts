import { Command, CommanderError } from 'commander';
import { addCommands } from './command-groups.ts';
import { showWhatIsRequired } from './command-usage.ts';
import { InvalidInput } from './core/api/problems.ts';
import { forbidCrashDumps } from './platform/crash-dumps.ts';
import { releaseFreedMemory } from './platform/release-memory.ts';
import { escapedJson, plainLines } from './platform/text.ts';
import { version } from './version.ts';

/** 0: done; 1: it could not be done, and the message says why; 2: the command line was wrong. */
const exitCodes = { failed: 1, usage: 2 };

async function buildProgram(): Promise<Command> {
  const program = new Command('breakwater')
    .description('White-label security monitoring for hosting partners.')
    .version(version)
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trimEnd() })
    .showHelpAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nConfiguration comes from the environment (PORT, DATA_DIR, DATABASE_URL, …): see README.md.',
    );
  await addCommands(program, process.argv.slice(2));
  for (const command of everyCommand(program)) {
    command.option('--json', 'print one JSON value instead of text').exitOverride();
    showWhatIsRequired(command);
  }
  return program;
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

function sentencesOf({ errors }: InvalidInput): string {
  return Object.values(errors).flat().join(' ');
}

async function reportFailure(error: unknown, json: boolean): Promise<void> {
  const { errorsForPeople } = await import('./errors-for-people.ts');
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
  await (await buildProgram()).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
  else await reportFailure(error, process.argv.includes('--json'));
}

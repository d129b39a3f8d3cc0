import { Command } from 'commander';
import { build, programSchema } from '../installation/version.ts';
import { addCommands } from './command-groups.ts';
import { showWhatIsRequired } from './command-usage.ts';

/**
 * The program, with the commands that a command line may mean. Its mistakes of usage are thrown.
 * @param words the command line without the program's name
 */
export async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('breakwater')
    .description('White-label security monitoring for hosting partners.')
    .version(`${build} (schema ${programSchema})`)
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trimEnd() })
    .showHelpAfterError()
    .exitOverride()
    .addHelpText(
      'after',
      '\nConfiguration comes from the environment (PORT, DATA_DIR, DATABASE_URL, …): see docs/configuration.md.',
    );
  await addCommands(program, words);
  for (const command of everyCommand(program)) {
    command.option('--json', 'print one JSON value instead of text').exitOverride();
    showWhatIsRequired(command);
  }
  return program;
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)]);
}

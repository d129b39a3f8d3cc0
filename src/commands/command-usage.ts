import { type Command, Option } from 'commander';

/** An option that names what the command acts on, and that may also be given as an argument. */
class SubjectOption extends Option {}

/**
 * Names what the command acts on by an option, as all commands on partners do. It had to stand as an argument once; scripts of operators
 * have it so, and go on working, though help does not show it.
 */
export function addSubject(command: Command, flags: string, description: string): Command {
  return command.addOption(new SubjectOption(flags, description)).allowExcessArguments();
}

/** What the command acts on, by option or argument. Neither, or more than one, is a mistake of usage. */
export function subjectOf(command: Command): string {
  const option = command.options.find((each) => each instanceof SubjectOption)!;
  const byOption: string | undefined = command.getOptionValue(option.attributeName());
  const [subject, ...others] = byOption === undefined ? command.args : [byOption, ...command.args];
  if (subject === undefined) command.error(`error: required option '${option.flags}' not specified`);
  if (others.length > 0) command.error(`error: too many arguments: ${option.long} names one`);
  return subject;
}

/** Lets help show what a command cannot do without: by itself commander shows `[options]` for all that is no argument. */
export function showWhatIsRequired(command: Command): void {
  const required = command.options.filter((option) => option.mandatory || option instanceof SubjectOption);
  if (required.length === 0) return;
  const args = command.registeredArguments.map((argument) => `<${argument.name()}${argument.variadic ? '...' : ''}>`);
  command.usage([...required.map(({ flags }) => flags), '[options]', ...args].join(' '));
}

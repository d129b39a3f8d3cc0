import { Argument, type Command } from 'commander';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** One word of a command line and what may follow it. */
interface CompletionNode {
  /** The words that lead here: empty for the program itself. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
}

interface CompletedOption {
  readonly flag: string;
  readonly description: string;
  /** What it takes; empty: nothing, or anything. */
  readonly choices: readonly string[];
}

/** Scripts that complete the commands and options of the program as they are. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print what completes commands in your shell, such as: source <(breakwater completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: Shell) => {
      process.stdout.write(scripts[shell](nodesOf(program, [])));
    });
}

function nodesOf(command: Command, path: readonly string[]): CompletionNode[] {
  const own: CompletionNode = {
    path,
    commands: command.commands.map((child) => ({ name: child.name(), description: child.description() })),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .flatMap(({ long, description, argChoices }) =>
        long ? [{ flag: long, description, choices: argChoices ?? [] }] : [],
      ),
  };
  return [own, ...command.commands.flatMap((child) => nodesOf(child, [...path, child.name()]))];
}

const scripts: Readonly<Record<Shell, (nodes: readonly CompletionNode[]) => string>> = { bash, zsh, fish };

/** Words by path: what was typed before the cursor, less options and their values. */
function bash(nodes: readonly CompletionNode[]): string {
  const words = nodes.map(
    ({ path, commands, options }) =>
      `    '${path.join(' ')}') words='${[...commands.map(({ name }) => name), ...options.map(({ flag }) => flag), '--help'].join(' ')}' ;;`,
  );
  const values = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `    '${path.join(' ')} ${flag}') words='${choices.join(' ')}' ;;`),
  );
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  return `# source <(breakwater completion bash)
_breakwater() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next=\${at:+$at }$word
    case "$next" in
      ${paths.join('|')}) at=$next ;;
    esac
  done
  case "$at $previous" in
${values.join('\n')}
  esac
  if [[ -z $words ]]; then
    case "$at" in
${words.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _breakwater breakwater
`;
}

/** zsh completes by the functions of bash, which it brings a bridge for. */
function zsh(nodes: readonly CompletionNode[]): string {
  return `#compdef breakwater
# source <(breakwater completion zsh)
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bash(nodes).replace(/^# source .*\n/, '')}`;
}

function fish(nodes: readonly CompletionNode[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const when = `-n ${quoted(`__breakwater_at ${path.join(' ')}`.trimEnd())}`;
    return [
      ...commands.map(
        ({ name, description }) => `complete -c breakwater -f ${when} -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map(
        ({ flag, description, choices }) =>
          `complete -c breakwater -f ${when} -l ${flag.slice(2)} -d ${quoted(description)}${choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ''}`,
      ),
    ];
  });
  return `# breakwater completion fish | source
function __breakwater_at
  set -l words (commandline -opc)[2..]
  set -l names
  for word in $words
    string match -q -- '-*' $word; or set -a names $word
  end
  test "$names" = "$argv"
end
${lines.join('\n')}
`;
}

import { asciiText } from '../printable.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';

/** The words that we send first on a line, as a shell repeats what it does not know. */
const sentWord = '(?:GET|help|HELP|PING|OPTIONS|IDENTIFY|VER|nVERSION|hello|version|srvr|Host:|User-Agent:|Accept:)';

/** What command lines say to a word that is no command of theirs. What is sent does no harm there: commands-in-probes.test.ts. */
const complaints: readonly (readonly [shell: string, RegExp])[] = [
  [
    'sh',
    new RegExp(`(?:^|\\n)[^\\n]{0,60}\\b(?:da|a|k)?sh: (?:line )?\\d{1,6}: ${sentWord}: (?:command )?not found\\r?\\n`),
  ],
  ['sh', new RegExp(`(?:^|\\n)[^\\n]{0,60}\\b(?:da|a|k|ba)?sh: ${sentWord}: (?:command )?not found\\r?\\n`)],
  ['bash', new RegExp(`(?:^|\\n)[^\\n]{0,60}\\bbash: (?:line \\d{1,6}: )?${sentWord}: command not found\\r?\\n`)],
  ['zsh', new RegExp(`(?:^|\\n)zsh: command not found: ${sentWord}\\r?\\n`)],
  ['fish', new RegExp(`(?:^|\\n)fish: Unknown command: ${sentWord}\\r?\\n`)],
  ['cmd.exe', new RegExp(`'${sentWord}' is not recognized as an internal or external command,`)],
  ['PowerShell', new RegExp(`The term '${sentWord}' is not recognized as (?:the|a) name of a cmdlet`)],
];

/** What they say to "help" where their complaints go elsewhere. */
const helpTexts: readonly (readonly [shell: string, RegExp])[] = [
  ['bash', /(?:^|\n)GNU bash, version \d[^\n]{1,80}\r?\nThese shell commands are defined internally\./],
  ['cmd.exe', /(?:^|\n)For more information on a specific command, type HELP command-name\r?\n/],
];

/** How they greet. */
const greetings: readonly (readonly [shell: string, RegExp])[] = [
  ['cmd.exe', /^Microsoft Windows \[[^\]\n]{1,40}\]\r?\n\([cC]\) [^\n]{0,80}Microsoft Corp/],
  ['PowerShell', /^Windows PowerShell\r?\n/],
  [
    'bash',
    /^(?:bash: cannot set terminal process group[\s\S]{0,200})?(?:bash-\d\.\d{1,2}[$#] |[\w.-]{1,32}@[\w.-]{1,64}:[^\n]{1,80}[$#] )$/,
  ],
  ['Python', /^Python \d\.\d{1,2}[^\n]{0,100}\r?\n[\s\S]{0,200}>>> $/],
];

/** A command line that is tied to a port: whoever connects is in. */
export const bindShell: Recogniser = {
  service: 'bind-shell',
  ports: [],
  unasked(bytes): Recognition | null {
    const text = asciiText(bytes);
    const [shell] = [...complaints, ...helpTexts, ...greetings].find(([, pattern]) => pattern.test(text)) ?? [];
    return shell === undefined ? null : { service: 'bind-shell', product: shell, unauthenticated: true };
  },
};

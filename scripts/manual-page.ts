import type { Command } from 'commander';
import { buildProgram } from '../src/commands/program.ts';

const widthInCharacters = 76;

/** breakwater(1): what help says of each command. */
export async function manualPage(version: string): Promise<string> {
  const program = await buildProgram([]);
  const parts = program.commands.flatMap((command) => sectionsOf(command, []));
  return `.TH BREAKWATER 1 "" "Breakwater ${roff(version)}" "Breakwater"
.SH NAME
breakwater \\- white\\-label security monitoring for hosting partners
.SH SYNOPSIS
.B breakwater
.I command
[\\fIoptions\\fR]
.SH DESCRIPTION
As root, it works on the installation that the units of systemd run, with the settings of \\fI/etc/breakwater\\fR. What is set for one command goes
before them. Each command prints JSON with \\fB\\-\\-json\\fR.
.SH COMMANDS
${parts.join('\n')}
.SH EXIT STATUS
0: done; 1: could not be done; 2: wrong usage.
.SH FILES
.TP
.I /etc/breakwater/breakwater.env
settings, each with what it means
.TP
.I /etc/breakwater/database\\-url\\fR, \\fI/etc/breakwater/secret\\-key\\fR, \\fI/etc/breakwater/backup\\-passphrase
of root, with mode 600
.TP
.I /var/lib/breakwater
the embedded database and its key
.TP
.I /var/backups/breakwater
what breakwater\\-backup.timer writes
`;
}

/** The help of a command that does something itself, and of all that it has. */
function sectionsOf(command: Command, path: readonly string[]): string[] {
  const own = [...path, command.name()];
  const ofOthers = command.commands.flatMap((child) => sectionsOf(child, own));
  if (ofOthers.length > 0 && command.registeredArguments.length === 0) return ofOthers;
  command.configureOutput({ getOutHelpWidth: () => widthInCharacters });
  const help = roff(command.helpInformation().trimEnd());
  return [`.SS ${roff(own.join(' '))}\n.nf\n${help}\n.fi`, ...ofOthers];
}

function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}

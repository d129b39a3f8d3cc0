import { acceptedVariables } from '../src/installation/config.ts';
import { variableGroups } from '../src/installation/variables.ts';

/** Of a page of docs/ there is no link in a file of settings. */
const link = /\[([^\]]+)\]\([^)]+\)/g;

/** /etc/breakwater/breakwater.env of a package: every variable, none of them set. */
export function settingsFile(): string {
  const accepted = acceptedVariables();
  const groups = Object.entries(variableGroups).map(([title, variables]) => {
    const settings = Object.entries(variables).map(([name, { meaning, unset }]) => {
      const { values, fallback } = accepted.get(name) ?? { values: null, fallback: null };
      const facts = [
        ...(values === null ? [] : [`Values: ${values}.`]),
        ...(unset === undefined ? [] : [`Unless set: ${unset}.`]),
      ];
      return `# ${[meaning, ...facts].join(' ').replaceAll(link, '$1').replaceAll('`', '')}\n#${name}=${fallback ?? ''}\n`;
    });
    return `# --- ${title} ---\n\n${settings.join('\n')}`;
  });
  return `# Settings of Breakwater: a NAME=value a line, as systemd reads them. "breakwater config" says what is in force, and what is wrong with it.
# Without any, breakwater.service is an evaluation: a partner "Demo", and no scan of other machines.
# The nodes of breakwater-api@PORT and breakwater-worker@PORT have their ports by their names, the database's URL from
# /etc/breakwater/database-url and the key from /etc/breakwater/secret-key (root, mode 600): set none of these here.

${groups.join('\n')}`;
}

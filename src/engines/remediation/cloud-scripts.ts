import type { Closing } from './closing.ts';
import type { RemediationCommands, Scripts } from './remediation.ts';
import { indent } from './shell-steps.ts';

/** What only the reader knows of his cloud, in the order to fill it in. */
const placeholders = ['SECURITY_GROUP_ID', 'RESOURCE_GROUP', 'NSG_NAME', 'NETWORK', 'INSTANCE_NAME', 'ZONE'] as const;

/**
 * The changes as one script for where the cloud's CLI is signed in. It does nothing until all is filled in; where people
 * administer, that is their own address, too. What exists already, or is gone already, is as it should be.
 */
export function cloudScripts(closing: Closing, commands: RemediationCommands): Scripts {
  const changes = Object.entries(commands)
    .filter(([name]) => /^(allow_your_address|create_rule|close_port)/.test(name))
    .map(([, command]) => command);
  return {
    script: script(closing, 'Closes', [...changes, `# What the rules are now:\n${commands.verify_rules!}`].join('\n')),
    undoScript: script(closing, 'Opens again', commands.undo!),
  };
}

function script(closing: Closing, purpose: string, body: string): string {
  const { protocol, port, address, ownAddress } = closing;
  const commands = body
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => goOnWhenDone(quoteVariables(line, ownAddress)));
  const text = commands.join('\n');
  const needed = [...placeholders, ownAddress].filter((each) => text.includes(`"$${each}"`));
  const assign = needed.map((each) => `${each}=`).join('\n');
  const checks = needed.map((each) => `[ -n "$${each}" ] || fail 'fill in ${each} at the top'`).join('\n');
  return `#!/bin/sh
# ${purpose}: ${protocol} port ${port} of ${address}
# Fill in what is empty, then run it as a file or pasted. To run it again does no harm.
(
${indent(`${assign}
fail() {
  echo "STOPPED: $*" >&2
  exit 1
}
# What exists already, or is gone already, is as it should be; any other mistake ends the script.
try() {
  message=$("$@" 2>&1) && { echo "$message"; return; }
  case $message in
    *Duplicate* | *InvalidPermission.NotFound* | *'already exists'* | *'was not found'* | *ResourceNotFound*) ;;
    *) fail "$message" ;;
  esac
}
${checks}
${text}`)}
)
`;
}

/** A word in capitals becomes the variable of that name. */
function quoteVariables(line: string, ownAddress: string): string {
  const names = [...placeholders, ownAddress].join('|');
  return line.replaceAll(new RegExp(`\\b(?:${names})\\b`, 'g'), (name, offset: number) => {
    const isWithinSingleQuotes = line.slice(0, offset).split("'").length % 2 === 0;
    return isWithinSingleQuotes ? `'"$${name}"'` : `"$${name}"`;
  });
}

function goOnWhenDone(line: string): string {
  return /(authorize|revoke)-security-group-ingress|firewall-rules (create|delete)|nsg rule (create|delete)|(add|remove)-tags/.test(
    line,
  )
    ? `try ${line}`
    : line;
}

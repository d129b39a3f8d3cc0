import type { Closing } from './closing.ts';
import { closeDockerPublishedPort, undoDockerPublishedPort } from './docker-published-port.ts';
import { closePodmanPublishedPort, undoPodmanPublishedPort } from './podman-published-port.ts';
import type { RemediationCommands } from './remediation.ts';
import { assignOwnAddress, checkRoot, indent, verifyFromAnotherMachine } from './shell-steps.ts';

/** One rule of ufw stands for both families. It must be running: starting it here could cut the reader's own session. */
export function ufwCommands(closing: Closing): RemediationCommands {
  const { protocol, port } = closing;
  return {
    check_root: checkRoot,
    check_ufw_is_active: `LC_ALL=C ufw status | grep -x 'Status: active' || echo 'ufw is not running, so its rules do nothing: use iptables'`,
    show_rules: 'ufw status numbered',
    close_port: closing.isAdministration ? closePortButForOwnAddress(closing) : closePort(closing),
    ...closeDockerPublishedPort(closing),
    ...closePodmanPublishedPort(closing),
    verify_rules: 'ufw status numbered',
    verify_persistence: `# ufw keeps its rules over a restart: here is what it has stored.
grep -E '^### tuple ### .* ${protocol} ${port} ' /etc/ufw/user.rules /etc/ufw/user6.rules`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: undo(closing),
  };
}

const ACTIONS = 'allow limit reject deny';

/**
 * "ufw prepend" skips, and reports success, when a rule for the same port and addresses exists anywhere in the list with
 * whatever action (ufw 0.36.2): so that one goes first. All other rules that let the port in (without protocol, by
 * application profile, by source) stay, but come after ours.
 */
function closePort({ protocol, port }: Closing): string {
  return `for action in ${ACTIONS}; do ufw delete "$action" ${port}/${protocol}; done
ufw prepend deny proto ${protocol} from any to any port ${port}`;
}

/**
 * What is prepended last comes first. The dry run refuses an address that wasn't filled in before anything is changed;
 * open sessions outlive the moment between the two rules.
 */
function closePortButForOwnAddress(closing: Closing): string {
  const { protocol, port } = closing;
  return `${assignOwnAddress(closing)}
ufw --dry-run allow from "$own" >/dev/null && {
  for action in ${ACTIONS}; do ufw delete "$action" proto ${protocol} from "$own" to any port ${port}; done
${indent(closePort(closing))}
  ufw prepend allow proto ${protocol} from "$own" to any port ${port}
}`;
}

function undo(closing: Closing): string {
  const { protocol, port } = closing;
  const removeOwn = `ufw delete allow proto ${protocol} from "$own" to any port ${port}`;
  return [
    ...(closing.isAdministration ? [assignOwnAddress(closing)] : []),
    `ufw delete deny ${port}/${protocol}`,
    `# If show_rules had LIMIT for this port, then "limit" instead of "allow":`,
    `ufw allow ${port}/${protocol}`,
    ...(closing.isAdministration ? [removeOwn] : []),
    undoDockerPublishedPort(closing),
    undoPodmanPublishedPort(closing),
  ].join('\n');
}

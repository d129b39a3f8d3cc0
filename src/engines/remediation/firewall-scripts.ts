import type { Closing } from './closing.ts';
import { firewalldHint, nftablesHint } from './firewall-hints.ts';
import { iptablesCommands, stands as standsInIptables } from './iptables-commands.ts';
import type { Scripts } from './remediation.ts';
import { ownAddressGuard, rootScript } from './root-script.ts';
import { indent } from './shell-steps.ts';
import { changesOf, hostChangesOf } from './steps.ts';
import { ufwCommands } from './ufw-commands.ts';

/** Firewalls of a Linux server that scripts know. */
export type HostFirewall = 'ufw' | 'firewalld' | 'nftables' | 'iptables';

interface FirewallShell {
  /** Succeeds where this firewall is the one that runs. */
  readonly runs: string;
  readonly close: string;
  /** The same without what only ports of containers need; null where nothing is for them alone. */
  readonly closeOnHost: string | null;
  /** Succeeds when the rules stand. */
  readonly stands: string;
  readonly undo: string;
}

/** ufw and firewalld first: they would overwrite, or know nothing of, what is written past them. */
const detectionOrder: readonly HostFirewall[] = ['ufw', 'firewalld', 'nftables', 'iptables'];

function shellOf(firewall: HostFirewall, closing: Closing): FirewallShell {
  const { protocol, port, name } = closing;
  switch (firewall) {
    case 'ufw': {
      const commands = ufwCommands(closing);
      return {
        runs: `command -v ufw >/dev/null && LC_ALL=C ufw status | grep -qx 'Status: active'`,
        close: changesOf(commands),
        closeOnHost: hostChangesOf(commands),
        stands: `grep -q '^### tuple ### deny ${protocol} ${port} ' /etc/ufw/user.rules`,
        undo: commands.undo!,
      };
    }
    case 'iptables': {
      const commands = iptablesCommands(closing);
      return {
        runs: 'command -v iptables >/dev/null',
        close: changesOf(commands),
        closeOnHost: hostChangesOf(commands),
        stands: standsInIptables(closing),
        undo: commands.undo!,
      };
    }
    case 'nftables': {
      const hint = nftablesHint(closing);
      return {
        runs: 'command -v nft >/dev/null && nft list tables >/dev/null 2>&1',
        close: changesOf(hint.commands),
        closeOnHost: null,
        stands: `nft list table inet ${name.replaceAll('-', '_')} >/dev/null 2>&1`,
        undo: hint.undo,
      };
    }
    case 'firewalld': {
      const hint = firewalldHint(closing);
      return {
        runs: 'command -v firewall-cmd >/dev/null && firewall-cmd --state >/dev/null 2>&1',
        close: changesOf(hint.commands),
        closeOnHost: null,
        stands: `firewall-cmd --list-rich-rules | grep -q 'port="${port}" protocol="${protocol}" drop'`,
        undo: hint.undo,
      };
    }
  }
}

/** Close the port in one firewall, which must be the one that runs. */
export function firewallScripts(closing: Closing, firewall: HostFirewall): Scripts {
  const { runs, close, closeOnHost, stands, undo } = shellOf(firewall, closing);
  const check = `{ ${runs}; } || fail '${firewall} does not run on this server, so its rules would do nothing'`;
  return scripts(closing, `in ${firewall}`, {
    close: `${check}\n${close}\n${verdict(stands)}`,
    closeOnHost: closeOnHost && `${check}\n${noContainer(closing)}\n${closeOnHost}\n${verdict(stands)}`,
    undo: `${check}\n${undo}`,
  });
}

/** Close the port in whichever firewall runs. */
export function anyFirewallScripts(closing: Closing): Scripts {
  const closeOnHost = whicheverRuns(
    closing,
    ({ close, closeOnHost, stands }) => `${closeOnHost ?? close}\n${verdict(stands)}`,
  );
  return scripts(closing, 'in the firewall that runs on the server', {
    close: closeInAnyFirewall(closing),
    closeOnHost: `${noContainer(closing)}\n${closeOnHost}`,
    undo: undoInAnyFirewall(closing),
  });
}

/** The same as a step. */
export function closeInAnyFirewall(closing: Closing): string {
  return whicheverRuns(closing, ({ close, stands }) => `${close}\n${verdict(stands)}`);
}

export function undoInAnyFirewall(closing: Closing): string {
  return whicheverRuns(closing, ({ undo }) => undo);
}

function whicheverRuns(closing: Closing, part: (shell: FirewallShell) => string): string {
  const branches = detectionOrder.map((firewall) => {
    const shell = shellOf(firewall, closing);
    return `if ${shell.runs}; then\n${indent(`# ${firewall}\n${part(shell)}`)}\n`;
  });
  return `${branches.join('el')}else
  echo 'STOPPED: no firewall was found on this server' >&2
  false
fi`;
}

function verdict(stands: string): string {
  return `if ${stands}; then
  echo 'CLOSED. Now look from another machine.'
else
  echo 'STOPPED: the rules do not stand' >&2
  false
fi`;
}

/** Ends the script, which has changed nothing yet, where a container publishes the port: those are let in before these rules are asked. */
function noContainer({ protocol, port }: Closing): string {
  const found = `fail 'a container publishes this port: take the script for containers'`;
  return `if command -v docker >/dev/null && [ -n "$(docker ps -q --filter publish=${port}/${protocol} 2>/dev/null)" ]; then
  ${found}
fi
if command -v podman >/dev/null && podman port --all 2>/dev/null | grep -q '/${protocol} -> .*:${port}$'; then
  ${found}
fi`;
}

function scripts(
  closing: Closing,
  where: string,
  bodies: { readonly close: string; readonly closeOnHost: string | null; readonly undo: string },
): Scripts {
  const guard = ownAddressGuard(closing);
  const script = (purpose: string, body: string) =>
    rootScript(closing, { purpose: `${purpose} ${where}`, guard, body });
  return {
    script: script('Closes a port', bodies.close),
    shortScript: bodies.closeOnHost && script('Closes a port', bodies.closeOnHost),
    undoScript: script('Opens a port again', bodies.undo),
  };
}

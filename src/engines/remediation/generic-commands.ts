import type { Closing } from './closing.ts';
import { type FirewallHint, firewalldHint, nftablesHint } from './firewall-hints.ts';
import { anyFirewallScripts, closeInAnyFirewall, firewallScripts, undoInAnyFirewall } from './firewall-scripts.ts';
import { loopbackRecipes } from './loopback-recipes.ts';
import { loopbackScripts } from './loopback-script.ts';
import { loopbackSettings } from './loopback-settings.ts';
import type { RemediationCommands, Way } from './remediation.ts';
import { assignOwnAddress, checkRoot, verifyFromAnotherMachine } from './shell-steps.ts';
import { stopScripts } from './stop-script.ts';

/**
 * Ways to close the port on a Linux server whose firewall is no platform of its own, the best first; each is enough. The service
 * itself, where its setting is known: that also holds when a firewall is switched off. The firewall, where people administer
 * and must go on to, and where only the reader knows the setting.
 */
export function genericWays(closing: Closing, service: string, detectedPlatform: string): readonly [Way, ...Way[]] {
  const rebind = listenOnLoopbackOnly(closing, service);
  const firewall = closeInFirewall(closing, detectedPlatform);
  const stop = stopTheService(closing);
  return closesByItself(closing, service) ? [rebind, firewall, stop] : [firewall, rebind, stop];
}

/** Whether the service's own configuration is the first thing to change. */
export function closesByItself({ isAdministration }: Closing, service: string): boolean {
  return !isAdministration && loopbackRecipes.has(service);
}

function listenOnLoopbackOnly(closing: Closing, service: string): Way {
  const { port, protocol } = closing;
  const recipe = loopbackRecipes.get(service);
  const setting = recipe?.advice ?? loopbackSettings.get(service) ?? 'In its configuration: listen address 127.0.0.1';
  return {
    name: 'listen_on_loopback_only',
    commands: {
      ...lookAtListeners(closing),
      listen_on_loopback_only: `# ${setting}
# A container: publish 127.0.0.1:${port}:CONTAINER_PORT/${protocol} and create it again.
systemctl restart UNIT_NAME`,
      ...verifyListeners(closing),
      undo: `# Put the setting back as it was, then:
systemctl restart UNIT_NAME`,
    },
    ...(recipe === undefined ? { script: null, undoScript: null } : loopbackScripts(closing, recipe)),
  };
}

function stopTheService(closing: Closing): Way {
  return {
    name: 'stop_the_service',
    commands: {
      ...lookAtListeners(closing),
      stop_the_service: 'systemctl disable --now UNIT_NAME',
      ...verifyListeners(closing),
      undo: 'systemctl enable --now UNIT_NAME',
    },
    ...stopScripts(closing),
  };
}

function closeInFirewall(closing: Closing, detectedPlatform: string): Way {
  const named = (hint: FirewallHint, firewall: 'nftables' | 'firewalld'): Way => ({
    name: 'close_in_firewall',
    commands: {
      ...lookAtListeners(closing),
      ...hint.commands,
      verify_rules: firewall === 'nftables' ? 'nft list ruleset' : 'firewall-cmd --list-all',
      verify_from_another_machine: verifyFromAnotherMachine(closing),
      undo: hint.undo,
    },
    ...firewallScripts(closing, firewall),
  });
  switch (detectedPlatform.toLowerCase()) {
    case 'nftables':
      return named(nftablesHint(closing), 'nftables');
    case 'firewalld':
      return named(firewalldHint(closing), 'firewalld');
    default:
      return { name: 'close_in_firewall', commands: anyFirewall(closing), ...anyFirewallScripts(closing) };
  }
}

function anyFirewall(closing: Closing): RemediationCommands {
  return {
    ...lookAtListeners(closing),
    close_port_in_the_firewall: `# In whichever of ufw, firewalld, nftables and iptables runs here.
${onceAssigned(closing, closeInAnyFirewall(closing))}`,
    verify_rules: 'ufw status numbered; firewall-cmd --list-all; nft list ruleset; iptables -nvL; ip6tables -nvL',
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: onceAssigned(closing, undoInAnyFirewall(closing)),
  };
}

/** The reader fills in his address at one place. */
function onceAssigned(closing: Closing, text: string): string {
  if (!closing.isAdministration) return text;
  const assignment = assignOwnAddress(closing);
  return [assignment, ...text.split('\n').filter((line) => line.trim() !== assignment)].join('\n');
}

function lookAtListeners({ protocol, port }: Closing): RemediationCommands {
  const ss = protocol === 'tcp' ? 'ss -ltnp' : 'ss -lunp';
  return {
    check_root: checkRoot,
    see_who_listens: `${ss} 'sport = :${port}'`,
    see_which_container: `for tool in docker podman; do
  if command -v "$tool" >/dev/null; then "$tool" ps --filter publish=${port}/${protocol}; fi
done`,
    find_unit_name: `for pid in $(${ss}H 'sport = :${port}' | grep -o 'pid=[0-9]*' | cut -d= -f2 | sort -u); do
  ps -o pid=,unit=,args= -p "$pid"
done`,
  };
}

function verifyListeners(closing: Closing): RemediationCommands {
  const ss = closing.protocol === 'tcp' ? 'ss -ltn' : 'ss -lun';
  return {
    verify_who_listens: `# Only 127.0.0.1 or [::1] may stand before the port, or nothing at all.
${ss} 'sport = :${closing.port}'`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
  };
}

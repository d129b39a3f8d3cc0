import type { Closing } from './closing.ts';
import { loopbackSettings } from './loopback-settings.ts';
import type { RemediationCommands } from './remediation.ts';
import { assignOwnAddress, checkRoot, verifyFromAnotherMachine } from './shell-steps.ts';

/** For a Linux server whose firewall we don't know: the service itself stops listening to the world. */
export function genericCommands(closing: Closing, service: string, extra?: FirewallHint): RemediationCommands {
  const { protocol, port } = closing;
  const ss = protocol === 'tcp' ? 'ss -ltn' : 'ss -lun';
  return {
    check_root: checkRoot,
    see_who_listens: `${ss}p 'sport = :${port}'`,
    see_which_container: `if command -v docker >/dev/null; then docker ps --filter publish=${port}/${protocol}; fi`,
    find_unit_name: `for pid in $(${ss}pH 'sport = :${port}' | grep -o 'pid=[0-9]*' | cut -d= -f2 | sort -u); do
  ps -o pid=,unit=,args= -p "$pid"
done`,
    ...(extra === undefined ? {} : extra.commands),
    listen_on_loopback_only: `${loopbackAdvice(closing, service)}
systemctl restart UNIT_NAME`,
    or_stop_the_service: 'systemctl disable --now UNIT_NAME',
    verify_who_listens: `# Only 127.0.0.1 or [::1] may stand before the port, or nothing at all.
${ss} 'sport = :${port}'`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: ['systemctl enable --now UNIT_NAME', ...(extra === undefined ? [] : [extra.undo])].join('\n'),
  };
}

/** How the firewall that was found closes the port, where that isn't a platform of its own. */
export interface FirewallHint {
  readonly commands: RemediationCommands;
  readonly undo: string;
}

/**
 * A table of our own: the names of the reader's tables are not known, and a drop in any of them is final. It decides before
 * addresses are translated, so it closes a container's published port too.
 */
export function nftablesHint(closing: Closing): FirewallHint {
  const { protocol, port, family, isAdministration } = closing;
  const table = closing.name.replaceAll('-', '_');
  const file = `/etc/nftables.d/${closing.name}.nft`;
  const toPort = `${protocol} dport ${port}`;
  const opensSession = isAdministration && protocol === 'tcp' ? ' tcp flags & (fin|syn|rst|ack) == syn' : '';
  const rules = [
    // Answers to what the server asked from this port number, as time servers do; open sessions where people administer.
    `ct state established,related ${isAdministration ? '' : 'ct direction reply '}accept`,
    ...(isAdministration ? [`${family === 'ipv4' ? 'ip' : 'ip6'} saddr $own ${toPort} accept`] : []),
    `iif != lo fib daddr type local ${toPort}${opensSession} drop`,
  ];
  const replace = `nft "add table inet ${table}; delete table inet ${table}; table inet ${table} { chain incoming { type filter hook prerouting priority -150; policy accept; ${rules.join('; ')}; }; }"`;
  return {
    commands: {
      close_port_with_nftables: isAdministration ? `${assignOwnAddress(closing)}\n${replace}` : replace,
      persist: `# For this, /etc/nftables.conf needs the line: include "/etc/nftables.d/*.nft"
mkdir -p /etc/nftables.d && nft list table inet ${table} > ${file}`,
    },
    undo: `nft delete table inet ${table}; rm -f ${file}`,
  };
}

/** Rich rules of a low priority number come first, whatever the zone allows; without a family they count for both. */
export function firewalldHint(closing: Closing): FirewallHint {
  const { protocol, port, family, isAdministration } = closing;
  const target = `port port=${port} protocol=${protocol}`;
  const drop = `rule priority=-100 ${target} drop`;
  const own = `rule priority=-200 family=${family} source address=$own ${target} accept`;
  const change = (verb: string, rule: string) => `firewall-cmd --permanent --${verb}-rich-rule="${rule}"`;
  const steps = (verb: string) => (isAdministration ? [change(verb, own), change(verb, drop)] : [change(verb, drop)]);
  const assignment = isAdministration ? `${assignOwnAddress(closing)}\n` : '';
  return {
    commands: { close_port_with_firewalld: `${assignment}${[...steps('add'), 'firewall-cmd --reload'].join(' && ')}` },
    undo: `${assignment}${[...steps('remove'), 'firewall-cmd --reload'].join('; ')}`,
  };
}

/**
 * PowerShell. A block rule beats every allow rule, the administrator's own too; so for administration the allow rules are
 * narrowed to his address instead.
 */
export function windowsCommands(closing: Closing): RemediationCommands {
  const { protocol, port, isAdministration, ownAddress, name } = closing;
  const listeners =
    protocol === 'tcp'
      ? `Get-NetTCPConnection -LocalPort ${port} -State Listen`
      : `Get-NetUDPEndpoint -LocalPort ${port}`;
  const upper = protocol.toUpperCase();
  const allowRules = `Get-NetFirewallPortFilter -Protocol ${upper} | Where-Object { $_.LocalPort -eq ${port} } | Get-NetFirewallRule | Where-Object { $_.Direction -eq 'Inbound' -and $_.Action -eq 'Allow' -and $_.Enabled -eq 'True' }`;
  const showRules = `${allowRules} | Format-Table Name, DisplayName, Profile`;
  return {
    see_who_listens: `# In PowerShell, run as administrator:
${listeners} | Select-Object LocalAddress, OwningProcess`,
    show_rules: showRules,
    close_port: isAdministration
      ? `${allowRules} | Set-NetFirewallRule -RemoteAddress ${ownAddress}`
      : `New-NetFirewallRule -Name ${name} -DisplayName ${name} -Direction Inbound -Action Block -Protocol ${upper} -LocalPort ${port}`,
    verify_rules: isAdministration
      ? `${allowRules} | Get-NetFirewallAddressFilter | Format-Table InstanceID, RemoteAddress`
      : `Get-NetFirewallRule -Name ${name} | Format-Table Name, Enabled, Action`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: isAdministration
      ? `${allowRules} | Set-NetFirewallRule -RemoteAddress Any`
      : `Remove-NetFirewallRule -Name ${name}`,
  };
}

function loopbackAdvice({ port, protocol }: Closing, service: string): string {
  const setting = loopbackSettings.get(service) ?? 'In its configuration: listen address 127.0.0.1';
  return `# ${setting}
# A container: publish 127.0.0.1:${port}:CONTAINER_PORT/${protocol} and create it again.`;
}

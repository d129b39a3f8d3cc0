import type { Closing } from './closing.ts';
import type { RemediationCommands } from './remediation.ts';
import { assignOwnAddress } from './shell-steps.ts';

/** How a firewall closes the port that isn't a platform of its own. */
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
  const include = `include "${file}"`;
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
      persist: `# /etc/nftables.conf is read when the server starts: it includes a file of our own.
mkdir -p /etc/nftables.d && nft list table inet ${table} > ${file}
if [ -f /etc/nftables.conf ] && ! grep -qF '${include}' /etc/nftables.conf; then
  echo '${include}' >> /etc/nftables.conf
fi
systemctl is-enabled --quiet nftables || echo 'The rules are lost at the next restart while nftables.service is not enabled.'`,
    },
    undo: `nft delete table inet ${table} 2>/dev/null; rm -f ${file}
if [ -f /etc/nftables.conf ]; then sed -i '\\|^${include}$|d' /etc/nftables.conf; fi`,
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

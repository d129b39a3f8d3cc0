import type { Closing, IpFamily } from './closing.ts';
import { closeDockerPublishedPort, undoDockerPublishedPort } from './docker-published-port.ts';
import { closePodmanPublishedPort, undoPodmanPublishedPort } from './podman-published-port.ts';
import type { RemediationCommands } from './remediation.ts';
import {
  assignOwnAddress,
  checkRoot,
  deleteAll,
  droppedPackets,
  indent,
  iptablesTool,
  verifyFromAnotherMachine,
} from './shell-steps.ts';

export function iptablesCommands(closing: Closing): RemediationCommands {
  const [first, second] = closing.families;
  return {
    check_root: checkRoot,
    show_rules: forBoth(closing, (tool) => `${tool} -nvL INPUT --line-numbers`),
    [`close_port_${first}`]: closePort(closing, first),
    [`close_port_${second}`]: closePort(closing, second),
    ...closeDockerPublishedPort(closing),
    ...closePodmanPublishedPort(closing),
    persist: PERSIST,
    verify_rules: forBoth(closing, (tool) => `${tool} -nvL INPUT --line-numbers | grep -w 'dpt:${closing.port}'`),
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: undo(closing),
  };
}

/** Debian's and Red Hat's ways; nothing is installed here, because the Debian package would remove ufw. */
const PERSIST = `if command -v netfilter-persistent >/dev/null; then
  netfilter-persistent save
elif [ -f /etc/sysconfig/iptables ]; then
  iptables-save > /etc/sysconfig/iptables
  ip6tables-save > /etc/sysconfig/ip6tables
else
  echo 'The rules are lost at the next restart. On Debian or Ubuntu without ufw: apt-get install iptables-persistent'
fi`;

function forBoth({ families }: Closing, command: (tool: string) => string): string {
  return families.map((family) => command(iptablesTool(family))).join('\n');
}

/** Not on the loopback interface: programs on the server itself go on using the service. */
function dropRule(closing: Closing): string {
  return `! -i lo -p ${closing.protocol} --dport ${closing.port} ${droppedPackets(closing)} -j DROP`;
}

function ownRule({ protocol, port }: Closing): string {
  return `-s "$own" -p ${protocol} --dport ${port} -j ACCEPT`;
}

/** First in the chain whatever stands there: a rule that exists further down is moved up. */
function closePort(closing: Closing, family: IpFamily): string {
  const tool = iptablesTool(family);
  const drop = dropRule(closing);
  const removeDrop = deleteAll(tool, 'INPUT', drop);
  if (!closing.isAdministration || family !== closing.family) return `${removeDrop}\n${tool} -I INPUT 1 ${drop}`;
  const own = ownRule(closing);
  return `${assignOwnAddress(closing)}
${deleteAll(tool, 'INPUT', own)}
${tool} -I INPUT 1 ${own} && {
${indent(removeDrop)}
  ${tool} -I INPUT 2 ${drop}
}`;
}

/** Nothing but the rules above was changed, so without them everything is as it was. */
function undo(closing: Closing): string {
  const removeOwn = deleteAll(iptablesTool(closing.family), 'INPUT', ownRule(closing));
  return [
    ...(closing.isAdministration ? [assignOwnAddress(closing)] : []),
    forBoth(closing, (tool) => deleteAll(tool, 'INPUT', dropRule(closing))),
    ...(closing.isAdministration ? [removeOwn] : []),
    undoDockerPublishedPort(closing),
    undoPodmanPublishedPort(closing),
    PERSIST,
  ].join('\n');
}

/** Succeeds when the rules stand, for both families where the server has both. */
export function stands(closing: Closing): string {
  const check = (tool: string) => `${tool} -C INPUT ${dropRule(closing)} 2>/dev/null`;
  return `${check('iptables')} && { [ ! -e /proc/net/if_inet6 ] || ${check('ip6tables')}; }`;
}

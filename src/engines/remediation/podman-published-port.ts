import type { Closing, IpFamily } from './closing.ts';
import type { RemediationCommands } from './remediation.ts';
import { assignOwnAddress, deleteAll, droppedPackets, indent, iptablesTool } from './shell-steps.ts';

/**
 * Podman translates a published port before INPUT, and so before ufw, sees it, and has no chain for the administrator. These
 * rules look at packets before they are translated, so they hold whatever Podman uses beneath: netavark or CNI, iptables or
 * nftables.
 */
export function closePodmanPublishedPort(closing: Closing): RemediationCommands {
  const [first, second] = closing.families;
  return {
    [`close_podman_published_port_${first}`]: wherePodmanIs(insertRules(closing, first)),
    [`close_podman_published_port_${second}`]: wherePodmanIs(insertRules(closing, second)),
    persist_podman_published_port: persist(closing),
  };
}

/** Expects the shell variable of {@link assignOwnAddress} where people administer. */
export function undoPodmanPublishedPort(closing: Closing): string {
  const rules = closing.families.flatMap((family) => {
    const { own, drop } = podmanRules(closing, family);
    return [drop, ...(own === null ? [] : [own])].map((rule) => deleteAll(mangle(family), 'PREROUTING', rule));
  });
  const unit = unitName(closing);
  const file = `/etc/systemd/system/${unit}`;
  return `${rules.join('\n')}
if [ -f ${file} ]; then systemctl disable ${unit}; rm ${file}; systemctl daemon-reload; fi`;
}

interface PodmanRules {
  /** Null where nobody must stay allowed. */
  readonly own: string | null;
  readonly drop: string;
}

/** Only what is sent to the server itself: containers go on calling the same port number elsewhere. */
function podmanRules(closing: Closing, family: IpFamily): PodmanRules {
  const published = `-p ${closing.protocol} --dport ${closing.port} -m addrtype --dst-type LOCAL`;
  const hasOwn = closing.isAdministration && family === closing.family;
  return {
    own: hasOwn ? `-s "$own" ${published} -j ACCEPT` : null,
    drop: `! -i lo ${published} ${droppedPackets(closing)} -j DROP`,
  };
}

function mangle(family: IpFamily): string {
  return `${iptablesTool(family)} -t mangle`;
}

function insertRules(closing: Closing, family: IpFamily): string {
  const tool = mangle(family);
  const { own, drop } = podmanRules(closing, family);
  const removeDrop = deleteAll(tool, 'PREROUTING', drop);
  if (own === null) return `${removeDrop}\n${tool} -I PREROUTING 1 ${drop}`;
  return `${assignOwnAddress(closing)}
${deleteAll(tool, 'PREROUTING', own)}
${tool} -I PREROUTING 1 ${own} && {
${indent(removeDrop)}
  ${tool} -I PREROUTING 2 ${drop}
}`;
}

function wherePodmanIs(command: string): string {
  return `if command -v podman >/dev/null; then
${indent(command)}
fi`;
}

/** Podman has no service that is always there, so the rules get one of their own. The last is inserted first. */
function persist(closing: Closing): string {
  const unit = unitName(closing);
  const ours = `/-p ${closing.protocol} .*--dport ${closing.port} .*--dst-type LOCAL/`;
  return `if command -v podman >/dev/null && [ -d /run/systemd/system ]; then
  {
    printf '%s\\n' '[Unit]' 'Description=Close ${closing.protocol} port ${closing.port} of containers' 'Before=network-pre.target' 'Wants=network-pre.target'
    printf '%s\\n' '[Service]' 'Type=oneshot' 'RemainAfterExit=yes'
    for tool in iptables ip6tables; do
      $tool -t mangle -S PREROUTING 2>/dev/null | tac |
        sed -n "${ours}s|^-A \\(.*\\)|ExecStart=-$tool -t mangle -D \\1\\nExecStart=-$tool -t mangle -I \\1|p"
    done
    printf '%s\\n' '[Install]' 'WantedBy=multi-user.target'
  } > /etc/systemd/system/${unit}
  systemctl daemon-reload
  systemctl enable ${unit}
fi`;
}

function unitName({ name }: Closing): string {
  return `${name}-podman.service`;
}

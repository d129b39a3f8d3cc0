import type { Closing, IpFamily } from './closing.ts';
import type { RemediationCommands } from './remediation.ts';
import { assignOwnAddress, deleteAll, indent, iptablesTool } from './shell-steps.ts';

/**
 * Docker forwards a published port before INPUT, and so before ufw, sees it; DOCKER-USER is the chain that Docker leaves to
 * the administrator. It exists only where Docker runs.
 */
export function closeDockerPublishedPort(closing: Closing): RemediationCommands {
  const [first, second] = closing.families;
  return {
    [`close_docker_published_port_${first}`]: whereDockerRuns(first, insertRules(closing, first)),
    [`close_docker_published_port_${second}`]: whereDockerRuns(second, insertRules(closing, second)),
    persist_docker_published_port: persist(closing),
  };
}

/** Expects the shell variable of {@link assignOwnAddress} where people administer. */
export function undoDockerPublishedPort(closing: Closing): string {
  const rules = closing.families.flatMap((family) => {
    const { own, drop } = dockerRules(closing, family);
    return [drop, ...(own === null ? [] : [own])].map((rule) => deleteAll(iptablesTool(family), 'DOCKER-USER', rule));
  });
  const file = dropInFile(closing);
  return `${rules.join('\n')}\nif [ -f ${file} ]; then rm ${file}; systemctl daemon-reload; fi`;
}

interface DockerRules {
  /** Null where nobody must stay allowed. */
  readonly own: string | null;
  readonly drop: string;
}

/**
 * The port as the client asked for it, not as the container listens. Only translated connections: without that, the rule
 * would also cut what containers themselves call at the same port number elsewhere. The client is named by its connection,
 * because the answers to it pass the chain, too.
 */
function dockerRules(closing: Closing, family: IpFamily): DockerRules {
  const published = `-p ${closing.protocol} -m conntrack --ctstate DNAT --ctorigdstport ${closing.port}`;
  const hasOwn = closing.isAdministration && family === closing.family;
  return { own: hasOwn ? `${published} --ctorigsrc "$own" -j RETURN` : null, drop: `${published} -j DROP` };
}

function insertRules(closing: Closing, family: IpFamily): string {
  const tool = iptablesTool(family);
  const { own, drop } = dockerRules(closing, family);
  const removeDrop = deleteAll(tool, 'DOCKER-USER', drop);
  if (own === null) return `${removeDrop}\n${tool} -I DOCKER-USER 1 ${drop}`;
  return `${assignOwnAddress(closing)}
${deleteAll(tool, 'DOCKER-USER', own)}
${tool} -I DOCKER-USER 1 ${own} && {
${indent(removeDrop)}
  ${tool} -I DOCKER-USER 2 ${drop}
}`;
}

function whereDockerRuns(family: IpFamily, command: string): string {
  return `if ${iptablesTool(family)} -n -L DOCKER-USER >/dev/null 2>&1; then
${indent(command)}
fi`;
}

/**
 * Docker keeps the chain while the machine runs; after a restart of the machine its service puts back the rules that are in
 * force now. The last is inserted first, and the leading minus lets Docker start even when a rule can't be set.
 */
function persist(closing: Closing): string {
  const file = dropInFile(closing);
  const ours = `/-p ${closing.protocol} .*--ctorigdstport ${closing.port} /`;
  return `if [ -d /run/systemd/system ] && iptables -n -L DOCKER-USER >/dev/null 2>&1; then
  mkdir -p ${file.slice(0, file.lastIndexOf('/'))}
  {
    echo '[Service]'
    for tool in iptables ip6tables; do
      $tool -S DOCKER-USER 2>/dev/null | tac |
        sed -n "${ours}s|^-A \\(.*\\)|ExecStartPost=-$tool -D \\1\\nExecStartPost=-$tool -I \\1|p"
    done
  } > ${file}
  systemctl daemon-reload
fi`;
}

function dropInFile({ name }: Closing): string {
  return `/etc/systemd/system/docker.service.d/${name}.conf`;
}

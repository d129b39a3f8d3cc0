/**
 * The commands for a host firewall, run for real: is the port really closed, seen from another machine? Everything happens in
 * network namespaces of the test's own.
 */

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../../../scripts/test-tools.ts';
import { addresses, FirewalledNetwork } from './fixtures/firewalled-network.ts';
import type { Reach } from './fixtures/reach-ports.ts';
import { remediate } from './remediate.ts';
import type { RemediationCommands } from './remediation.ts';

/** The port that gets closed, and one that must stay as it is. Nobody listens where Docker publishes. */
const PORT = 6379;
const OTHER_PORT = 6380;
const CONTAINER_PORT = 6381;
const ADMINISTRATION_PORT = 22;

const LISTENING = {
  outside: [`tcp:${CONTAINER_PORT}`, 'udp:123', 'tcp:7000'],
  server: ['tcp', 'udp'].flatMap((protocol) =>
    [PORT, OTHER_PORT, ADMINISTRATION_PORT].map((port) => `${protocol}:${port}`),
  ),
  container: [`tcp:${CONTAINER_PORT}`],
};

const missing = missingTools();
if (missing.length > 0)
  process.stderr.write(`\nSKIPPED: no ${missing.join(', ')}. That the commands close a port is NOT tested.\n`);

function missingTools(): readonly string[] {
  if (spawnSync('unshare', ['--net', '--mount', 'true'], { stdio: 'ignore' }).status !== 0)
    return ['namespaces (root)'];
  return ['ip', 'iptables', 'ip6tables', 'ufw', 'nft', 'nmap'].filter((tool) => !isInstalled(tool));
}

/** On a machine of its own nobody's session can be cut. */
const START_UFW = 'ufw --force enable';

/** All steps that are for the server itself, pasted at once. */
function asPasted(commands: RemediationCommands): string {
  const { verify_from_another_machine: _elsewhere, undo: _backwards, ...steps } = commands;
  return Object.values(steps).join('\n');
}

function closingSteps(commands: RemediationCommands): string {
  const steps = Object.entries(commands).filter(([step]) => step.startsWith('close_port'));
  return steps.map(([, command]) => command).join('\n');
}

function bothFamilies(protocol: 'tcp' | 'udp', port: number): readonly Reach[] {
  const { ipv4, ipv6 } = addresses.server;
  return [ipv4, ipv6].map((address) => ({ protocol, address, port }));
}

function forBothTools(...rules: readonly string[]): string {
  return rules.flatMap((rule) => [`iptables ${rule}`, `ip6tables ${rule}`]).join('\n');
}

const exposedAddress = addresses.server.ipv4;
const redis = { address: exposedAddress, protocol: 'tcp', port: PORT, service: 'redis' } as const;
const ssh = { address: exposedAddress, protocol: 'tcp', port: ADMINISTRATION_PORT, service: 'ssh' } as const;

const all = (answer: boolean) => [answer, answer];

/** What "closed" and "undone" mean, for whatever commands from whatever starting rules. */
async function expectClosedAndReopened(
  startingRules: string,
  commands: RemediationCommands,
  protocol: 'tcp' | 'udp' = 'tcp',
) {
  await using network = await FirewalledNetwork.start(LISTENING);
  await network.onServer(startingRules);
  const closing = bothFamilies(protocol, PORT);
  const others = [...bothFamilies('tcp', OTHER_PORT), ...bothFamilies('udp', OTHER_PORT), ...bothFamilies('tcp', 22)];
  const othersBefore = await network.reachFromOutside([...closing, ...others]);
  expect(othersBefore.slice(0, 2), 'open at first').toEqual(all(true));

  const output = await network.onServer(asPasted(commands));
  expect(await network.reachFromOutside([...closing, ...others]), output).toEqual([
    ...all(false),
    ...othersBefore.slice(2),
  ]);
  const loopback = ['127.0.0.1', '::1'].map((address) => ({ protocol, address, port: PORT }));
  expect(await network.reachFromServer(loopback), 'programs on the server go on').toEqual(all(true));

  await network.onServer(commands.undo!);
  expect(await network.reachFromOutside([...closing, ...others])).toEqual(othersBefore);
}

describe
  .skipIf(missing.length > 0)
  .concurrent('the iptables commands close the port and undo opens it', { tags: ['iproute2', 'iptables'] }, () => {
    const { commands } = remediate(redis, { isAdministration: false, platform: 'iptables' });

    it.for([
      ['everything is accepted', ''],
      ['the port is allowed', forBothTools(`-A INPUT -p tcp --dport ${PORT} -j ACCEPT`)],
      [
        'the port is allowed and all else dropped',
        forBothTools(
          '-A INPUT -i lo -j ACCEPT',
          '-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
          '-A INPUT -p ipv6-icmp -j ACCEPT',
          `-A INPUT -p tcp -m multiport --dports ${PORT},${OTHER_PORT} -j ACCEPT`,
          '-P INPUT DROP',
        ),
      ],
    ])('%s', ([, rules]) => expectClosedAndReopened(rules!, commands));

    it('udp', () => {
      const exposure = { ...redis, protocol: 'udp' as const };
      const udp = remediate(exposure, { isAdministration: false, platform: 'iptables' }).commands;
      return expectClosedAndReopened(forBothTools(`-A INPUT -p udp --dport ${PORT} -j ACCEPT`), udp, 'udp');
    });

    it('once more, with its own rule left below one that allows', async () => {
      await using network = await FirewalledNetwork.start(LISTENING);
      await network.onServer(asPasted(commands));
      const once = await network.onServer('iptables-save -t filter | grep ^-A; ip6tables-save -t filter | grep ^-A');
      await network.onServer(forBothTools(`-I INPUT 1 -p tcp --dport ${PORT} -j ACCEPT`));
      await network.onServer(asPasted(commands));
      expect(await network.reachFromOutside(bothFamilies('tcp', PORT))).toEqual(all(false));
      await network.onServer(forBothTools(`-D INPUT -p tcp --dport ${PORT} -j ACCEPT`));
      expect(await network.onServer('iptables-save -t filter | grep ^-A; ip6tables-save -t filter | grep ^-A')).toBe(
        once,
      );
    });

    it('but let through the answers to what the server asks from that port itself', async () => {
      await using network = await FirewalledNetwork.start(LISTENING);
      const ntp = { ...redis, protocol: 'udp' as const, port: 123, service: 'ntp' };
      await network.onServer(asPasted(remediate(ntp, { isAdministration: false, platform: 'iptables' }).commands));
      const question = { protocol: 'udp', address: addresses.stranger.ipv4, port: 123, fromPort: 123 } as const;
      expect(await network.reachFromServer([question])).toEqual([true]);
    });
  });

/** One way each to let a port in; together they are the ruleset that every one of them is closed in. */
const ufwRules = [
  { port: 6401, protocol: 'tcp', rules: 'ufw allow 6401/tcp' },
  { port: 6402, protocol: 'tcp', rules: 'ufw allow 6402' },
  { port: 6403, protocol: 'tcp', rules: 'ufw allow 6403\nufw deny 6403/tcp' },
  {
    port: 6404,
    protocol: 'tcp',
    rules: `printf '%s\\n' '[Shop]' 'title=Shop' 'description=Shop' 'ports=6404/tcp' > /etc/ufw/applications.d/shop
ufw allow Shop`,
  },
  { port: 6405, protocol: 'tcp', rules: 'ufw limit 6405/tcp' },
  {
    port: 6406,
    protocol: 'tcp',
    rules: `ufw allow from 10.98.0.0/24 to any port 6406
ufw allow from fd00:98::/64 to any port 6406 proto tcp
ufw allow 6406/tcp`,
  },
  { port: 6407, protocol: 'udp', rules: 'ufw allow 6407/udp' },
] as const;

describe
  .skipIf(missing.length > 0)
  .concurrent('the ufw commands close the port and undo opens it', { tags: ['iproute2', 'iptables', 'ufw'] }, () => {
    it('however it was let in: with and without protocol, by profile, limited, by source', async () => {
      const server = ufwRules.map(({ protocol, port }) => `${protocol}:${port}`);
      await using network = await FirewalledNetwork.start({ ...LISTENING, server });
      await network.onServer([...ufwRules.map(({ rules }) => rules), START_UFW].join('\n'));
      const ports = ufwRules.flatMap(({ protocol, port }) => bothFamilies(protocol, port));
      expect(await network.reachFromOutside(ports), 'open at first').toEqual(ports.map(() => true));

      const closings = ufwRules.map(
        ({ port, protocol }) =>
          remediate({ ...redis, port, protocol }, { isAdministration: false, platform: 'ufw' }).commands,
      );
      const even = closings.filter((_, index) => index % 2 === 0);
      const odd = closings.filter((_, index) => index % 2 === 1);
      const isOdd = ports.map((_, index) => Math.floor(index / 2) % 2 === 1);
      await network.onServer(even.map(({ close_port }) => close_port).join('\n'));
      expect(await network.reachFromOutside(ports), 'half of them').toEqual(isOdd);
      await network.onServer(odd.map(({ close_port }) => close_port).join('\n'));
      expect(await network.reachFromOutside(ports)).toEqual(ports.map(() => false));
      await network.onServer(odd.map(({ undo }) => undo).join('\n'));
      expect(await network.reachFromOutside(ports)).toEqual(isOdd);
    });

    it('incoming is allowed by default', () => {
      const { commands } = remediate(redis, { isAdministration: false, platform: 'ufw' });
      return expectClosedAndReopened(`ufw default allow incoming\n${START_UFW}`, commands);
    });
  });

describe
  .skipIf(missing.length > 0)
  .concurrent('the nftables commands close the port and undo opens it', { tags: ['iproute2', 'nftables'] }, () => {
    it('beside a table that accepts', () => {
      const options = { isAdministration: false, platform: 'generic', detectedPlatform: 'nftables' } as const;
      const { commands } = remediate({ ...redis, service: 'unknown' }, options);
      const accepting = `nft 'table inet filter { chain input { type filter hook input priority 0; tcp dport ${PORT} accept; }; }'`;
      return expectClosedAndReopened(accepting, { close: closingSteps(commands), undo: commands.undo! });
    });
  });

describe
  .skipIf(missing.length > 0)
  .concurrent('a port that Docker publishes', { tags: ['iproute2', 'iptables', 'ufw'] }, () => {
    const published = { ...redis, port: 7000, service: 'http' };
    const publishing = (['ipv4', 'ipv6'] as const).map((family) => {
      const tool = family === 'ipv4' ? 'iptables' : 'ip6tables';
      const address = addresses.container[family];
      const target = family === 'ipv4' ? address : `[${address}]`;
      return `
${tool} -P FORWARD DROP
${tool} -N DOCKER-USER
${tool} -A FORWARD -j DOCKER-USER
${tool} -A FORWARD -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
${tool} -A FORWARD -i bridge ! -o bridge -j ACCEPT
${tool} -A FORWARD -d ${address} ! -i bridge -o bridge -p tcp --dport ${CONTAINER_PORT} -j ACCEPT
${tool} -t nat -A PREROUTING ! -i bridge -p tcp -m addrtype --dst-type LOCAL --dport 7000 -j DNAT --to-destination ${target}:${CONTAINER_PORT}`;
    });

    it.for(['iptables', 'ufw'] as const)(
      'is closed by the %s commands, also after a restart, until undo',
      async (platform) => {
        await using network = await FirewalledNetwork.start(LISTENING);
        await network.onServer([...(platform === 'ufw' ? [START_UFW] : []), ...publishing].join('\n'));
        const fromOutside = bothFamilies('tcp', 7000);
        expect(await network.reachFromOutside(fromOutside), 'open at first').toEqual(all(true));

        const { commands } = remediate(published, { isAdministration: false, platform });
        const output = await network.onServer(asPasted(commands));
        expect(await network.reachFromOutside(fromOutside), output).toEqual(all(false));
        const elsewhere = [addresses.stranger.ipv4, addresses.stranger.ipv6].map((address) => ({
          protocol: 'tcp' as const,
          address,
          port: 7000,
        }));
        expect(await network.reachFromContainer(elsewhere), 'what the container itself calls').toEqual(all(true));

        await network.onServer(forBothTools('-F DOCKER-USER'));
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(true));
        const dropIn = '/etc/systemd/system/docker.service.d/close-tcp-7000.conf';
        await network.onServer(`sed -n 's/^ExecStartPost=-//p' ${dropIn} | sh`);
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(false));

        await network.onServer(commands.undo!);
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(true));
        expect(await network.onServer(`ls ${dropIn}`)).toContain('No such file');
      },
    );

    it.for(['iptables', 'ufw'] as const)(
      'is closed by the %s script where Podman publishes it without a chain for the administrator, also after a restart, until undo',
      async (platform) => {
        await using network = await FirewalledNetwork.start(LISTENING);
        const netavark = publishing.map((rules) => rules.replaceAll('DOCKER-USER', 'NETAVARK_FORWARD'));
        await network.onServer([...(platform === 'ufw' ? [START_UFW] : []), ...netavark].join('\n'));
        // Only that Podman is there counts: what it does to the firewall are the rules above.
        const podman = (script: string) =>
          `mkdir -p /run/tools; printf '#!/bin/sh\\n' | tee /run/tools/podman > /run/tools/systemctl; chmod +x /run/tools/*; PATH=/run/tools:$PATH\n${script}`;
        const fromOutside = bothFamilies('tcp', 7000);
        expect(await network.reachFromOutside(fromOutside), 'open at first').toEqual(all(true));

        const { script, undoScript } = remediate(published, { isAdministration: false, platform });
        const output = await network.onServer(podman(script!));
        expect(await network.reachFromOutside(fromOutside), output).toEqual(all(false));
        const elsewhere = [addresses.stranger.ipv4, addresses.stranger.ipv6].map((address) => ({
          protocol: 'tcp' as const,
          address,
          port: 7000,
        }));
        expect(await network.reachFromContainer(elsewhere), 'what the container itself calls').toEqual(all(true));
        const once = await network.onServer('iptables-save -t mangle; ip6tables-save -t mangle');
        await network.onServer(podman(script!));
        const rulesOf = (dump: string) => dump.split('\n').filter((line) => line.startsWith('-A'));
        expect(rulesOf(await network.onServer('iptables-save -t mangle; ip6tables-save -t mangle'))).toEqual(
          rulesOf(once),
        );

        await network.onServer(forBothTools('-t mangle -F PREROUTING'));
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(true));
        const unit = '/etc/systemd/system/close-tcp-7000-podman.service';
        await network.onServer(`sed -n 's/^ExecStart=-//p' ${unit} | sh`);
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(false));

        await network.onServer(podman(undoScript!));
        expect(await network.reachFromOutside(fromOutside)).toEqual(all(true));
        expect(await network.onServer(`ls ${unit}`)).toContain('No such file');
      },
    );

    it('stays open for the administrator when people administer through it', async () => {
      await using network = await FirewalledNetwork.start(LISTENING);
      await network.onServer(publishing.join('\n'));
      const { commands } = remediate(published, { isAdministration: true, platform: 'iptables' });
      await network.onServer(asPasted(commands).replaceAll('YOUR_IPV4', addresses.administrator.ipv4));
      const target = { protocol: 'tcp', address: exposedAddress, port: 7000 } as const;
      const seen = [
        { ...target, from: addresses.stranger.ipv4 },
        { ...target, from: addresses.administrator.ipv4 },
      ];
      expect(await network.reachFromOutside(seen)).toEqual([false, true]);
    });
  });

describe
  .skipIf(missing.length > 0)
  .concurrent('where people administer', { tags: ['iproute2', 'iptables', 'ufw'] }, () => {
    const start = {
      iptables: forBothTools('-A INPUT -i lo -j ACCEPT'),
      ufw: `ufw allow ssh\nufw allow from 10.98.0.0/16 to any port 22\n${START_UFW}`,
    } as const;

    it.for([
      ['iptables', 'ipv4'],
      ['iptables', 'ipv6'],
      ['ufw', 'ipv4'],
      ['ufw', 'ipv6'],
    ] as const)(
      '%s over %s shuts out strangers, not the administrator nor an open session, however often',
      async ([platform, family]) => {
        await using network = await FirewalledNetwork.start(LISTENING);
        await network.onServer(start[platform]);
        using session = network.openSession(addresses.server[family], ADMINISTRATION_PORT);
        expect(await session.stillAnswers()).toBe(true);

        const exposure = { ...ssh, address: addresses.server[family] };
        const { commands } = remediate(exposure, { isAdministration: true, platform });
        const fillIn = (script: string) => script.replaceAll(/YOUR_IPV[46]/g, addresses.administrator[family]);
        const closing = fillIn(closingSteps(commands));
        const output = await network.onServer(`${closing}\n${closing}`);

        const administrator = {
          protocol: 'tcp',
          address: addresses.server[family],
          port: ADMINISTRATION_PORT,
          from: addresses.administrator[family],
        } as const;
        const strangers = (['ipv4', 'ipv6'] as const).map((each) => ({
          ...administrator,
          address: addresses.server[each],
          from: addresses.stranger[each],
        }));
        expect(await network.reachFromOutside([administrator, ...strangers]), output).toEqual([true, false, false]);
        expect(await session.stillAnswers()).toBe(true);
        await network.onServer(fillIn(commands.undo!));
        expect(await network.reachFromOutside(strangers)).toEqual(all(true));
      },
    );

    it.for(['iptables', 'ufw'] as const)('%s closes nothing while YOUR_IPV4 is not filled in', async (platform) => {
      await using network = await FirewalledNetwork.start(LISTENING);
      await network.onServer(start[platform]);
      await network.onServer(asPasted(remediate(ssh, { isAdministration: true, platform }).commands));
      const target = { protocol: 'tcp', address: exposedAddress, port: ADMINISTRATION_PORT } as const;
      expect(await network.reachFromOutside([target])).toEqual([true]);
    });
  });

describe
  .skipIf(missing.length > 0)
  .concurrent('the look from another machine', { tags: ['iproute2', 'iptables', 'nmap'] }, () => {
    it('tells open from closed', async () => {
      await using network = await FirewalledNetwork.start(LISTENING);
      for (const address of [addresses.server.ipv4, addresses.server.ipv6]) {
        const { commands } = remediate({ ...redis, address }, { isAdministration: false, platform: 'iptables' });
        expect(await network.outside(commands.verify_from_another_machine!)).toMatch(/6379\/tcp\s+open/);
        await network.onServer(asPasted(commands));
        expect(await network.outside(commands.verify_from_another_machine!)).toMatch(/6379\/tcp\s+filtered/);
        await network.onServer(commands.undo!);
      }
    });
  });

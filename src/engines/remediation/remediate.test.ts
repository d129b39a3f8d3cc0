import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remediate } from './remediate.ts';
import { platforms, type RemediableExposure, type RemediationOptions } from './remediation.ts';

const kinds = [undefined, 'windows', 'nftables', 'firewalld'] as const;

/** Every platform (generic in each of its kinds) × family × protocol × administration. */
const cases = platforms.flatMap((platform) =>
  (platform === 'generic' ? kinds : [undefined]).flatMap((detectedPlatform) =>
    ['192.0.2.5', '2001:db8::5'].flatMap((address) =>
      (['tcp', 'udp'] as const).flatMap((protocol) =>
        [false, true].map((isAdministration) => ({ platform, detectedPlatform, address, protocol, isAdministration })),
      ),
    ),
  ),
);
type Case = (typeof cases)[number];

const PORT = 50_123;

function remedy({ address, protocol, ...options }: Case) {
  return remediate({ address, protocol, port: PORT, service: 'ssh' }, options);
}

function allText(each: Case): string {
  return Object.values(remedy(each).commands).join('\n');
}

describe.each(cases)('$platform $detectedPlatform $address $protocol, administration: $isAdministration', (each) => {
  const remediation = remedy(each);
  const { commands } = remediation;
  const text = allText(each);

  it('says how to check on the server, from outside, and how to undo, in this order', () => {
    const steps = Object.keys(commands);
    expect(steps.every((step) => /^[a-z][a-z0-9_]*$/.test(step))).toBe(true);
    expect(steps.slice(-2)).toEqual(['verify_from_another_machine', 'undo']);
    expect(steps.findIndex((step) => step.startsWith('verify_'))).toBeGreaterThan(
      steps.findIndex((step) => /^(close_port|listen_on_loopback_only)/.test(step)),
    );
  });

  it('names the port and the protocol, and only placeholders in capitals that cannot be known', () => {
    expect(text).toContain(String(PORT));
    expect(text.toLowerCase()).toContain(each.protocol);
    expect(text).not.toMatch(/undefined|null[^ ;]*[a-z]{5}|<[A-Za-z_]+>|NaN/);
    const placeholders = new Set(text.match(/\b[A-Z]+_[A-Z0-9_]+\b/g));
    for (const placeholder of placeholders) expect(knownCapitals).toContain(placeholder);
  });

  it('asks for the own address, of the exposed family, exactly where people administer', () => {
    const own = each.address.includes(':') ? 'YOUR_IPV6' : 'YOUR_IPV4';
    const other = own === 'YOUR_IPV6' ? 'YOUR_IPV4' : 'YOUR_IPV6';
    expect(text.includes(own)).toBe(each.isAdministration);
    expect(text).not.toContain(other);
  });

  it('warns of a lockout exactly where people administer', () => {
    const { address, isAdministration, protocol } = each;
    expect(remediation.lockout).toEqual(
      isAdministration ? expect.objectContaining({ address, protocol, port: 50_123 }) : null,
    );
  });

  it('asks nothing and opens no pager', () => {
    expect(text).not.toMatch(/ufw (--force )?enable|\bsudo (?!-i first)|iptables -F|ufw reset|read -p/);
    for (const line of text.split('\n').filter((candidate) => /^aws /.test(candidate)))
      expect(line).toContain('--no-cli-pager');
    for (const line of text.split('\n').filter((candidate) => /firewall-rules (create|delete)/.test(candidate)))
      expect(line).toContain('--quiet');
  });
});

const knownCapitals = [
  'YOUR_IPV4',
  'YOUR_IPV6',
  'SECURITY_GROUP_ID',
  'SECURITY_GROUP_RULE_ID',
  'INSTANCE_NAME',
  'RESOURCE_GROUP',
  'NSG_NAME',
  'RULE_NAME',
  'FREE_PRIORITY',
  'UNIT_NAME',
  'CONTAINER_PORT',
  'LC_ALL',
];

it('every command is one that bash can read', () => {
  const scripts = cases
    .filter(({ detectedPlatform }) => detectedPlatform !== 'windows')
    .flatMap((each) => Object.values(remedy(each).commands));
  const check = 'while IFS= read -r -d "" script; do bash -n <<<"$script" || exit 1; done';
  const { status, stderr } = spawnSync('bash', ['-c', check], { input: [...new Set(scripts), ''].join('\0') });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

describe('a host firewall closes both families, the exposed one first', () => {
  it.for([
    ['192.0.2.5', ['close_port_ipv4', 'close_port_ipv6']],
    ['2001:db8::5', ['close_port_ipv6', 'close_port_ipv4']],
  ] as const)('%s', ([address, expected]) => {
    for (const platform of ['iptables', 'aws_sg'] as const) {
      const exposure = { address, protocol: 'tcp', port: 6379, service: 'redis' } as const;
      const { commands } = remediate(exposure, { isAdministration: false, platform });
      expect(Object.keys(commands).filter((step) => step.startsWith('close_port_ipv'))).toEqual(expected);
    }
  });
});

describe('where people administer in a cloud, the own address is allowed before the port is closed', () => {
  it.for(['aws_sg', 'gcp_fw', 'azure_nsg'] as const)('%s', (platform) => {
    const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 22, service: 'ssh' } as const;
    const steps = Object.keys(remediate(exposure, { isAdministration: true, platform }).commands);
    expect(steps).toContain('allow_your_address');
    expect(steps.indexOf('allow_your_address')).toBeLessThan(steps.findIndex((step) => step.startsWith('close_port')));
  });
});

describe('the default platform', () => {
  it.for([
    ['ufw', 'ufw'],
    ['Ubuntu', 'ufw'],
    ['debian', 'ufw'],
    ['iptables', 'iptables'],
    ['nftables', 'generic'],
    ['firewalld', 'generic'],
    ['windows', 'generic'],
    ['centos', 'generic'],
    ['', 'generic'],
    [null, 'generic'],
    [undefined, 'generic'],
  ] as const)('for %s is %s', ([detected, expected]) => {
    const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 8081, service: 'http' } as const;
    const { selectedPlatform } = remediate(exposure, { isAdministration: false, detectedPlatform: detected });
    expect(selectedPlatform).toBe(expected);
  });

  it('gives way to the one that was asked for', () => {
    const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 6379, service: 'redis' } as const;
    const options = { isAdministration: false, platform: 'aws_sg', detectedPlatform: 'ufw' } as const;
    expect(remediate(exposure, options).selectedPlatform).toBe('aws_sg');
  });
});

it('every platform has a page of its vendor', () => {
  const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 6379, service: 'redis' } as const;
  const pages = platforms.map((platform) => remediate(exposure, { isAdministration: false, platform }));
  expect(new Set(pages.map(({ docsUrl }) => docsUrl)).size).toBe(platforms.length);
  for (const { docsUrl } of pages) expect(new URL(docsUrl).protocol).toBe('https:');
});

const linuxServices = [
  'redis',
  'mysql',
  'postgresql',
  'memcached',
  'mongodb',
  'elasticsearch',
  'docker',
  'ssh',
  'rdp',
  'http',
];

/** Every script of every way on every platform, each once. */
const scripts = [
  ...new Set(
    cases
      .filter(
        ({ detectedPlatform, address, protocol }) =>
          detectedPlatform !== 'windows' && !address.includes(':') && protocol === 'tcp',
      )
      .flatMap((each) =>
        (each.platform === 'generic' ? linuxServices : ['http']).flatMap((service) => {
          const { address, protocol, ...options } = { ...each, detectedPlatform: each.detectedPlatform ?? 'linux' };
          const found = remediate({ address, protocol, port: PORT, service }, options);
          return [found, ...found.alternatives].flatMap((way) => [way.script, way.shortScript ?? null, way.undoScript]);
        }),
      )
      .filter((script) => script !== null),
  ),
];

describe('a script', () => {
  it('is POSIX sh that shells read whole before they run it', () => {
    for (const script of scripts) expect(script).toMatch(/^#!\/bin\/sh\n(#.*\n)+\(\n[\s\S]*\n\)\n$/);
    const check = 'while IFS= read -r -d "" script; do dash -n <<<"$script" || exit 1; done';
    const { status, stderr } = spawnSync('bash', ['-c', check], { input: [...scripts, ''].join('\0') });
    expect([status, stderr.toString()]).toEqual([0, '']);
  });

  const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
  if (!hasShellcheck)
    process.stderr.write('\nSKIPPED: no shellcheck. That it finds nothing in scripts is NOT tested.\n');
  it.skipIf(!hasShellcheck)('gives shellcheck nothing to say', { tags: 'shellcheck' }, () => {
    const directory = mkdtempSync(join(tmpdir(), 'scripts-'));
    try {
      const files = scripts.map((script, index) => {
        const file = join(directory, `${index}.sh`);
        writeFileSync(file, script);
        return file;
      });
      const { status, stdout } = spawnSync('shellcheck', ['--shell=sh', ...files]);
      expect([status, stdout.toString()]).toEqual([0, '']);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('asks for the own address, or for a second way in, before it changes anything where people administer', () => {
    for (const platform of platforms)
      for (const detectedPlatform of kinds) {
        const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 22, service: 'ssh' } as const;
        const found = remediate(exposure, { isAdministration: true, platform, detectedPlatform });
        for (const { script } of [found, ...found.alternatives])
          expect(script).toMatch(/fill in YOUR_IPV4|write second_way_in=yes/);
      }
  });
});

describe('a script without what only containers need', () => {
  it('is there where a firewall of the server is told, has less, and looks for a container before it changes anything', () => {
    for (const platform of ['ufw', 'iptables'] as const) {
      const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 3306, service: 'mysql' } as const;
      const { script, shortScript } = remediate(exposure, { isAdministration: false, platform });
      expect(shortScript!.length).toBeLessThan(script!.length * 0.6);
      expect(shortScript).not.toMatch(/DOCKER-USER|mangle/);
      expect(shortScript!.indexOf('a container publishes this port')).toBeLessThan(
        shortScript!.search(/ufw prepend|iptables -I/),
      );
    }
  });

  it.for([
    ['docker', 'echo 4a5b6c'],
    ['podman', 'echo "4a5b6c 80/tcp -> 0.0.0.0:3306"'],
  ])('stops, with nothing changed, where %s publishes the port', ([tool, answer]) => {
    const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 3306, service: 'mysql' } as const;
    const { shortScript } = remediate(exposure, { isAdministration: false, platform: 'ufw' });
    const others = ['docker', 'podman'].filter((name) => name !== tool);
    const directory = mkdtempSync(join(tmpdir(), 'tools-'));
    try {
      const programs = [
        [tool, answer],
        ...others.map((name) => [name, 'exit 1']),
        ['id', 'echo 0'],
        ['ufw', `echo "Status: active"; echo "$*" >> ${directory}/asked`],
      ];
      for (const [name, body] of programs)
        writeFileSync(join(directory, name!), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
      const run = spawnSync('sh', ['-c', shortScript!], { env: { PATH: `${directory}:/usr/bin:/bin` } });
      expect(run.stderr.toString()).toContain('STOPPED: a container publishes this port');
      expect(run.status).toBe(1);
      expect(readFileSync(join(directory, 'asked'), 'utf8')).toBe('status\n');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('nothing from the network becomes part of a command', () => {
  const options: RemediationOptions = { isAdministration: true };

  it('a service name never does', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...platforms), (service, platform) => {
        const exposure = { address: '192.0.2.5', protocol: 'tcp', port: 22, service } as const;
        const { commands } = remediate(exposure, { ...options, platform });
        const known = remediate({ ...exposure, service: 'ssh' }, { ...options, platform }).commands;
        expect(commands).toEqual(known);
      }),
    );
  });

  it.for(['', '192.0.2.5; reboot', 'example.org', 'fe80::1%eth0', '192.0.2.5/24'])('no address: %s', (address) => {
    const exposure: RemediableExposure = { address, protocol: 'tcp', port: 22, service: 'ssh' };
    expect(() => remediate(exposure, options)).toThrow(RangeError);
  });

  it.for([0, -1, 65_536, 1.5, Number.NaN])('no port: %s', (port) => {
    const exposure: RemediableExposure = { address: '192.0.2.5', protocol: 'tcp', port, service: 'ssh' };
    expect(() => remediate(exposure, options)).toThrow(RangeError);
  });
});

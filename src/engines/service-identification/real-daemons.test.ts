/**
 * Real daemons, each where its Debian package is installed, on loopback ports whose numbers suggest nothing. Many more,
 * beside nmap, are in bench/service-identification.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNmapSecondOpinion } from './nmap-second-opinion.ts';
import type { ServiceIdentity } from './service-identity.ts';
import {
  daemonAddress as address,
  DaemonProcesses,
  freePorts,
  nobody,
  type StartableDaemon,
  written,
} from './testing/daemon-processes.ts';
import { testCertificate, testKey } from './testing/test-certificate.ts';

const version = expect.stringMatching(/^\d/) as unknown as string;

interface Daemon extends StartableDaemon {
  readonly expected: Partial<ServiceIdentity>;
}

const postgresPrograms = '/usr/lib/postgresql/15/bin';

const daemons: readonly Daemon[] = [
  {
    name: 'Dropbear',
    debianPackage: 'dropbear-bin',
    program: '/usr/sbin/dropbear',
    arguments(port, directory) {
      const key = path.join(directory, 'key');
      spawnSync('/usr/bin/dropbearkey', ['-t', 'ed25519', '-f', key]);
      return ['-F', '-E', '-r', key, '-p', `${address}:${port}`];
    },
    expected: { service: 'ssh', product: 'dropbear', version },
  },
  {
    name: 'nginx in the clear',
    debianPackage: 'nginx-light',
    program: '/usr/sbin/nginx',
    arguments: (port, directory) => nginx(directory, `listen ${address}:${port};`),
    expected: { service: 'http', product: 'nginx', version, tls: false },
  },
  {
    name: 'nginx inside TLS',
    debianPackage: 'nginx-light',
    program: '/usr/sbin/nginx',
    arguments: (port, directory) => nginx(directory, `listen ${address}:${port} ssl;`),
    expected: {
      service: 'https',
      product: 'nginx',
      version,
      tls: true,
      certificateNames: ['shop.example.com', 'www.example.com', '192.0.2.7', '*.example.net'],
    },
  },
  {
    name: 'PostgreSQL that trusts everybody',
    debianPackage: 'postgresql-15',
    program: `${postgresPrograms}/postgres`,
    unprivileged: true,
    arguments: (port, directory) => postgres(port, directory, 'trust'),
    expected: { service: 'postgresql', product: 'PostgreSQL', unauthenticated: true },
  },
  {
    name: 'PostgreSQL with passwords',
    debianPackage: 'postgresql-15',
    program: `${postgresPrograms}/postgres`,
    unprivileged: true,
    arguments: (port, directory) => postgres(port, directory, 'scram-sha-256'),
    expected: { service: 'postgresql', product: 'PostgreSQL', unauthenticated: false },
  },
  {
    name: 'Redis without a password',
    debianPackage: 'redis-server',
    program: '/usr/bin/redis-server',
    arguments: (port) => ['--port', `${port}`, '--bind', address, '--save', ''],
    expected: { service: 'redis', product: 'Redis', version, unauthenticated: true },
  },
  {
    name: 'Redis with a password',
    debianPackage: 'redis-server',
    program: '/usr/bin/redis-server',
    arguments: (port) => ['--port', `${port}`, '--bind', address, '--save', '', '--requirepass', 'secret'],
    expected: { service: 'redis', version: null, unauthenticated: false },
  },
  {
    name: 'memcached',
    debianPackage: 'memcached',
    program: '/usr/bin/memcached',
    arguments: (port) => ['-u', 'nobody', '-l', address, '-p', `${port}`],
    expected: { service: 'memcached', version, unauthenticated: true },
  },
  {
    name: 'Mosquitto open to all',
    debianPackage: 'mosquitto',
    program: '/usr/sbin/mosquitto',
    arguments: (port, directory) => mosquitto(port, directory, true),
    expected: { service: 'mqtt', unauthenticated: true },
  },
  {
    name: 'Mosquitto with a login',
    debianPackage: 'mosquitto',
    program: '/usr/sbin/mosquitto',
    arguments: (port, directory) => mosquitto(port, directory, false),
    expected: { service: 'mqtt', unauthenticated: false },
  },
  {
    name: 'rsync without passwords',
    debianPackage: 'rsync',
    program: '/usr/bin/rsync',
    arguments: (port, directory) => rsync(port, directory, ''),
    expected: { service: 'rsync', unauthenticated: true },
  },
  {
    name: 'rsync with passwords',
    debianPackage: 'rsync',
    program: '/usr/bin/rsync',
    arguments: (port, directory) => rsync(port, directory, 'auth users = bob\nsecrets file = /dev/null\n'),
    expected: { service: 'rsync', unauthenticated: false },
  },
  {
    name: 'dnsmasq',
    debianPackage: 'dnsmasq-base',
    program: '/usr/sbin/dnsmasq',
    arguments: (port) => [
      ...['--keep-in-foreground', '--conf-file=/dev/null', '--no-resolv', '--user=nobody', '--pid-file'],
      ...[`--port=${port}`, `--listen-address=${address}`, '--bind-interfaces'],
    ],
    expected: { service: 'dns' },
  },
];

function postgres(port: number, directory: string, authentication: string): string[] {
  const data = path.join(directory, 'data');
  const settings = ['-U', 'postgres', '-A', 'trust', `--auth-host=${authentication}`, '-N', '-D', data];
  spawnSync(`${postgresPrograms}/initdb`, settings, { ...nobody, cwd: directory });
  return ['-D', data, '-p', `${port}`, '-k', directory, '-c', `listen_addresses=${address}`];
}

function rsync(port: number, directory: string, login: string): string[] {
  const modules = `use chroot = no\n[files]\npath = ${directory}\n${login}`;
  const configuration = written(directory, 'rsyncd.conf', modules);
  return ['--daemon', '--no-detach', `--config=${configuration}`, `--address=${address}`, `--port=${port}`];
}

function nginx(directory: string, listen: string): string[] {
  const certificate = written(directory, 'certificate.pem', testCertificate);
  const key = written(directory, 'key.pem', testKey);
  const server = `${listen} ssl_certificate ${certificate}; ssl_certificate_key ${key}; root ${directory};`;
  const configuration = `daemon off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; server { ${server} } }`;
  return ['-c', written(directory, 'nginx.conf', configuration), '-e', 'stderr'];
}

function mosquitto(port: number, directory: string, anonymous: boolean): string[] {
  return ['-c', written(directory, 'mosquitto.conf', `listener ${port} ${address}\nallow_anonymous ${anonymous}\n`)];
}

const processes = new DaemonProcesses();
afterAll(() => processes.stop());

const installed = daemons.filter(({ program }) => existsSync(program));

describe('a real daemon is named as what it is, with what it tells without a login', () => {
  let identities: ReadonlyMap<Daemon, ServiceIdentity>;

  beforeAll(async () => {
    identities = await processes.identify(installed);
  });

  for (const daemon of daemons) {
    it.skipIf(!installed.includes(daemon))(daemon.name, { tags: [daemon.debianPackage] }, () => {
      expect(identities.get(daemon)).toMatchObject({ method: 'probed', ...daemon.expected });
    });
  }
});

const nmapPath = '/usr/bin/nmap';
const dropbear = daemons.find(({ debianPackage }) => debianPackage === 'dropbear-bin')!;

describe.skipIf(!existsSync(nmapPath) || !existsSync(dropbear.program))(
  'a second opinion from the real nmap',
  { tags: ['nmap', 'dropbear-bin'] },
  () => {
    it('names a service, and is silent about a port where nothing listens', { timeout: 60_000 }, async () => {
      const [port, closedPort] = (await freePorts(2)) as [number, number];
      await processes.start(dropbear, port);
      const opinion = createNmapSecondOpinion({ nmapPath });
      const named = await opinion.identify({ address, ports: [port, closedPort] });
      expect([...named.keys()]).toEqual([port]);
      expect(named.get(port)).toMatchObject({ service: 'ssh', method: 'probed', product: 'Dropbear sshd', version });
    });
  },
);

/** The probes against real servers, each where its Debian package is installed; they listen on loopback only. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

import type { Recognition } from '../recogniser.ts';
import { udpProbes } from './udp-probes.ts';
import type { UdpServiceProbe } from './udp-service-probe.ts';

const ADDRESS = '127.0.88.1';
const TRIES = 40;
const ANSWER_WAIT_MS = 200;
const directory = mkdtempSync(path.join(tmpdir(), 'udp-daemons-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const file = (name: string, content: string): string => {
  const written = path.join(directory, name);
  writeFileSync(written, content);
  return written;
};

interface Daemon {
  readonly debianPackage: string;
  readonly program: string;
  /** Where it listens when that is not the usual port of ADDRESS. */
  readonly listensOn?: { readonly address: string; readonly port: number };
  arguments(): readonly string[];
  /** The first probe of each port must be answered so. */
  readonly expected: readonly (readonly [port: number, index: number, recognition: Partial<Recognition>])[];
}

const daemons: readonly Daemon[] = [
  {
    debianPackage: 'dnsmasq-base',
    program: '/usr/sbin/dnsmasq',
    arguments: () => [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--user=root',
      '--pid-file',
      `--listen-address=${ADDRESS}`,
      '--bind-interfaces',
      '--no-resolv',
      '--no-hosts',
      '--address=/a.root-servers.net/192.0.2.1',
      '--enable-tftp',
      `--tftp-root=${directory}`,
    ],
    expected: [
      [53, 0, { service: 'dns', unauthenticated: true }],
      [53, 1, { service: 'dns' }],
      [69, 0, { service: 'tftp', unauthenticated: true }],
    ],
  },
  {
    debianPackage: 'bind9',
    program: '/usr/sbin/named',
    // It only listens on addresses that an interface has.
    listensOn: { address: '127.0.0.1', port: 20_053 },
    arguments: () => {
      // Without validation and recursion it never turns to the root servers.
      const options = [
        `directory "${directory}"`,
        'listen-on port 20053 { 127.0.0.1; }',
        'listen-on-v6 { none; }',
        'pid-file none',
        'session-keyfile none',
        'lock-file none',
        'recursion no',
        'dnssec-validation no',
      ];
      return ['-f', '-c', file('named.conf', `options { ${options.join('; ')}; };\ncontrols { };\n`)];
    },
    expected: [
      [53, 0, { service: 'dns', unauthenticated: false }],
      [53, 1, { service: 'dns' }],
    ],
  },
  {
    debianPackage: 'unbound',
    program: '/usr/sbin/unbound',
    arguments: () => {
      const server = [
        `interface: ${ADDRESS}`,
        'access-control: 127.0.0.0/8 refuse',
        'use-syslog: no',
        'username: ""',
        'chroot: ""',
        'pidfile: ""',
        'do-daemonize: no',
      ];
      return ['-d', '-c', file('unbound.conf', `server:\n${server.map((line) => `  ${line}\n`).join('')}`)];
    },
    expected: [[53, 0, { service: 'dns', unauthenticated: false }]],
  },
  {
    debianPackage: 'chrony',
    program: '/usr/sbin/chronyd',
    arguments: () => [
      '-d',
      '-x',
      '-u',
      'root',
      'port 123',
      `bindaddress ${ADDRESS}`,
      'allow all',
      'local stratum 10',
      'cmdport 0',
      'bindcmdaddress /',
      `pidfile ${path.join(directory, 'chronyd.pid')}`,
    ],
    expected: [[123, 0, { service: 'ntp', banner: 'NTP version 4, stratum 10' }]],
  },
  {
    debianPackage: 'snmpd',
    program: '/usr/sbin/snmpd',
    arguments: () => [
      '-f',
      '-Lo',
      '-C',
      '-c',
      file('snmpd.conf', 'rocommunity unguessable 127.0.0.0/8\n'),
      '-I',
      '-smux',
      `udp:${ADDRESS}:161`,
    ],
    expected: [[161, 0, { service: 'snmp', product: 'Net-SNMP' }]],
  },
  {
    debianPackage: 'memcached',
    program: '/usr/bin/memcached',
    arguments: () => ['-u', 'nobody', '-l', ADDRESS, '-p', '0', '-U', '11211'],
    expected: [
      [
        11_211,
        0,
        { service: 'memcached', version: expect.stringMatching(/^\d/) as unknown as string, unauthenticated: true },
      ],
    ],
  },
  {
    debianPackage: 'coturn',
    program: '/usr/bin/turnserver',
    arguments: () => [
      '-n',
      '-L',
      ADDRESS,
      '-E',
      ADDRESS,
      '--no-cli',
      '--log-file',
      'stdout',
      '--pidfile',
      path.join(directory, 'turn.pid'),
    ],
    expected: [[3478, 0, { service: 'stun', product: 'Coturn' }]],
  },
];

interface Target {
  readonly address: string;
  readonly port: number;
}

/** Asks until the server, which may still be starting, answers. */
async function ask(target: Target, probe: UdpServiceProbe): Promise<Recognition | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await askOnce(target, probe);
    if (answer !== undefined) return probe.recognise(answer);
  }
  return null;
}

async function askOnce(target: Target, probe: UdpServiceProbe): Promise<Buffer | undefined> {
  const socket = createSocket('udp4');
  try {
    return await new Promise<Buffer | undefined>((resolve) => {
      setTimeout(resolve, ANSWER_WAIT_MS, undefined);
      socket.on('message', (answer) => resolve(answer));
      socket.send(probe.request(target), target.port, target.address);
    });
  } finally {
    socket.close();
  }
}

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const daemon of running.splice(0)) {
    const ended = once(daemon, 'exit');
    if (daemon.exitCode === null && daemon.signalCode === null && daemon.kill('SIGKILL')) await ended;
  }
});

const isRoot = process.getuid?.() === 0;

for (const daemon of daemons) {
  const canRun = isRoot && existsSync(daemon.program);
  if (!canRun) {
    process.stderr.write(
      `\nSKIPPED: ${daemon.debianPackage} needs root and its package. Its UDP probe is NOT tested against it.\n`,
    );
  }
  describe.skipIf(!canRun)(`the UDP probes and ${daemon.debianPackage}`, () => {
    it('the server is recognised', async () => {
      running.push(spawn(daemon.program, daemon.arguments(), { stdio: 'ignore' }));
      for (const [port, index, recognition] of daemon.expected) {
        const probe = udpProbes.get(port)?.[index];
        const target = daemon.listensOn ?? { address: ADDRESS, port };
        expect(probe && (await ask(target, probe))).toMatchObject(recognition);
      }
    });
  });
}

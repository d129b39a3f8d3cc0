import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServiceIdentifier } from '../service-identifier.ts';
import type { ServiceIdentity } from '../service-identity.ts';

export const daemonAddress = '127.0.0.1';
/** Daemons that refuse to run as root run as nobody. */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const startTimeoutMs = 20_000;

/** A program that is installed here, in a minimal configuration of a test's own. */
export interface StartableDaemon {
  readonly name: string;
  readonly debianPackage: string;
  readonly program: string;
  readonly unprivileged?: true;
  /** Prepares the daemon in a directory of its own. */
  arguments(port: number, directory: string): readonly string[];
}

/** Daemons on loopback ports, each in a directory of its own; `stop` ends all of them. */
export class DaemonProcesses {
  readonly #running: ChildProcess[] = [];
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'real-daemons-'));

  constructor() {
    chmodSync(this.#directory, 0o755);
  }

  /** Resolves when it accepts connections. */
  async start(daemon: StartableDaemon, port: number): Promise<void> {
    const directory = path.join(this.#directory, `${port}`);
    mkdirSync(directory);
    chmodSync(directory, 0o777);
    const options = { cwd: directory, stdio: 'ignore', ...(daemon.unprivileged && nobody) } as const;
    const child = spawn(daemon.program, daemon.arguments(port, directory), options);
    this.#running.push(child);
    const giveUpAtMs = performance.now() + startTimeoutMs;
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${daemon.name} ended with exit code ${child.exitCode}`);
      if (performance.now() > giveUpAtMs) throw new Error(`${daemon.name} does not listen`);
      await delay(20);
    }
  }

  /** Starts them, each on a port that suggests nothing, and finds out what each is. */
  async identify<Daemon extends StartableDaemon>(
    daemons: readonly Daemon[],
  ): Promise<ReadonlyMap<Daemon, ServiceIdentity>> {
    const identifier = createServiceIdentifier();
    const ports = await freePorts(daemons.length);
    const identities = await Promise.all(
      daemons.map(async (daemon, index) => {
        const port = ports[index]!;
        await this.start(daemon, port);
        return [daemon, await identifier.identify({ address: daemonAddress, protocol: 'tcp', port })] as const;
      }),
    );
    await identifier.close();
    return new Map(identities);
  }

  async stop(): Promise<void> {
    for (const child of this.#running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** All of them are held until all are found, so that no two are the same. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, daemonAddress));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** @returns the path of a file of a daemon's configuration */
export function written(directory: string, name: string, content: string): string {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, daemonAddress);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

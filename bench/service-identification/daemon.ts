import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Severity } from '../../src/common/severity.ts';
import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';

/** A port that a daemon listens on, and what is true of it. */
export interface DaemonPort {
  readonly port: number;
  readonly truth: Pick<ServiceIdentity, 'service'> & Partial<ServiceIdentity>;
  /** Other names for the same, as right as the one in `truth`. */
  readonly alsoRight?: readonly string[];
  /** What nmap calls it. */
  readonly nmapNames?: readonly string[];
  /** An application that is spoken to over HTTP: who calls it a web server has not named it. */
  readonly overHttp?: true;
  /** What an alert should rate it. */
  readonly severity?: Severity;
  /** Whether a login is asked; null where the question has no meaning. Left out, `truth.unauthenticated` says it. */
  readonly login?: boolean | null;
}

/** A real daemon in a minimal private configuration. */
export interface Daemon {
  readonly name: string;
  /** Which private root it is installed in. */
  readonly root: string;
  /** Of Debian; of npm as private-root.ts says. */
  readonly packages: readonly string[];
  readonly ports: readonly DaemonPort[];
  /**
   * Shell script that prepares the daemon and ends with `exec daemon`, in the foreground. Runs as root in an empty
   * directory of its own that everybody may write to. `$TLS` is a directory with certificate.pem, key.pem and both.pem,
   * `$PORT1`, `$PORT2`… are its ports, and `$AS` in front of a command runs it as nobody.
   */
  readonly start: string;
}

/** What it writes is in this directory of its root, and in a file beside it that ends in `.log`. */
export function directoryOf({ name }: Daemon): string {
  return join('/tmp', name.toLowerCase().replaceAll(/\W+/g, '-'));
}

const asNobody = 'setpriv --reuid=nobody --regid=nogroup --clear-groups';
const startTimeoutMs = 120_000;

/** Starts the daemon in its mounted root. @returns null when all its ports accept connections, else what went wrong */
export async function startDaemon(daemon: Daemon, rootDirectory: string): Promise<string | null> {
  const directory = directoryOf(daemon);
  mkdirSync(join(rootDirectory, directory), { recursive: true });
  spawnSync('chmod', ['777', join(rootDirectory, directory)]);
  const log = join(rootDirectory, `${directory}.log`);
  const output = openSync(log, 'a');
  const child = spawn(
    'chroot',
    [rootDirectory, 'sh', '-euc', `export TLS=/tmp/tls HOME=$PWD; cd ${directory}\n${daemon.start}`],
    {
      stdio: ['ignore', output, output],
      env: {
        PATH: `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games`,
        LANG: 'C.UTF-8',
        AS: asNobody,
        ...Object.fromEntries(daemon.ports.map(({ port }, index) => [`PORT${index + 1}`, `${port}`])),
      },
    },
  );
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(`ended with exit code ${code}`));
  });
  const problem = await Promise.race([ended, listening(daemon.ports)]);
  return problem === null ? null : `${problem}: ${readFileSync(log, 'utf8').trim().slice(-600)}`;
}

async function listening(ports: readonly DaemonPort[]): Promise<string | null> {
  const giveUpAtMs = performance.now() + startTimeoutMs;
  for (const { port } of ports) {
    while (!(await accepts(port))) {
      if (performance.now() > giveUpAtMs) return `port ${port} does not listen`;
      await delay(50);
    }
  }
  return null;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

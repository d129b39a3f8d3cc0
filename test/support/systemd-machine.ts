import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';

const run = promisify(execFile);
const init = '/lib/systemd/systemd';

const namespaces = ['--pid', '--fork', '--kill-child', '--mount', '--uts', '--ipc', '--net', '--cgroup'];

/** Namespaces in which systemd can be the first process: root's, with control groups of their own. */
export const canBootSystemd =
  existsSync(init) &&
  process.getuid?.() === 0 &&
  spawnSync(
    'unshare',
    [...namespaces, 'sh', '-c', 'mount -t tmpfs none /run && mount -t cgroup2 none /sys/fs/cgroup'],
    {
      stdio: 'ignore',
    },
  ).status === 0;

/** Nothing of the real machine's units is there: they would set its clock, its devices and its kernel. */
const targets = ['sysinit', 'basic', 'shutdown', 'network', 'network-online', 'multi-user', 'umount', 'empty'];

/**
 * A machine with systemd as its first process and no network but loopback, made of namespaces: it has the files of this one, but its /etc, /opt,
 * /run, /var/lib and /var/backups are its own and are gone with it.
 */
export class SystemdMachine implements AsyncDisposable {
  readonly #unshare: ChildProcess;
  readonly #pid: string;

  private constructor(unshare: ChildProcess, pid: string) {
    this.#unshare = unshare;
    this.#pid = pid;
  }

  static async boot(): Promise<SystemdMachine> {
    const script = `set -e
mount --make-rprivate /
mount -t proc proc /proc
ip link set lo up
for own in /run /opt /var/lib /var/backups; do mount -t tmpfs -o mode=755 tmpfs $own; done
mkdir /run/etc && cp -a /etc/. /run/etc && mount --bind /run/etc /etc
: > /etc/fstab
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for units in /lib/systemd/system /etc/systemd/system; do mount -t tmpfs -o mode=755 tmpfs $units; done
# As systemd itself has it where it is no container: credentials of units are mounted from a namespace of their own.
mount --make-rshared /
for target in ${targets.join(' ')}; do printf '[Unit]\\nDescription=%s\\n' $target > /lib/systemd/system/$target.target; done
exec env -i PATH="$PATH" container=other ${init} --system --unit=empty.target --log-target=null --show-status=no`;
    const unshare = spawn('unshare', [...namespaces, 'bash', '-c', script], { stdio: ['ignore', 'ignore', 'inherit'] });
    const pid = await eventually('systemd runs', async () => {
      const children = readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, 'utf8').trim();
      return children !== '' && readFileSync(`/proc/${children}/comm`, 'utf8') === 'systemd\n' && children;
    });
    const machine = new SystemdMachine(unshare, pid);
    await eventually('systemctl is answered', () =>
      machine.run('systemctl is-active empty.target').then(
        () => true,
        () => false,
      ),
    );
    return machine;
  }

  /** Runs shell commands as root on it. @returns what they print @throws with all that they said when they fail */
  async run(script: string): Promise<string> {
    const inside = ['--target', this.#pid, '--mount', '--net', '--pid', '--uts', '--ipc', '--cgroup'];
    const { stdout } = await run('nsenter', [...inside, 'bash', '-euo', 'pipefail', '-c', script], {
      cwd: '/',
      maxBuffer: 2 ** 26,
    });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#unshare.once('exit', resolve));
    this.#unshare.kill('SIGKILL');
    await ended;
  }
}

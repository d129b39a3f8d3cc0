import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** The customary uid and gid of `nobody`. */
const NOBODY = { uid: 65534, gid: 65534 };

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A way of running PostgreSQL's programs as a user they accept: they refuse to run as uid 0. */
export interface Launcher {
  /** Who must own the cluster's files, as seen from our own user namespace. */
  readonly fileOwner: Owner;
  /** Runs a short-lived program to its end; it is killed when we end. */
  run(program: string, args: readonly string[], inheritedDescriptor: number): Promise<ProgramResult>;
  /**
   * Starts a long-lived program in a session of its own, so that Ctrl-C in a terminal reaches only us and we decide the
   * order of shutdown. It gets SIGINT when we end, even by kill -9.
   */
  start(program: string, args: readonly string[], inheritedDescriptor: number): ChildProcess;
}

interface Identity {
  readonly fileOwner: Owner;
  /** Command in front of the program. */
  readonly prefix: readonly string[];
  /** uid and gid that Node gives to the child before the command starts. */
  readonly spawnAs?: Owner;
}

/**
 * The first way of running the binaries that works here and can reach `dataDir`.
 *
 * As root: in a user namespace that shows root as `nobody`, so that files stay root's and private parent directories
 * stay passable; where user namespaces are forbidden (most containers), as another user. A data directory that belongs
 * to another user is always used as that user, so that a command run as root leaves no file the service cannot read.
 *
 * @throws EmbeddedPostgresError when none works
 */
export async function chooseLauncher(binaries: PostgresBinaries, dataDir: string): Promise<Launcher> {
  const canDieWithParent = await hasParentDeathSignal(binaries.env);
  const failures: string[] = [];
  for (const identity of candidateIdentities(dataDir)) {
    const launcher = createLauncher(identity, canDieWithParent, binaries.env);
    const { exitCode, output } = await probe(identity, binaries, dataDir);
    if (exitCode === 0) return launcher;
    failures.push(`${identity.prefix[0] ?? 'directly'}: ${output}`);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot be started for ${dataDir} (${failures.join('; ')}). ` +
      'Run the service as a user who may read its program files and write this directory, or set DATABASE_URL.',
  );
}

function candidateIdentities(dataDir: string): Identity[] {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  // Containers may run us with a uid that has no name; the namespace lends one.
  if (self.uid !== 0) return [sameUser(self), inUserNamespace(self)];
  const { uid, gid } = statSync(dataDir);
  const asDirectoryOwner = uid === 0 ? [] : asOtherUser({ uid, gid });
  return [...asDirectoryOwner, inUserNamespace(self), ...asOtherUser(NOBODY)];
}

function sameUser(self: Owner): Identity {
  return { fileOwner: self, prefix: [] };
}

function inUserNamespace(self: Owner): Identity {
  const mapping = [`--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];
  return { fileOwner: self, prefix: ['unshare', '--user', ...mapping, '--'] };
}

/** With the user's own rights, or else able to pass private directories above the data or the program files. */
function asOtherUser(owner: Owner): Identity[] {
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const fileAccess = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [
    { fileOwner: owner, prefix: [], spawnAs: owner },
    { fileOwner: owner, prefix: ['setpriv', ...user, ...fileAccess, '--'] },
  ];
}

function hasParentDeathSignal(env: NodeJS.ProcessEnv): Promise<boolean> {
  return runProgram('setpriv', ['--pdeathsig', 'INT', 'true'], { env }).then(({ exitCode }) => exitCode === 0);
}

/** `id -un` fails for a uid without a name (initdb needs one), `cd` where the directory is out of reach. */
function probe(identity: Identity, binaries: PostgresBinaries, dataDir: string): Promise<ProgramResult> {
  const script = ['sh', '-c', 'cd "$1" && id -un && exec "$2" --version', 'sh', dataDir, binaries.postgres];
  const [command = 'sh', ...args] = [...identity.prefix, ...script];
  return runProgram(command, args, { env: binaries.env, ...identity.spawnAs });
}

function createLauncher(identity: Identity, canDieWithParent: boolean, env: NodeJS.ProcessEnv): Launcher {
  const commandFor = (deathSignal: string, program: string, programArgs: readonly string[]) => {
    const deathWish = canDieWithParent ? dieWithParent(deathSignal) : [];
    const [command = program, ...args] = [...identity.prefix, ...deathWish, program, ...programArgs];
    return { command, args };
  };
  const options = { env, ...identity.spawnAs };
  return {
    fileOwner: identity.fileOwner,
    run(program, programArgs, inheritedDescriptor) {
      const { command, args } = commandFor('KILL', program, programArgs);
      return runProgram(command, args, { ...options, inheritedDescriptor });
    },
    start(program, programArgs, inheritedDescriptor) {
      const { command, args } = commandFor('INT', program, programArgs);
      const stdio = ['ignore', 'ignore', 'pipe', inheritedDescriptor] as const;
      const child = spawn(command, args, { ...options, detached: true, stdio: [...stdio] });
      if (!canDieWithParent) interruptWhenWeEnd(child, env);
      return child;
    },
  };
}

/**
 * The kernel's parent death signal. Every step is an exec, so the pid that Node knows becomes PostgreSQL's own. The
 * shell closes the gap between the fork and the request: had we died in it, its parent would be another process.
 * Hazard: the signal follows the *thread* that forked, so start the database from a thread that lasts.
 */
function dieWithParent(signal: string): string[] {
  const script = '[ "$PPID" = "$1" ] || exit 1; shift; exec "$@"';
  return ['setpriv', '--pdeathsig', signal, '--', 'sh', '-c', script, 'sh', String(process.pid)];
}

/** Where the kernel's signal cannot be asked for: a shell that reads a pipe from us until our end closes it. */
function interruptWhenWeEnd(child: ChildProcess, env: NodeJS.ProcessEnv): void {
  if (child.pid === undefined) return;
  const script = 'read -r _; kill -INT "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(child.pid)], {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.once('exit', () => watcher.kill('SIGKILL'));
}

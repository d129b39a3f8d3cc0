import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Language } from './docs-examples.ts';

const run = promisify(execFile);

const commands: Readonly<Record<Exclude<Language, 'ts'>, readonly [program: string, ...args: string[]]>> = {
  sh: ['sh', '-eu'],
  php: ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'],
  python: ['python3', '-W', 'error'],
};

/** Imports one program after the other, each with the environment that it is to have: a process for each would take most of the time. */
const importer = `
import { createInterface } from 'node:readline';
for await (const line of createInterface(process.stdin)) {
  const { file, env } = JSON.parse(line);
  Object.assign(process.env, env);
  try {
    await import(file);
    process.send(null);
  } catch (error) {
    process.send(String(error.stack));
  }
}`;

/** The top of the repository. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** In a namespace of its own, with an empty directory in place of the repository. Node, which may be in there, is where $1 says. */
const elsewhere = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--mount', 'sh', '-euc'],
  'mount --bind "$0" "$1"; mount -t tmpfs none "$2"; shift 2; exec "$@"',
];

/**
 * Runs programs in the languages of the documentation, on a machine that does not have the repository where namespaces can be made.
 * @throws what they complain of
 */
export class ProgramRunner implements AsyncDisposable {
  /** Whether it runs them where the repository is not. */
  readonly isElsewhere: boolean;
  readonly #prefix: readonly string[];
  readonly #importer: ChildProcess;
  readonly #ended: Promise<[complaint: string]>;
  #count = 0;

  /** @param node an empty file, for the program of that name */
  constructor(node: string) {
    const prefix = [...elsewhere, process.execPath, node, repository];
    this.isElsewhere = spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0;
    if (!this.isElsewhere) console.warn('There are no namespaces here: programs are run where the repository is, too.');
    this.#prefix = this.isElsewhere ? prefix : [];
    const program = this.isElsewhere ? node : process.execPath;
    const [command, ...args] = [...this.#prefix, program, '--input-type=module', '-e', importer];
    this.#importer = spawn(command!, args, {
      cwd: dirname(node),
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env.PATH },
    });
    this.#ended = once(this.#importer, 'exit').then(() => ['The importer of programs has ended.']);
  }

  /** @returns what the program printed, but for TypeScript's */
  async run(language: Language, directory: string, code: string, env: Record<string, string>): Promise<string> {
    this.#count += 1;
    const file = join(directory, `program_${this.#count}.${language === 'python' ? 'py' : language}`);
    await writeFile(file, code);
    if (language === 'ts') {
      await this.#import(file, env);
      return '';
    }
    const [program, ...args] = [...this.#prefix, ...commands[language], file];
    const { stdout, stderr } = await run(program!, args, {
      cwd: directory,
      env: { PATH: process.env.PATH, PYTHONPATH: directory, ...env },
    });
    if (stderr !== '') throw new Error(stderr);
    return stdout;
  }

  async #import(file: string, env: Record<string, string>): Promise<void> {
    this.#importer.stdin!.write(`${JSON.stringify({ file, env })}\n`);
    const [complaint] = await Promise.race([once(this.#importer, 'message'), this.#ended]);
    if (complaint !== null) throw new Error(complaint as string);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#importer.kill();
    await this.#ended;
  }
}

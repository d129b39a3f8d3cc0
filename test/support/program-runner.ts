import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Runs programs in the languages of the documentation. @throws what they complain of */
export class ProgramRunner implements AsyncDisposable {
  readonly #importer: ChildProcess;
  readonly #ended: Promise<[complaint: string]>;
  #count = 0;

  constructor() {
    this.#importer = spawn(process.execPath, ['--input-type=module', '-e', importer], {
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
    const [program, ...args] = commands[language];
    const { stdout, stderr } = await run(program, [...args, file], {
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

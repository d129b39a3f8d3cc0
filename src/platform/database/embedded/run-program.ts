import { type SpawnOptions, spawn } from 'node:child_process';

export interface ProgramResult {
  /** null when a signal ended the program, 127 (the shell's convention) when it could not be started */
  readonly exitCode: number | null;
  /** standard output and standard error together, trimmed */
  readonly output: string;
}

export interface ProgramOptions extends Pick<SpawnOptions, 'uid' | 'gid' | 'env'> {
  /** an open file that the program gets as descriptor 3 */
  readonly inheritedDescriptor?: number;
}

/** Runs a program to its end. Never throws for what the program does: read the exit code. */
export function runProgram(
  program: string,
  args: readonly string[],
  { inheritedDescriptor, ...spawnOptions }: ProgramOptions,
): Promise<ProgramResult> {
  const descriptors = inheritedDescriptor === undefined ? [] : [inheritedDescriptor];
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe', ...descriptors] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ exitCode: 127, output: error.message }));
    child.on('close', (exitCode) => resolve({ exitCode, output: output.trim() }));
  });
}

import { execFileSync } from 'node:child_process';

/** Whether a program is there and ends well: what decides if tests that need it run. */
export function succeeds(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

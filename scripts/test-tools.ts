import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Debian packages that some tests need. Each is the vitest tag of the tests that are skipped without it. */
export const testTools: readonly string[] = readFileSync(new URL('./test-tools.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/)[0]!);

/** Whether a program is there to be started. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

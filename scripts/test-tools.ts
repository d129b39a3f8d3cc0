import { readFileSync } from 'node:fs';

/** Debian packages that some tests need. Each is the vitest tag of the tests that are skipped without it. */
export const testTools: readonly string[] = readFileSync(new URL('./test-tools.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/)[0]!);

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of `<repository>/src` but tests and what is theirs, as paths from src/, in order. */
export function listSourceFiles(repository: string): string[] {
  const paths = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !isTest(path)).sort();
}

/** @param path from src/ */
export function isTest(path: string): boolean {
  return /\.test\.[jt]sx?$/.test(path) || path.split('/').slice(0, -1).includes('testing');
}

/**
 * The room that a file stands in, its first two folders: `engines/port-scanner`; empty for a file directly in src/.
 * @param path from src/
 */
export function roomOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}

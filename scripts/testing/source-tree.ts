import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A repository in a temporary folder, for each test anew. */
export interface SourceTree {
  readonly path: string;
  /** Writes a file, by its path from the repository; without lines it is an empty module. */
  write(file: string, ...lines: string[]): void;
}

export function useSourceTree(): SourceTree {
  const tree = {
    path: '',
    write(file: string, ...lines: string[]) {
      const path = join(tree.path, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.length === 0 ? 'export {};' : lines.join('\n'));
    },
  };
  beforeEach(() => {
    tree.path = mkdtempSync(join(tmpdir(), 'floors-'));
    mkdirSync(join(tree.path, 'src'));
  });
  afterEach(() => rmSync(tree.path, { recursive: true, force: true }));
  return tree;
}

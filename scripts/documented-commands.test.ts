import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');

it('scripts are named with npm run or npx node: the node of the system may not know TypeScript', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'scripts/*.ts', 'bench/**/*.ts'], { cwd: repository });
  expect(files.length).toBeGreaterThan(100);
  const bare = files.filter((file) =>
    /(?<!npx )\bnode (?:scripts|bench)\/\S/.test(readFileSync(join(repository, file), 'utf8')),
  );
  expect(bare).toEqual([]);
});

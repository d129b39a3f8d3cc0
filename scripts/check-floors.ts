/** Lints src/: which room imports which, which writes which table, and what is called what. Exit code 1 when there is a violation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNameViolations, readVocabulary } from './exported-names.ts';
import { findForbiddenImports } from './floor-rules.ts';
import { findFloorViolations } from './floor-violations.ts';
import { findTableViolations } from './table-violations.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const violations = [
  ...findFloorViolations(repository),
  ...findTableViolations(repository),
  ...findNameViolations(repository, readVocabulary(readFileSync(join(repository, 'docs/vocabulary.md'), 'utf8'))),
  ...(await findForbiddenImports(repository)),
];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

/** Lints which room of src/ imports which and writes which table, and what the folders beside it import. Exit code 1 when there is a violation. */
import { fileURLToPath } from 'node:url';
import { findForbiddenImports } from './floor-rules.ts';
import { findFloorViolations } from './floor-violations.ts';
import { findTableViolations } from './table-violations.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const violations = [
  ...findFloorViolations(repository),
  ...findTableViolations(repository),
  ...(await findForbiddenImports(repository)),
];
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;

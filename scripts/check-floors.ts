/** Lints the arrows between the floors of src/. Exit code 1 when there is a violation. */
import { fileURLToPath } from 'node:url';
import { findFloorViolations } from './floor-violations.ts';

const violations = findFloorViolations(fileURLToPath(new URL('..', import.meta.url)));
for (const { file, line, what, why } of violations) console.error(`${file}:${line} ${what}: ${why}`);
if (violations.length > 0) process.exitCode = 1;

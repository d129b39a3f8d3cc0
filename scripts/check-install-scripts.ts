/** Lints what dependencies do when they are installed. Exit code 1 when there is something that nobody agreed to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstallScriptProblems } from './install-scripts.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

const problems = findInstallScriptProblems(
  JSON.parse(read('package.json')),
  JSON.parse(read('package-lock.json')),
  read('docs/supply-chain.md'),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Lints the subjects of commits. Exit code 1 when there is one that is not as CONTRIBUTING.md asks. */
import { join } from 'node:path';
import { findSubjectProblems, readSubjects } from './commit-subjects.ts';

/** The last commit before subjects were checked. */
const base = '06237175f6aff2603eff712f10822ae2edcd52d4';

const subjects = readSubjects(join(import.meta.dirname, '..'), base);
if (subjects === undefined) {
  console.error(`SKIPPED LOUDLY: commit subjects were not checked, as the clone does not reach back to ${base}`);
}
const problems = (subjects ?? []).flatMap((subject) =>
  findSubjectProblems(subject).map((problem) => `"${subject}" ${problem}`),
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

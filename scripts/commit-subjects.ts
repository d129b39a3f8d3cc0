import { spawnSync } from 'node:child_process';

const longest = 72;

/** Beginnings that are seen most where the imperative belongs. That a word is one cannot be proved. */
const otherMoods = new Set(
  `Added Adding Adds Changed Changes Changing Fixed Fixes Fixing Improved Improves Improving Made Makes Making Moved Moves Moving
  Refactored Refactoring Refactors Removed Removes Removing Renamed Renames Renaming Updated Updates Updating Used Uses Using`.split(
    /\s+/,
  ),
);

/** What CONTRIBUTING.md asks of a subject and this one is not; empty when all is well. */
export function findSubjectProblems(subject: string): string[] {
  const [first = ''] = subject.split(' ');
  const length = [...subject].length;
  return [
    ...(length > longest ? [`has ${length} characters, ${longest} is the most`] : []),
    ...(/^\p{Lu}/u.test(subject) ? [] : ['begins without a capital letter']),
    ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
    ...(otherMoods.has(first) ? [`begins with "${first}": the imperative says what the change does`] : []),
    ...(first.endsWith(':') ? [`begins with the label "${first}": the imperative says what the change does`] : []),
  ];
}

/**
 * The subjects of the commits since a base, merges apart, newest first.
 * @returns undefined where the base is not known, as in a shallow clone or without a repository
 */
export function readSubjects(repository: string, base: string): string[] | undefined {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: repository, encoding: 'utf8' });
  // Of a base that is not the checked-out commit's ancestor nothing can be said: its history may be cut off.
  if (git('merge-base', '--is-ancestor', base, 'HEAD').status !== 0) return undefined;
  const { stdout, status } = git('log', '--no-merges', '--format=%s', `${base}..HEAD`);
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSubjectProblems, readSubjects } from './commit-subjects.ts';

test.each(['Refuse a plan without capacity', 'Revert "Add plans."', 'Address a server by IPv6', `Ü${'é'.repeat(71)}`])(
  'a subject may be: %s',
  (subject) => {
    expect(findSubjectProblems(subject)).toEqual([]);
  },
);

test.each([
  [`Refuse ${'a'.repeat(66)}`, 'has 73 characters, 72 is the most'],
  ['refuse a plan', 'begins without a capital letter'],
  ['Refuse a plan.', 'ends with a full stop'],
  ['Added a plan', 'begins with "Added": the imperative says what the change does'],
  ['Fixes a plan', 'begins with "Fixes": the imperative says what the change does'],
  ['Adding a plan', 'begins with "Adding": the imperative says what the change does'],
  ['Tests: a plan has capacity', 'begins with the label "Tests:": the imperative says what the change does'],
])('a subject may not be: %s', (subject, problem) => {
  expect(findSubjectProblems(subject)).toEqual([problem]);
});

describe('which commits are looked at', () => {
  let folder: string;
  let origin: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'subjects-'));
    origin = join(folder, 'origin');
    git(folder, 'init', '--quiet', '--initial-branch=main', origin);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(directory: string, ...words: string[]): string {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgSign=false'];
    return execFileSync('git', [...identity, ...words], { cwd: directory, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  function commit(subject: string): string {
    git(origin, 'commit', '--quiet', '--allow-empty', '--message', subject);
    return git(origin, 'rev-parse', 'HEAD');
  }

  test('those since the base, of all branches that were merged, but no merges', () => {
    commit('Oldest');
    const base = commit('Base');
    git(origin, 'switch', '--quiet', '--create', 'side');
    commit('Aside');
    git(origin, 'switch', '--quiet', 'main');
    commit('Newest');
    git(origin, 'merge', '--quiet', '--no-ff', '--message', 'merge the side.', 'side');
    expect(readSubjects(origin, base)?.toSorted()).toEqual(['Aside', 'Newest']);
  });

  test('none at the base', () => {
    expect(readSubjects(origin, commit('Base'))).toEqual([]);
  });

  test('a shallow clone does not know the base', () => {
    const base = commit('Base');
    commit('Newest');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${origin}`, 'shallow');
    expect(readSubjects(join(folder, 'shallow'), base)).toBeUndefined();
  });

  test('without a repository there is no base', () => {
    expect(readSubjects(folder, 'a'.repeat(40))).toBeUndefined();
  });
});

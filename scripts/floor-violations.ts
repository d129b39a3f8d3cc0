import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, listSourceFiles, roomOf } from './source-files.ts';
import { findReferences, type Reference } from './source-references.ts';

const floors = ['core', 'accounts', 'identity', 'resources', 'monitoring', 'notifications', 'reporting'];
/** What has no rooms: what is below the floors, and the rooms of the roof. */
const plain = ['engines', 'platform', 'common', 'installation', 'wiring', 'service', 'commands'];

const reasons = {
  floor: `the floors are ${floors.join(', ')}, below them ${plain.slice(0, 3).join(', ')}, above them ${plain.slice(3).join(', ')}`,
  loose: 'only main.ts stands directly in src/',
  room: 'a file of a floor stands in one of its rooms',
  tests: 'only tests import tests and testing/ folders',
  thread: 'a thread stands in the room that starts it',
  environment: 'only src/installation/config.ts reads the environment; all else is given typed settings',
};

/**
 * What `.dependency-cruiser.cjs` cannot see in `<repository>/src`: files that stand on no floor or in no room, reads of the
 * environment, imports of tests, and threads of other rooms, which are named by `new URL('./x-thread.ts', import.meta.url)`.
 * @returns a sentence each, which begins with `file:line`, in order of file and line
 */
export function findFloorViolations(repository: string): string[] {
  return listSourceFiles(repository).flatMap((path) => checkFile(join(repository, 'src'), path));
}

function checkFile(source: string, path: string): string[] {
  const file = join('src', path);
  const misplaced = misplacement(path);
  return [
    ...(misplaced === undefined ? [] : [`${file}:1 stands nowhere: ${misplaced}`]),
    ...findReferences(path, readFileSync(join(source, path), 'utf8')).flatMap((reference) => {
      const why = refusal(path, reference);
      return why === undefined ? [] : [`${file}:${reference.line} ${describe(reference)}: ${why}`];
    }),
  ];
}

/** @param path from src/ */
function misplacement(path: string): string | undefined {
  const [first = '', ...others] = path.split('/');
  if (others.length === 0) return first === 'main.ts' ? undefined : reasons.loose;
  if (floors.includes(first)) return others.length > 1 ? undefined : reasons.room;
  return plain.includes(first) ? undefined : reasons.floor;
}

function describe(reference: Reference): string {
  switch (reference.kind) {
    case 'environment':
      return 'reads process.env';
    case 'thread':
      return `starts '${reference.specifier}'`;
    case 'import':
      return `imports '${reference.specifier}'`;
  }
}

/** Why a reference is not allowed; undefined when it is, or when dependency-cruiser says so. */
function refusal(path: string, reference: Reference): string | undefined {
  if (reference.kind === 'environment') return path === 'installation/config.ts' ? undefined : reasons.environment;
  const target = join(path, '..', reference.specifier);
  if (reference.specifier.startsWith('.') && isTest(target)) return reasons.tests;
  return reference.kind === 'import' || roomOf(target) === roomOf(path) ? undefined : reasons.thread;
}

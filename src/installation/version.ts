import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** Version of the program, from package.json: what the API and what is made from it are versions of. */
export const version: string = packageJson.version;

/** What runs, to tell one state of the program from another: `1.0.0+3ec31f78bc74`. Without the commit where nobody knows it. */
export const build: string = [version, commitOfRelease() ?? commitOfClone(resolve(import.meta.dirname, '../../.git'))]
  .filter((part) => part !== null)
  .join('+');

/** The version of the database's schema that the program has. */
export const programSchema: number = Math.max(
  ...readdirSync(resolve(import.meta.dirname, '../../migrations')).flatMap((file) =>
    /^\d{4}-.*\.sql$/.test(file) ? [Number(file.slice(0, 4))] : [],
  ),
);

/** A release has it in its package.json. */
function commitOfRelease(): string | null {
  return (packageJson as { commit?: string }).commit ?? null;
}

function commitOfClone(directory: string): string | null {
  const read = (path: string) => readFileSync(resolve(directory, path), 'utf8');
  try {
    const head = read('HEAD');
    const branch = /^ref: (\S+)/.exec(head)?.[1];
    return /^[0-9a-f]{12}/.exec(branch === undefined ? head : read(branch))?.[0] ?? null;
  } catch {
    // A clone of another form: git would know, and is not there on every machine that runs this.
    return null;
  }
}

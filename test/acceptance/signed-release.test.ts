import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToRepository } from '../../scripts/apt-repository.ts';
import { provenanceOf } from '../../scripts/provenance.ts';
import { signBeside } from '../../scripts/signatures.ts';
import { isInstalled } from '../../scripts/test-tools.ts';

const home = mkdtempSync(join(tmpdir(), 'signed-release-'));
const repository = join(home, 'apt');
const key = 'releases@example.com';
const before = process.env.GNUPGHOME;
const architecture = isInstalled('dpkg')
  ? execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
  : '';

describe.skipIf(!['gpg', 'dpkg-deb', 'apt-get'].every(isInstalled))('a signed repository', { tags: ['dpkg'] }, () => {
  beforeAll(() => {
    process.env.GNUPGHOME = join(home, 'gnupg');
    mkdirSync(process.env.GNUPGHOME, { mode: 0o700 });
    execFileSync('gpg', ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', key, 'ed25519', 'sign']);
    addToRepository(repository, [packageOf('1.0.0')], key);
    addToRepository(repository, [packageOf('1.0.1')], key);
    for (const directory of ['state/lists/partial', 'cache/archives/partial', 'etc/preferences.d'])
      mkdirSync(join(home, directory), { recursive: true });
    writeFileSync(join(home, 'status'), '');
    writeFileSync(
      join(home, 'sources.list'),
      `deb [signed-by=${join(repository, 'breakwater.asc')}] file:${repository} stable main\n`,
    );
  });
  afterAll(() => {
    spawnSync('gpgconf', ['--kill', 'all']);
    if (before === undefined) delete process.env.GNUPGHOME;
    else process.env.GNUPGHOME = before;
    rmSync(home, { recursive: true, force: true });
  });

  function packageOf(version: string): string {
    const root = join(home, `root-${version}`);
    mkdirSync(join(root, 'DEBIAN'), { recursive: true });
    writeFileSync(
      join(root, 'DEBIAN/control'),
      `Package: breakwater\nVersion: ${version}\nArchitecture: ${architecture}\nMaintainer: Nobody <nobody@example.com>\nDescription: nothing\n`,
    );
    const file = join(home, `breakwater_${version}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', root, file], { stdio: 'ignore' });
    return file;
  }

  /** apt of a machine that has nothing else. */
  function apt(program: 'apt-get' | 'apt-cache', ...args: string[]) {
    const places = {
      'Dir::Etc::SourceList': join(home, 'sources.list'),
      'Dir::Etc::SourceParts': '-',
      'Dir::Etc::Preferences': '-',
      'Dir::Etc::PreferencesParts': join(home, 'etc/preferences.d'),
      'Dir::State': join(home, 'state'),
      'Dir::State::status': join(home, 'status'),
      'Dir::Cache': join(home, 'cache'),
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(places).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return spawnSync(program, [...options, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
  }

  it('is read by apt, which offers the newest package and knows the one before', () => {
    const updated = apt('apt-get', 'update');
    expect(updated).toMatchObject({ status: 0, stderr: '' });
    expect(apt('apt-cache', 'policy', 'breakwater').stdout).toMatch(
      /Candidate: 1\.0\.1\n[\s\S]*\b1\.0\.1 500\n[\s\S]*\b1\.0\.0 500\n/,
    );
    expect(apt('apt-get', '--simulate', 'install', 'breakwater=1.0.0').stdout).toContain('Inst breakwater (1.0.0');
  });

  it('is the same when it is made of the same packages again, but for its signatures', () => {
    const release = () => readFileSync(join(repository, 'dists/stable/Release'), 'utf8');
    const made = release();
    addToRepository(repository, [], key);
    expect(release()).toBe(made);
  });

  it('is refused by apt once its index was changed, or is not signed by its key', () => {
    const index = join(repository, `dists/stable/main/binary-${architecture}/Packages`);
    const text = readFileSync(index, 'utf8');
    writeFileSync(index, text.replaceAll('Description: nothing', 'Description: forged!'));
    rmSync(`${index}.gz`);
    rmSync(join(home, 'state/lists'), { recursive: true });
    mkdirSync(join(home, 'state/lists/partial'), { recursive: true });
    expect(apt('apt-get', 'update').status).not.toBe(0);
    addToRepository(repository, [], key);
    const signed = join(repository, 'dists/stable/InRelease');
    writeFileSync(signed, readFileSync(signed, 'utf8').replace('Label: Breakwater', 'Label: Somebody'));
    rmSync(join(repository, 'dists/stable/Release.gpg'));
    const { status, stderr } = apt('apt-get', 'update');
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/not signed|BADSIG|NOSPLIT|invalid/);
    addToRepository(repository, [], key);
    expect(apt('apt-get', 'update').status).toBe(0);
  });

  it('has checksums whose signature the key verifies, as long as nothing was changed', () => {
    const sums = join(home, 'SHA256SUMS');
    writeFileSync(sums, `${'0'.repeat(64)}  breakwater.tar.gz\n`);
    signBeside(sums, key);
    const verify = () => spawnSync('gpg', ['--batch', '--verify', `${sums}.asc`, sums]).status;
    expect(verify()).toBe(0);
    writeFileSync(sums, `${'1'.repeat(64)}  breakwater.tar.gz\n`);
    expect(verify()).not.toBe(0);
  });

  it('is not made with a key that GnuPG does not have', () => {
    expect(() => addToRepository(join(home, 'other'), [], 'nobody@example.com')).toThrow(
      'GnuPG has no key "nobody@example.com"',
    );
  });
});

it('the provenance names what was made, the commit, and the lock, by their hashes', () => {
  const statement = provenanceOf({
    version: '1.0.0',
    commit: 'c'.repeat(40),
    lockSha256: 'a'.repeat(64),
    made: { 'breakwater-1.0.0-linux-x64.tar.gz': 'b'.repeat(64) },
    node: 'v24.0.0',
  });
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'breakwater-1.0.0-linux-x64.tar.gz', digest: { sha256: 'b'.repeat(64) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ digest: { gitCommit: 'c'.repeat(40) } }, { digest: { sha256: 'a'.repeat(64) } }],
      },
    },
  });
});

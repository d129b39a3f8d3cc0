import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const bin = resolve(import.meta.dirname, '../../bin');
const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!hasShellcheck || !canMount)
  process.stderr.write('\nSKIPPED: no shellcheck, or no mounts (root). What is on PATH is NOT tested whole.\n');

/** A machine's /etc, with the command on its PATH, as it is in a release, but that the program says what it was given. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'installed-'));
  mkdirSync(join(root, 'release/bin'), { recursive: true });
  cpSync(join(bin, 'breakwater-installed'), join(root, 'release/bin/breakwater-installed'));
  writeFileSync(join(root, 'release/bin/breakwater'), '#!/bin/sh\nprintf "%s\\n" "$*"\nenv --null\n');
  chmodSync(join(root, 'release/bin/breakwater'), 0o755);
  symlinkSync('release', join(root, 'current'));
  symlinkSync(join(root, 'current/bin/breakwater-installed'), join(root, 'on-path'));
});
beforeEach(() => rmSync(join(root, 'etc'), { recursive: true, force: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function given(files: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) {
  mkdirSync(join(root, 'etc/breakwater'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, 'etc/breakwater', name), content);
  const script =
    'mount --bind "$0/etc" /etc && words=$1 && shift && exec env -i PATH=/usr/bin:/bin "$@" "$0/on-path" $words';
  const sets = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const inside = ['--mount', 'bash', '-c', script, root, 'partner list', ...sets];
  const answer = execFileSync('unshare', inside, { encoding: 'utf8' });
  const end = answer.indexOf('\n');
  const lines = answer.slice(end + 1).split('\0');
  const values = Object.fromEntries(lines.filter((line) => line !== '').map((line) => line.split(/=(.*)/s, 2)));
  const { PATH: _path, PWD: _pwd, OLDPWD: _old, SHLVL: _level, _: _last, ...settings } = values;
  return { words: answer.slice(0, end), settings };
}

it.skipIf(!hasShellcheck)('shellcheck has nothing to say of what is started', { tags: 'shellcheck' }, () => {
  const { status, stdout } = spawnSync('shellcheck', [join(bin, 'breakwater-installed'), join(bin, 'breakwater')], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

it.skipIf(!canMount)('on one machine it works on the state directory of the unit', () => {
  expect(given({})).toEqual({ words: 'partner list', settings: { DATA_DIR: '/var/lib/breakwater' } });
});

it.skipIf(!canMount)('beside nodes it has their database and key, and their settings', () => {
  const files = { 'database-url': 'postgresql://', 'secret-key': 'x', environment: 'TRUST_PROXY=10.0.0.1\n' };
  const credentials = {
    DATABASE_URL_FILE: '/etc/breakwater/database-url',
    SECRET_KEY_FILE: '/etc/breakwater/secret-key',
  };
  expect(given(files).settings).toEqual({ TRUST_PROXY: '10.0.0.1', ...credentials });
});

it.skipIf(!canMount)('what the caller or the settings say of the database and the key counts', () => {
  const files = { 'database-url': 'postgresql://', 'secret-key': 'x', environment: 'LOG_LEVEL=info\n' };
  const own = { DATA_DIR: '/srv/other', LOG_LEVEL: 'debug' };
  expect(given(files, own).settings).toEqual(own);
  const inSettings = { ...files, environment: 'DATABASE_URL=postgresql://db/x\nSECRET_KEY=abc\n' };
  expect(given(inSettings).settings).toEqual({ DATABASE_URL: 'postgresql://db/x', SECRET_KEY: 'abc' });
});

it.skipIf(!canMount)('settings are read as systemd reads them, and nothing of them is run', () => {
  const lines = [
    '# A comment',
    '; another',
    '',
    'A_NAME="two words"  ',
    "B_NAME='$(touch /tmp/x)'",
    'C_NAME=$HOME `id` a=b',
  ];
  const environment = [...lines, 'D_NAME=first', 'D_NAME=last', 'no setting', 'x y=z', 'E_NAME='].join('\n');
  expect(given({ environment }).settings).toEqual({
    A_NAME: 'two words',
    B_NAME: '$(touch /tmp/x)',
    C_NAME: '$HOME `id` a=b',
    D_NAME: 'last',
    E_NAME: '',
    DATA_DIR: '/var/lib/breakwater',
  });
});

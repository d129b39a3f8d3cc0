import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningServer, runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, dropTestDatabase, TestService, testEnvironment } from '../support/test-service.ts';

const secretKey = 'a secret key that only tests ever use';

describe('the secret key', () => {
  let directory: string;
  let databaseName: string;
  let environment: Record<string, string>;
  /** Migrates, or says why not, as every command and every start does first. */
  const open = (more: Record<string, string>) => runCommand({ ...environment, ...more }, ['migrate']);

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    databaseName = await createTestDatabase();
    const { SECRET_KEY: _key, ...rest } = testEnvironment(databaseName);
    environment = rest;
  });
  afterAll(async () => {
    await dropTestDatabase(databaseName);
    rmSync(directory, { recursive: true });
  });

  it('comes from the file that SECRET_KEY_FILE names, with a warning where others can read it', async () => {
    const file = join(directory, 'key');
    writeFileSync(file, `${secretKey}\n`, { mode: 0o600 });
    expect(await open({ SECRET_KEY_FILE: file })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await open({ SECRET_KEY: secretKey })).toMatchObject({ exitCode: 0, stderr: '' });
    chmodSync(file, 0o644);
    const warned = await open({ SECRET_KEY_FILE: file });
    expect(warned.exitCode).toBe(0);
    expect(warned.stderr).toMatch(/can be read by its group or by others/);
  });

  it('that is another one is refused', async () => {
    await open({ SECRET_KEY: secretKey });
    const refused = await open({ SECRET_KEY: secretKey.toUpperCase() });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^SECRET_KEY is not the one that this database was first used with/);
  });

  it('of the embedded database that is lost is not made anew: the start says so and writes no file', async () => {
    const dataDir = join(directory, 'data');
    const start = () => runCommand({ DATA_DIR: dataDir }, ['migrate']);
    expect(await start()).toMatchObject({ exitCode: 0 });
    const file = join(dataDir, 'secret-key');
    const key = readFileSync(file, 'utf8');
    rmSync(file);
    const refused = await start();
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/secret-key is missing: the key that this database was first used with/);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('secret-key'))).toEqual([]);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, key, { mode: 0o600 });
    expect(await start()).toMatchObject({ exitCode: 0 });
  });
});

describe('a crash', () => {
  const limitsOf = (pid: number) => readFileSync(`/proc/${pid}/limits`, 'utf8');
  const noCoreFile = /^Max core file size +0 +0 /m;

  it.each(['all', 'worker'])('of a server (--role %s), which holds the key, leaves no core file', async (role) => {
    const databaseName = await createTestDatabase();
    const server = await RunningServer.start({ ...testEnvironment(databaseName), SCAN_ENGINE: 'off' }, [
      '--role',
      role,
    ]);
    try {
      expect(limitsOf(server.pid)).toMatch(noCoreFile);
    } finally {
      await server.stop();
      await dropTestDatabase(databaseName);
    }
  });

  it('leaves none whatever the limits say: the memory cannot be dumped at all', async () => {
    const script = `
      import koffi from 'koffi';
      import { forbidCrashDumps } from ${JSON.stringify(resolve('src/platform/crash-dumps.ts'))};
      const dumpable = koffi.load(null).func('int prctl(int, ulong, ulong, ulong, ulong)');
      const before = dumpable(3, 0, 0, 0, 0);
      forbidCrashDumps();
      console.log(before, dumpable(3, 0, 0, 0, 0));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: resolve('.') });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    try {
      await eventually('the process tells', async () => output.includes('\n') || child.exitCode !== null);
      expect(output).toBe('1 0\n');
      expect(limitsOf(child.pid!)).toMatch(noCoreFile);
    } finally {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';

  it('says on every host whom to tell of a weakness, for half a year from the day it is read (RFC 9116)', async () => {
    const service = await TestService.start({
      role: 'api',
      environment: {
        SECURITY_CONTACT: 'mailto:security@example.com https://example.com/report',
        SECURITY_POLICY_URL: 'https://example.com/policy',
      },
    });
    try {
      const { portalDomain } = await service.partner();
      for (const host of [portalDomain, 'nobody.example.net']) {
        const answer = await service.client(host, null).get(path);
        expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
        const expires = new Date(service.clock.now().getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
        expect(answer.body).toBe(
          [
            'Contact: mailto:security@example.com',
            'Contact: https://example.com/report',
            `Expires: ${expires}T00:00:00Z`,
            'Policy: https://example.com/policy',
            'Preferred-Languages: en',
            '',
          ].join('\n'),
        );
      }
      service.clock.advanceSeconds(30 * 86_400);
      expect((await service.client(portalDomain, null).get(path)).body).not.toContain(
        new Date(service.clock.now().getTime() + 150 * 86_400_000).toISOString().slice(0, 10),
      );
    } finally {
      await service.stop();
    }
  });

  it('is not there without a contact', async () => {
    const service = await TestService.start({ role: 'api' });
    try {
      expect((await service.client('any.example', null).get(path)).status).toBe(404);
    } finally {
      await service.stop();
    }
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ImportRecord, selectImports } from '../../src/monitoring/leak-imports/import-record.ts';
import { lookUpDomain } from '../../src/monitoring/leak-imports/look-up.ts';
import { compileCache } from '../support/compile-cache.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, testEnvironment } from '../support/test-service.ts';

const kills = 4;
const lines = 240_000;
const brokenEvery = 1_000;
const directory = mkdtempSync(join(tmpdir(), 'leak-import-death-'));
const path = join(directory, 'leak.txt');
const text = Array.from({ length: lines }, (_, line) => lineOf(line)).join('');

let service: TestService;
const running = new Set<ChildProcess>();

/** Each is different, so that a line that is imported twice is a record too many. */
function lineOf(line: number): string {
  return line % brokenEvery === 0 ? `broken ${line}\n` : `user${line}@firm${line % 50}.example.com:secret${line}\n`;
}

beforeAll(async () => {
  writeFileSync(path, text);
  service = await TestService.start({ role: 'api' });
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await service.store.database.pool.query('DELETE FROM leak_imports');
});
afterAll(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true });
});

interface ImportProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** In steps as short as there are: about 30,000 lines. */
function startImport(file: string): ImportProcess {
  const args = ['leaks', 'import', file, '--breach', 'Web Shop', '--date', '2024-05-31', '--records-per-step', '1'];
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../src/main.ts'), ...args, '--json'], {
    env: { PATH: process.env.PATH, ...compileCache, ...testEnvironment(service.databaseName) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.on('data', (chunk) => {
      texts[name] += chunk;
    });
  }
  child.stdin!.on('error', () => {});
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...texts };
  });
  return { child, ended };
}

async function storedImport(): Promise<ImportRecord | undefined> {
  return selectImports(service.store.database.db).executeTakeFirst();
}

async function storedLines(): Promise<number> {
  return (await storedImport())?.lines ?? 0;
}

/** Starts an import from a pipe that never says more than this, and waits until some of it is stored. */
async function importBeginning(bytes: number): Promise<ImportProcess> {
  const importing = startImport('-');
  importing.child.stdin!.write(text.slice(0, bytes));
  await eventually('a step is stored', async () => (await storedLines()) > 0);
  return importing;
}

async function expectEveryLineOnce(): Promise<void> {
  const broken = lines / brokenEvery;
  const record = await storedImport();
  expect(record).toMatchObject({
    status: 'completed',
    lines,
    records: lines - broken,
    stored_records: lines - broken,
    text_bytes: text.length,
    rejected: {
      no_mail_address: { count: broken, firstLines: Array.from({ length: 20 }, (_, index) => 1 + index * brokenEvery) },
    },
  });
  const { rows } = await service.store.database.pool.query(
    'SELECT sum(records)::int AS records, count(DISTINCT run)::int AS runs FROM leak_blocks',
  );
  expect(rows).toEqual([{ records: lines - broken, runs: record!.runs }]);
  const found: (string | null)[] = [];
  for await (const { mailAddress } of lookUpDomain(service.store.database.db, 'firm7.example.com'))
    found.push(mailAddress);
  const expected = Array.from({ length: lines / 50 }, (_, index) => `user${7 + index * 50}@firm7.example.com`);
  expect(found.sort()).toEqual(expected.sort());
}

describe('an import', () => {
  it('that is killed again and again goes on where its last step ended, and counts nothing twice', async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await storedLines();
      const { child, ended } = startImport(path);
      await eventually('a further step is stored, or it ended', async () => {
        return child.exitCode !== null || (await storedLines()) > before;
      });
      // Anywhere within a step.
      await sleep(Math.random() * 150);
      child.kill('SIGKILL');
      await ended;
    }
    expect(await startImport(path).ended).toMatchObject({ code: 0, stderr: '' });
    await expectEveryLineOnce();
  });

  it('from a pipe goes on, too, and from a file as well', async () => {
    const { child, ended } = await importBeginning(4_000_000);
    child.kill('SIGKILL');
    await ended;
    const before = await storedLines();
    const second = startImport('-');
    second.child.stdin!.write(text.slice(0, 6_500_000));
    await eventually('it goes on', async () => (await storedLines()) > before);
    second.child.kill('SIGKILL');
    await second.ended;
    expect(await startImport(path).ended).toMatchObject({ code: 0 });
    await expectEveryLineOnce();
  });

  it('that is interrupted stores what it has read, and says how to go on', async () => {
    const { child, ended } = await importBeginning(4_000_000);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'stopped', status: 'importing', lines: await storedLines() });
    expect(await startImport(path).ended).toMatchObject({ code: 0 });
    await expectEveryLineOnce();
  });

  it('does not go on with a file that was changed before the place where it stopped', async () => {
    const { child, ended } = await importBeginning(4_000_000);
    child.kill('SIGKILL');
    await ended;
    const before = await storedImport();
    const changed = join(directory, 'changed.txt');
    // Behind the beginning that files are known by.
    writeFileSync(changed, `${text.slice(0, 100_000)}x${text.slice(100_001)}`);
    const outcome = await startImport(changed).ended;
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('it was changed since');
    expect(await storedImport()).toEqual(before);
  });

  it('is not run by two processes at once', async () => {
    const { child, ended } = await importBeginning(4_000_000);
    const second = await startImport(path).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain('is being imported by another process');
    child.stdin!.end(text.slice(4_000_000));
    expect(await ended).toMatchObject({ code: 0 });
    await expectEveryLineOnce();
  });
});

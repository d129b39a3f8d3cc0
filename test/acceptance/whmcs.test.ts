import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256, writeZip, zipped } from '../../scripts/module-zip.ts';
import { whmcsFiles } from '../../scripts/package-whmcs.ts';
import { version } from '../../src/installation/version.ts';
import { accountOf, unpackModule } from '../support/billing-module.ts';
import { type Listener, listen, loopbackAddress } from '../support/listeners.ts';
import { succeeds } from '../support/succeeds.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const directory = fileURLToPath(new URL('../../integrations/whmcs/', import.meta.url));
const [hasPhp, hasCurl, hasSniffer] = [
  ['php', '-v'],
  ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  ['phpcs', '--version'],
].map(([program, ...args]) => succeeds(program!, ...args));

/** A program makes hundreds of requests, one after the other: what hangs ends, and a busy machine fails no test. */
const timeout = 600_000;

/** `WHMCS_HISTORIES=1000` is the whole proof. */
const histories = Number(process.env.WHMCS_HISTORIES ?? 25);
const seed = Number(process.env.WHMCS_SEED ?? Math.floor(Math.random() * 1_000_000));

let scratch: string;
/** A folder of the billing system, into which the zip was unpacked. */
let root: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'whmcs-'));
  root = join(scratch, 'root');
  const zip = await writeZip(scratch, 'module.zip', await whmcsFiles());
  await unpackModule(root, new Map(Object.entries(unzipSync(await readFile(zip)))));
});
afterAll(async () => {
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

/** What a program of the module's tests prints. */
async function printed(program: string, environment: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const options = ['-d', 'display_errors=stderr', '-d', 'error_reporting=-1', join(directory, 'tests', program)];
  const { stdout } = await run('php', options, {
    // What the module remembers for minutes is in temporary files.
    env: { ...process.env, MODULE_ROOT: root, TMPDIR: scratch, ...environment },
  });
  return stdout.trim().split('\n');
}

describe('the WHMCS module', () => {
  it('is a zip of a version, the same bytes at every time, with checksums of what is in it', async () => {
    const files = await whmcsFiles();
    expect(sha256(zipped(files))).toBe(sha256(zipped(new Map([...(await whmcsFiles())].toReversed()))));
    const [sum, name] = (await readFile(join(scratch, 'module.zip.sha256'), 'utf8')).trim().split('  ');
    expect([sum, name]).toEqual([sha256(await readFile(join(scratch, 'module.zip'))), 'module.zip']);
    const folder = 'modules/servers/breakwater';
    const sums = files.get(`${folder}/SHA256SUMS`)!.toString().trim().split('\n');
    expect(sums.length).toBe(files.size - 1);
    for (const [path, contents] of files) {
      expect(path).toMatch(/^modules\/(servers|addons)\/breakwater\//);
      const line = `${sha256(contents)}  ${posix.relative(folder, path)}`;
      if (!path.endsWith('/SHA256SUMS')) expect(sums).toContain(line);
    }
    expect(files.get(`${folder}/lib/Module.php`)!.toString()).toContain(`VERSION = '${version}'`);
  });

  it('is under a name of its own the brand of a partner, and of nobody else', async () => {
    const files = await whmcsFiles({ name: 'acme', displayName: 'Acme Security' });
    for (const [path, contents] of files) {
      expect(path).toMatch(/^modules\/(servers|addons)\/acme\//);
      expect(`${path} ${contents.toString()}`).not.toMatch(/breakwater/i);
    }
    expect(files.get('modules/servers/acme/acme.php')!.toString()).toContain('function acme_CreateAccount(');
    const described = async (more: object) => {
      const zip = await whmcsFiles({ name: 'acme', displayName: 'Acme', ...more });
      return JSON.parse(zip.get('modules/servers/acme/whmcs.json')!.toString());
    };
    expect(await described({})).not.toHaveProperty('support');
    const portal = 'https://security.acme.example';
    expect((await described({ portal: `${portal}/`, supportEmail: 'help@acme.example' })).support).toEqual({
      homepage: `${portal}/`,
      docs_url: `${portal}/docs/whmcs`,
      email: 'help@acme.example',
    });
    await expect(whmcsFiles({ name: 'Acme', displayName: 'Acme' })).rejects.toThrow('lower-case');
    await expect(whmcsFiles({ name: 'acme', displayName: "A'" })).rejects.toThrow('letters');
  });

  it.skipIf(!hasSniffer)('is written as PSR-12 asks', { tags: 'php-codesniffer' }, async () => {
    // A module's file declares functions and refuses to be called directly; scripts that tests run do things at once.
    const beside = 'PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration';
    await run('phpcs', ['--standard=PSR12', `--exclude=${beside}`, directory]);
  });

  it.skipIf(!hasPhp)('has the functions that WHMCS asks for, which end in sentences', { tags: 'php-cli' }, async () => {
    expect((await printed('floor.php')).length).toBe(8);
  });

  for (const smarty of ['smarty3', 'smarty4']) {
    const library = `/usr/share/php/${smarty}/Smarty.class.php`;
    it.skipIf(!hasPhp || !existsSync(library))(
      `escapes what its page shows (${smarty})`,
      { tags: smarty },
      async () => {
        const compiled = await mkdtemp(join(scratch, 'templates-'));
        expect((await printed('templates.php', { SMARTY: library, SCRATCH: compiled })).length).toBe(3);
      },
    );
  }

  describe('against a server', () => {
    let service: TestService;
    /** Another account, of a server record of its own. */
    let second: TestService;
    let listener: Listener;
    let environment: NodeJS.ProcessEnv;

    beforeAll(async () => {
      service = await TestService.start();
      listener = await listen(loopbackAddress(), 2222, 'SSH-2.0-<script>alert(1)</script>\r\n');
      second = await TestService.start({ role: 'api' });
      const [north, south] = await Promise.all([accountOf(service), accountOf(second)]);
      environment = {
        BREAKWATER_URL: north.url,
        BREAKWATER_API_KEY: north.apiKey,
        SECOND_URL: south.url,
        SECOND_API_KEY: south.apiKey,
        SCANNED: listener.address,
      };
    });
    afterAll(async () => {
      await service?.stop();
      await second?.stop();
      await listener?.close();
    });

    it.skipIf(!hasCurl)('has what is sold monitored, from order to end', { tags: 'php-curl', timeout }, async () => {
      expect((await printed('life.php', environment)).length).toBe(32);
    });

    it.skipIf(!hasCurl)(
      'has both sides equal after any history and a daily job, or the report names what is not',
      { tags: 'php-curl', timeout },
      async () => {
        const settings = { HISTORIES: `${histories}`, SEED: `${seed}` };
        const lines = await printed('histories.php', { ...environment, ...settings });
        expect(lines[0]).toMatch(new RegExp(`^${histories} histories`));
      },
    );
  });
});

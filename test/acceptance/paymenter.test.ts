import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipped } from '../../scripts/module-zip.ts';
import { paymenterFiles } from '../../scripts/package-paymenter.ts';
import { lifeOf, unpackModule } from '../support/billing-module.ts';
import { succeeds } from '../support/succeeds.ts';

const run = promisify(execFile);
const directory = fileURLToPath(new URL('../../integrations/paymenter/', import.meta.url));
const hasPhp = succeeds('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);');
const hasSniffer = succeeds('phpcs', '--version');

/** Of Paymenter: the folder that has app/ and database/. Nothing of it is in this repository. */
const source = process.env.PAYMENTER_DIR;
if (source === undefined)
  console.warn('PAYMENTER_DIR is not set: the extension for Paymenter is not held against its real classes.');

/** As it is unpacked. */
let scratch: string;
let extension: string;

/** With the classes of a source of Paymenter, or with those that stand for them. */
const lifeWith = (classes: string | null) =>
  lifeOf({
    program: join(directory, 'tests/life.php'),
    module: extension,
    scratch,
    source: ['PAYMENTER_DIR', classes],
  });

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'paymenter-'));
  extension = join(scratch, 'extensions/Servers/Breakwater');
  await unpackModule(scratch, await paymenterFiles());
});
afterAll(async () => {
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

describe('the extension for Paymenter', () => {
  it('is packed into the same bytes every time, with checksums that are right', async () => {
    const [first, second] = [zipped(await paymenterFiles()), zipped(await paymenterFiles())];
    expect(Buffer.compare(first, second)).toBe(0);
    await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: extension });
  });

  it('is under a name of its own the brand of a partner, and of nobody else', async () => {
    const files = await paymenterFiles({ name: 'acme', displayName: 'Acme Security' });
    for (const [path, contents] of files) {
      expect(path).toMatch(/^extensions\/Servers\/Acme\//);
      expect(`${path} ${contents.toString()}`).not.toMatch(/breakwater/i);
    }
    const main = files.get('extensions/Servers/Acme/Acme.php')!.toString();
    expect(main).toContain('namespace Paymenter\\Extensions\\Servers\\Acme;');
    expect(main).toContain('class Acme extends Server');
    expect(main).toContain("name: 'Acme Security'");
    expect(files.get('extensions/Servers/Acme/Account.php')!.toString()).toContain('Acme::VERSION');
  });

  it.skipIf(!hasSniffer)('is written as PSR-12 asks', { tags: 'php-codesniffer' }, async () => {
    // Scripts of tests declare and do at once.
    const beside = 'PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration';
    await run('phpcs', ['--standard=PSR12', `--exclude=${beside}`, directory]);
  });

  it.skipIf(!hasPhp)(
    'sells, suspends, ends, upgrades and repairs services, and both sides are equal in the end',
    { tags: 'php-curl' },
    async () => {
      expect((await lifeWith(null)).length).toBe(18);
    },
  );

  describe.skipIf(source === undefined)('held against the source in PAYMENTER_DIR', () => {
    it('names nothing that is not there', async () => {
      const { stdout } = await run('php', [join(directory, 'tests/real.php'), extension]);
      expect(stdout.trim().split('\n').length).toBe(10);
    });

    it('leads the same life with its own classes', async () => {
      expect((await lifeWith(source!)).length).toBe(18);
    });
  });
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipped } from '../../scripts/module-zip.ts';
import { fossbillingFiles } from '../../scripts/package-fossbilling.ts';
import { lifeOf, unpackModule } from '../support/billing-module.ts';
import { succeeds } from '../support/succeeds.ts';

const run = promisify(execFile);
const directory = fileURLToPath(new URL('../../integrations/fossbilling/', import.meta.url));
const hasPhp = succeeds('php', '-r', 'exit(extension_loaded("curl") && extension_loaded("pdo_sqlite") ? 0 : 1);');
const hasTwig = hasPhp && succeeds('php', '-r', 'exit(is_file("/usr/share/php/Twig/autoload.php") ? 0 : 1);');
const hasSniffer = succeeds('phpcs', '--version');

/** Of FOSSBilling: the folder that has library/, modules/ and install/. Nothing of it is in this repository. */
const source = process.env.FOSSBILLING_DIR;
const isTooOld =
  source !== undefined && !existsSync(join(source, 'library/FOSSBilling/Twig/Extension/ApiExtension.php'));
if (source === undefined)
  console.warn('FOSSBILLING_DIR is not set: the module for FOSSBilling is not held against its real classes.');

/** As it is unpacked. */
let scratch: string;
let moduleDirectory: string;

/** With the classes of a source of FOSSBilling, or with those that stand for them. */
const lifeWith = (classes: string | null) =>
  lifeOf({
    program: join(directory, 'tests/life.php'),
    module: moduleDirectory,
    scratch,
    source: ['FOSSBILLING_DIR', classes],
  });

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'fossbilling-'));
  moduleDirectory = join(scratch, 'modules/Servicebreakwater');
  await unpackModule(scratch, await fossbillingFiles());
});
afterAll(async () => {
  if (scratch) await rm(scratch, { recursive: true, force: true });
});

describe('the module for FOSSBilling', () => {
  it('is packed into the same bytes every time, with checksums that are right', async () => {
    const [first, second] = [zipped(await fossbillingFiles()), zipped(await fossbillingFiles())];
    expect(Buffer.compare(first, second)).toBe(0);
    await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: moduleDirectory });
  });

  it('is under a name of its own the brand of a partner, and of nobody else', async () => {
    const files = await fossbillingFiles({ name: 'acme', displayName: 'Acme Security' });
    for (const [path, contents] of files) {
      expect(path).toMatch(/^modules\/Serviceacme\//);
      expect(`${path} ${contents.toString()}`).not.toMatch(/breakwater/i);
    }
    const service = files.get('modules/Serviceacme/Service.php')!.toString();
    expect(service).toContain('namespace Box\\Mod\\Serviceacme;');
    expect(service).toContain('CREATE TABLE IF NOT EXISTS `service_acme`');
  });

  it.skipIf(!hasSniffer)('is written as PSR-12 asks', { tags: 'php-codesniffer' }, async () => {
    // Scripts of tests declare and do at once; FOSSBilling names events and the methods of its API in its own way.
    const beside =
      'PSR1.Files.SideEffects,PSR1.Classes.ClassDeclaration,PSR1.Methods.CamelCapsMethodName,Squiz.Classes.ValidClassName';
    await run('phpcs', ['--standard=PSR12', `--exclude=${beside}`, directory]);
  });

  it.skipIf(!hasTwig)('escapes whatever its templates show', { tags: 'php-twig' }, async () => {
    const { stdout } = await run('php', [join(directory, 'tests/templates.php'), moduleDirectory]);
    expect(stdout.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(20);
    expect(stdout).not.toContain('<script>');
    expect(stdout).not.toMatch(/<input[^>]* value="">/);
  });

  it.skipIf(!hasPhp)(
    'sells, suspends, ends, changes and repairs orders, and both sides are equal after each history',
    { tags: 'php-sqlite3' },
    async () => {
      expect((await lifeWith(null)).length).toBe(24);
    },
  );

  describe.skipIf(source === undefined)('held against the source in FOSSBILLING_DIR', () => {
    it('names nothing that is not there, or is refused in a sentence', async () => {
      const { stdout } = await run('php', [join(directory, 'tests/real.php'), moduleDirectory]);
      expect(stdout.trim().split('\n').length).toBe(isTooOld ? 1 : 8);
    });

    it.skipIf(isTooOld)('leads the same life with its own classes', async () => {
      expect((await lifeWith(source!)).length).toBe(24);
    });
  });
});

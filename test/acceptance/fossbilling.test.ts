import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipped } from '../../scripts/module-zip.ts';
import { fossbillingFiles } from '../../scripts/package-fossbilling.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const directory = fileURLToPath(new URL('../../integrations/fossbilling/', import.meta.url));
const hasPhp = succeeds('php', '-r', 'exit(extension_loaded("curl") && extension_loaded("pdo_sqlite") ? 0 : 1);');
const hasTwig = hasPhp && succeeds('php', '-r', 'exit(is_file("/usr/share/php/Twig/autoload.php") ? 0 : 1);');
const hasSniffer = succeeds('phpcs', '--version');

/** As it is unpacked. */
let scratch: string;
let moduleDirectory: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'fossbilling-'));
  moduleDirectory = join(scratch, 'modules/Servicebreakwater');
  for (const [path, contents] of await fossbillingFiles()) {
    const file = join(scratch, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
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
    expect(stdout).not.toMatch(/value="">/);
  });

  it.skipIf(!hasPhp)(
    'sells, suspends, ends, changes and repairs orders, and both sides are equal after each history',
    { tags: 'php-sqlite3' },
    async () => {
      const service = await TestService.start({ role: 'api' });
      try {
        const { apiKey } = await createPartner(service.service.resources, {
          name: 'Northwind Hosting',
          portalDomain: 'localhost',
        });
        const { stdout, stderr } = await run('php', [join(directory, 'tests/life.php'), moduleDirectory], {
          env: {
            ...process.env,
            BREAKWATER_URL: `http://localhost:${service.service.address!.port}`,
            BREAKWATER_API_KEY: apiKey,
          },
        });
        expect(stderr).toBe('');
        expect(stdout).not.toContain(apiKey);
        expect(stdout.trim().split('\n').length).toBe(11);
      } finally {
        await service.stop();
      }
    },
  );
});

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fossbillingFiles } from '../../scripts/package-fossbilling.ts';
import { paymenterFiles } from '../../scripts/package-paymenter.ts';
import { whmcsFiles } from '../../scripts/package-whmcs.ts';
import { lifeOf, unpackModule } from '../support/billing-module.ts';

const run = promisify(execFile);
const integrations = fileURLToPath(new URL('../../integrations/', import.meta.url));

/** Where `npm install @php-wasm/cli` was run: 470 MB of real PHP in WebAssembly, which no test of ours installs. */
const builds = process.env.PHP_WASM_DIR;
if (builds === undefined)
  console.warn('PHP_WASM_DIR is not set: the PHP client and the modules are run by one version of PHP only.');

/** Tokens of every PHP file below a directory; what does not parse ends it. */
const parser = `<?php
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($argv[1]));
foreach ($files as $file) {
    if (substr((string) $file, -4) === '.php') {
        token_get_all(file_get_contents((string) $file), TOKEN_PARSE);
        echo PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION, ' ', basename((string) $file), "\\n";
    }
}`;

describe.skipIf(builds === undefined).each(['7.4', '8.2', '8.3', '8.5'])('PHP %s', (version) => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'php-versions-'));
    for (const [name, files] of [
      ['whmcs', await whmcsFiles()],
      ['fossbilling', await fossbillingFiles()],
      ['paymenter', await paymenterFiles()],
    ] as const)
      await unpackModule(join(scratch, name), files);
    await writeFile(join(scratch, 'parse.php'), parser);
  });
  afterAll(async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  /** This PHP as a command. */
  const php = ['env', `PHP=${version}`, process.execPath, join(builds ?? '', 'node_modules/@php-wasm/cli/php-wasm.js')];

  async function printed(script: string, args: readonly string[] = [], environment = {}): Promise<string[]> {
    const [program, ...options] = [...php, script, ...args];
    const { stdout } = await run(program!, options, { env: { ...process.env, ...environment } });
    return stdout.trim().split('\n');
  }

  // Paymenter itself needs PHP 8.3, and its extension is written in it.
  const modules = [['whmcs', 40] as const, ['fossbilling', 30] as const, ['paymenter', 25] as const];
  it.each(modules.filter(([name]) => name !== 'paymenter' || version !== '7.4'))(
    'parses every file of the module for %s, with the client in it',
    async (name, fewest) => {
      const lines = await printed(join(scratch, 'parse.php'), [join(scratch, name)]);
      expect(lines.length).toBeGreaterThan(fewest);
      for (const line of lines) expect(line).toMatch(new RegExp(`^${version} \\w+\\.php$`));
    },
  );

  it('keeps the rules of the client', async () => {
    expect((await printed(join(integrations, 'php-client/tests/run.php'))).length).toBe(48);
  });

  it('has the functions that WHMCS asks for, which end in sentences', async () => {
    const MODULE_ROOT = join(scratch, 'whmcs');
    expect((await printed(join(integrations, 'whmcs/tests/floor.php'), [], { MODULE_ROOT })).length).toBe(8);
  });

  // FOSSBilling and Paymenter run on PHP 8.
  it.skipIf(version === '7.4').each([
    ['fossbilling', 'modules/Servicebreakwater', 'FOSSBILLING_DIR', 24],
    ['paymenter', 'extensions/Servers/Breakwater', 'PAYMENTER_DIR', 18],
  ] as const)('leads the life of what the module for %s sells', async (name, folder, variable, rules) => {
    const lines = await lifeOf({
      program: join(integrations, name, 'tests/life.php'),
      module: join(scratch, name, folder),
      scratch,
      source: [variable, null],
      php,
    });
    expect(lines.length, lines.join('\n')).toBe(rules);
  });
});

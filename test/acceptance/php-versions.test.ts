import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whmcsFiles } from '../../scripts/package-whmcs.ts';

const run = promisify(execFile);
const client = fileURLToPath(new URL('../../integrations/php-client/', import.meta.url));

/** Where `npm install @php-wasm/cli` was run: 470 MB of real PHP in WebAssembly, which no test of ours installs. */
const builds = process.env.PHP_WASM_DIR;
if (builds === undefined)
  console.warn('PHP_WASM_DIR is not set: the PHP client and the WHMCS module are run by one version of PHP only.');

describe.skipIf(builds === undefined).each(['7.4', '8.2', '8.3', '8.5'])('PHP %s', (version) => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'php-versions-'));
    for (const [path, contents] of await whmcsFiles()) {
      await mkdir(dirname(join(scratch, path)), { recursive: true });
      await writeFile(join(scratch, path), contents);
    }
  });
  afterAll(async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  async function printed(script: string, ...args: string[]): Promise<string[]> {
    const php = join(builds!, 'node_modules/@php-wasm/cli/php-wasm.js');
    const environment = { env: { ...process.env, PHP: version } };
    const { stdout } = await run(process.execPath, [php, script, ...args], environment);
    return stdout.trim().split('\n');
  }

  it('parses every file of the WHMCS module, with the client in it', async () => {
    const script = join(scratch, 'parse.php');
    await writeFile(
      script,
      `<?php
      $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($argv[1]));
      foreach ($files as $file) {
          if (substr((string) $file, -4) === '.php') {
              token_get_all(file_get_contents((string) $file), TOKEN_PARSE);
              echo PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION, ' ', basename((string) $file), "\\n";
          }
      }`,
    );
    const lines = await printed(script, join(scratch, 'modules'));
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) expect(line).toMatch(new RegExp(`^${version} \\w+\\.php$`));
  });

  it('keeps the rules of the client', async () => {
    expect((await printed(join(client, 'tests/run.php'))).length).toBe(46);
  });
});

/** What integrators download from the documentation: the clients and modules that belong to this program. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, sha256, zipped } from '../module-zip.ts';
import { fossbillingFiles } from '../package-fossbilling.ts';
import { paymenterFiles } from '../package-paymenter.ts';
import { whmcsFiles } from '../package-whmcs.ts';
import { repository } from './pages.ts';

/** What they are made of, from the top of the repository. */
export const downloadSources = [
  'client',
  'integrations',
  'scripts/module-zip.ts',
  'scripts/package-fossbilling.ts',
  'scripts/package-paymenter.ts',
  'scripts/package-whmcs.ts',
  'LICENSE',
];

/** Contents by name, with the sums of all of them, which `sha256sum -c` checks. Names have no version, so that links stay as they are. */
export async function downloads(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>([
    ['breakwater-client.tgz', packedClient()],
    ['breakwater-php-client.zip', zipped(await phpClientFiles())],
    ['breakwater-python-client.zip', zipped(await pythonClientFiles())],
    ['breakwater-whmcs.zip', zipped(await whmcsFiles())],
    ['breakwater-fossbilling.zip', zipped(await fossbillingFiles())],
    ['breakwater-paymenter.zip', zipped(await paymenterFiles())],
  ]);
  const sums = [...files].map(([name, contents]) => `${sha256(contents)}  ${name}\n`);
  return files.set('SHA256SUMS.txt', Buffer.from(sums.join('')));
}

async function phpClientFiles() {
  const folder = 'breakwater-php-client';
  const alone = ['autoload.php', 'composer.json', 'README.md'].map(
    (name) => [`${folder}/${name}`, readFileSync(join(repository, 'integrations/php-client', name))] as const,
  );
  const licence = [`${folder}/LICENSE`, readFileSync(join(repository, 'LICENSE'))] as const;
  const [sources, texts] = await Promise.all(
    ['src', 'lang'].map((name) => filesOf(`integrations/php-client/${name}`, `${folder}/${name}`)),
  );
  return new Map([...sources!, ...texts!, ...alone, licence]);
}

/** What pip builds and installs. */
async function pythonClientFiles() {
  const folder = 'breakwater-python-client';
  const alone = ['pyproject.toml', 'README.md'].map(
    (name) => [`${folder}/${name}`, readFileSync(join(repository, 'integrations/python-client', name))] as const,
  );
  const licence = [`${folder}/LICENSE`, readFileSync(join(repository, 'LICENSE'))] as const;
  const sources = await filesOf('integrations/python-client/src', `${folder}/src`);
  const ours = [...sources].filter(([path]) => !path.includes('/__pycache__/'));
  return new Map([...ours, ...alone, licence]);
}

/** As `npm pack` makes it, beside the repository: what is newer there has the portal built anew. */
function packedClient(): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'breakwater-client-'));
  try {
    for (const name of ['package.json', 'README.md'])
      copyFileSync(join(repository, 'client', name), join(scratch, name));
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const compile = [compiler, '-p', join(repository, 'client'), '--outDir', join(scratch, 'dist')];
    execFileSync(process.execPath, compile, { stdio: 'inherit' });
    const name = execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], {
      cwd: scratch,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return readFileSync(join(scratch, name.trim()));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

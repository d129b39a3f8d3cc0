import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PackageRegistry } from './package-registry.ts';
import { hasPip } from './python-package.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Installs @breakwater/client into a directory, as somebody has it who uses the package. */
export async function installClientPackage(project: string): Promise<void> {
  const modules = join(project, 'node_modules');
  const installed = join(modules, '@breakwater/client');
  await mkdir(installed, { recursive: true });
  await run(process.execPath, [compiler, '-p', 'client', '--outDir', join(installed, 'dist')], { cwd: root });
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await provideTypes(project);
}

/**
 * Installs the clients for TypeScript, PHP and Python into a directory by the lines that their served pages have: node_modules,
 * breakwater-php-client and python/breakwater_client.
 * @param baseUrl of the service
 */
export async function installDownloads(project: string, baseUrl: string): Promise<void> {
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await using registry = await PackageRegistry.start(['openapi-fetch', 'openapi-typescript-helpers']);
  const npm = { registry: registry.url, cache: join(project, '.npm'), audit: 'false', fund: 'false' };
  // What builds the package is there, and nobody is asked for it.
  const pip = { TARGET: join(project, 'python'), NO_INDEX: '1', NO_BUILD_ISOLATION: '0', NO_CACHE_DIR: '0' };
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value])),
    ...Object.fromEntries(Object.entries(pip).map(([name, value]) => [`PIP_${name}`, value])),
  };
  for (const page of ['typescript', 'php', 'python']) {
    const line = page === 'python' && !hasPip ? withoutPip : await installLineOf(page, baseUrl);
    await run('sh', ['-euc', line.replaceAll('https://security.example.com', baseUrl)], { cwd: project, env });
  }
  await provideTypes(project);
}

/** As the page of the Python package says it of a machine without pip. */
const withoutPip = `
  curl -sO https://security.example.com/docs/downloads/breakwater-python-client.zip
  unzip -q breakwater-python-client.zip
  mkdir python
  cp -r breakwater-python-client/src/breakwater_client python`;

/** The line of a served page by which what is downloaded there is installed. */
export async function installLineOf(page: string, baseUrl: string): Promise<string> {
  const text = await (await fetch(`${baseUrl}/docs/${page}.md`)).text();
  const [, line] = /^```\n(.*\/docs\/downloads\/.*)\n```$/m.exec(text) ?? [];
  if (line === undefined) throw new Error(`${page} has no line that installs its download.`);
  return line;
}

/** Of what Node has, which the compiler wants. */
async function provideTypes(project: string): Promise<void> {
  for (const name of ['@types', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
}

/** @throws with what the compiler says of the programs below a directory, checked as strictly as they can be */
export async function compilePrograms(project: string): Promise<void> {
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, types: ['node'], skipLibCheck: false },
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await run(process.execPath, [compiler, '-p', project]).catch((error: Error & { stdout?: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}

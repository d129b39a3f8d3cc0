import { execFile } from 'node:child_process';
import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
  await provideDependencies(project);
}

/**
 * Puts into a directory what the documentation has for download, as its pages say: the packages for TypeScript, PHP and Python.
 * @param baseUrl of the service
 */
export async function installDownloads(project: string, baseUrl: string): Promise<void> {
  const scope = join(project, 'node_modules/@breakwater');
  await mkdir(scope, { recursive: true });
  for (const [name, unpack, directory] of [
    ['breakwater-client.tgz', ['tar', '-xzf'], scope],
    ['breakwater-php-client.zip', ['unzip', '-q'], project],
    ['breakwater-python-client.zip', ['unzip', '-q'], project],
  ] as const) {
    const file = join(project, name);
    const answer = await fetch(`${baseUrl}/docs/downloads/${name}`);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    await run(unpack[0], [unpack[1], file], { cwd: directory });
  }
  await rename(join(scope, 'package'), join(scope, 'client'));
  await provideDependencies(project);
}

/** What a registry would bring. */
async function provideDependencies(project: string): Promise<void> {
  const modules = join(project, 'node_modules');
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
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

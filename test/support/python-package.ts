import { execFile, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Python package, as it is in the repository. */
export const pythonPackage = fileURLToPath(new URL('../../integrations/python-client/', import.meta.url));

export const hasMypy = spawnSync('mypy', ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether it can be built and installed without asking anybody for what builds it. */
export const hasPip = spawnSync('python3', ['-c', 'import pip, setuptools, wheel'], { stdio: 'ignore' }).status === 0;

/** @throws with what mypy says, at its strictest, of the programs in a directory that use the package */
export async function checkPythonTypes(directory: string): Promise<void> {
  const programs = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.py'));
  const strictest = ['--strict', '--no-error-summary', '--cache-dir=/dev/null', '--scripts-are-modules'];
  const env = { ...process.env, MYPYPATH: join(pythonPackage, 'src') };
  await run('mypy', [...strictest, ...programs], { cwd: directory, env }).catch(
    (error: Error & { stdout?: string }) => {
      throw new Error(error.stdout, { cause: error });
    },
  );
}

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { TestService } from './test-service.ts';

const run = promisify(execFile);

/** Writes a module as its package is unpacked: contents by path in the folder of the billing system. */
export async function unpackModule(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, contents] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

/** A new account of a service, by the address at which programs on this machine reach it. */
export async function accountOf(service: TestService): Promise<{ url: string; apiKey: string }> {
  const partner = { name: 'Northwind Hosting', portalDomain: 'localhost' };
  const { apiKey } = await createPartner(service.service.resources, partner);
  return { url: `http://localhost:${service.service.address!.port}`, apiKey };
}

export interface Life {
  /** The program of the module's tests that leads it. */
  readonly program: string;
  /** Where the module is unpacked. */
  readonly module: string;
  /** For what the module remembers for minutes. */
  readonly scratch: string;
  /** The variable that names the billing system's own source, and the source; null: classes that stand for it. */
  readonly source: readonly [variable: string, directory: string | null];
  /** Another PHP than this machine's: a command, with its arguments. */
  readonly php?: readonly string[];
}

/**
 * Leads the life of what a module sells, against a service and an account of its own.
 * @returns a line for each rule. @throws at the first that is broken, at a complaint of PHP, or when the API key is printed
 */
export async function lifeOf({ program, module, scratch, source, php = ['php'] }: Life): Promise<string[]> {
  const [variable, directory] = source;
  const [command, ...args] = [...php, program, module];
  const service = await TestService.start({ role: 'api' });
  try {
    const { url, apiKey } = await accountOf(service);
    const { [variable]: _given, ...environment } = process.env;
    const { stdout, stderr } = await run(command!, args, {
      env: {
        ...environment,
        ...(directory === null ? {} : { [variable]: directory }),
        BREAKWATER_URL: url,
        BREAKWATER_API_KEY: apiKey,
        TMPDIR: scratch,
      },
    });
    if (stderr !== '') throw new Error(stderr);
    if (stdout.includes(apiKey)) throw new Error('The API key is printed.');
    return stdout.trim().split('\n');
  } finally {
    await service.stop();
  }
}

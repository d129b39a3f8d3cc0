import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

interface Package {
  /** As its package.json describes the version that is installed here. */
  readonly description: { readonly version: string };
  readonly tarball: Buffer;
}

/** Stands for npm's registry: it has some of the packages that are installed here, and no others. */
export class PackageRegistry implements AsyncDisposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(names: readonly string[]): Promise<PackageRegistry> {
    const packages = new Map(await Promise.all(names.map(async (name) => [name, await packed(name)] as const)));
    const server = createServer(({ url = '', headers: { host } }, response) => {
      const [, name = '', isTarball] = /^\/(.+?)(\.tgz)?$/.exec(decodeURIComponent(url)) ?? [];
      const found = packages.get(name);
      if (found === undefined) response.writeHead(404).end();
      else if (isTarball) response.end(found.tarball);
      else {
        const { version } = found.description;
        const dist = { tarball: `http://${host}/${name}.tgz` };
        const versions = { [version]: { ...found.description, dist } };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PackageRegistry(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

async function packed(name: string): Promise<Package> {
  const folder = join(modules, name);
  const into = ['--transform', 's,^\\.,package,'];
  const { stdout } = await run('tar', ['-czf', '-', ...into, '-C', folder, '.'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  return { description: JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), tarball: stdout };
}

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { PortalNotBuilt } from '../identity/sign-in/portal-app.ts';
import { ConfigError } from '../installation/environment-reader.ts';
import type { ListenAddress } from './service-options.ts';
import { StartError } from './start-error.ts';

/** What a service has started: it ends in reverse order, each part whatever became of the others. */
export interface Lifetime {
  readonly parts: AsyncDisposableStack;
  /** Aborted first of all, so that everything ends at once. */
  readonly stopping: AbortSignal;
}

/** @throws StartError in a sentence that begins with `trouble`, unless the error has a sentence of its own */
export async function part<T>(trouble: string, start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StartError) throw error;
    const { message } = error as Error;
    throw new StartError(error instanceof PortalNotBuilt ? message : `${trouble}: ${message}`, { cause: error });
  }
}

/**
 * @param variable names the port, for the operator
 * @param reusePort whether other processes may listen there, too
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  variable: 'PORT' | 'OPERATIONS_PORT',
  reusePort = false,
): Promise<ListenAddress> {
  // Of Node.js, to which fastify hands them on; its own type does not know the last one.
  const options = { host, port, reusePort };
  try {
    await app.listen(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = {
      EADDRINUSE: 'another program listens there. Stop it, or set another port',
      EACCES: 'this user may not listen there. Set a port from 1024',
      EADDRNOTAVAIL: 'this machine has no such address',
    }[code ?? ''];
    throw new StartError(`${host} port ${port} (${variable}) cannot be used: ${why ?? message}.`, { cause: error });
  }
  const { address, port: bound } = app.server.address() as AddressInfo;
  return { host: address, port: bound };
}

import { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Refusal } from './problems.ts';

export interface OperationsRouteOptions {
  readonly registry: Registry;
  /** Checks by name; each rejects when what it looks at does not work. */
  readonly readiness: Readonly<Record<string, () => Promise<void>>>;
}

const readinessTimeoutMs = 3_000;

/**
 * `/readyz` for load balancers, and `/metrics` for Prometheus. Metrics are answered on loopback only, and never through a
 * proxy: a scraper elsewhere goes through the operator's own tunnel or sidecar.
 */
export function addOperationsRoutes(app: FastifyInstance, { registry, readiness }: OperationsRouteOptions): void {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  loopback.addAddress('::1', 'ipv6');

  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    const checks = Object.fromEntries(
      await Promise.all(Object.entries(readiness).map(async ([name, check]) => [name, await outcome(check)] as const)),
    );
    const ready = Object.values(checks).every((state) => state === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ ready, checks });
  });

  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    const direct = request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined;
    if (!direct || !loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))
      throw new Refusal(404, 'No such path.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** The cause stays in the log: readiness is public. */
async function outcome(check: () => Promise<void>): Promise<'ok' | 'failed'> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timed out')), readinessTimeoutMs).unref();
  });
  return Promise.race([check(), timeout]).then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
}

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
/** Anybody may ask: however many do, each check runs once at a time and once in so long. */
const freshMs = 1_000;

/**
 * `/readyz` for load balancers, and `/metrics` for Prometheus. Metrics are answered on loopback only, and never through a
 * proxy: a scraper elsewhere goes through the operator's own tunnel or sidecar.
 */
export function addOperationsRoutes(app: FastifyInstance, { registry, readiness }: OperationsRouteOptions): void {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  loopback.addAddress('::1', 'ipv6');

  const probes = Object.entries(readiness).map(([name, check]) => [name, sharedProbe(check)] as const);

  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    const checks = Object.fromEntries(
      await Promise.all(probes.map(async ([name, probe]) => [name, await probe()] as const)),
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

type Outcome = 'ok' | 'failed';

/** The cause stays in the log: readiness is public. A check that hangs is not asked again before it has come back. */
function sharedProbe(check: () => Promise<void>): () => Promise<Outcome> {
  let latest: { readonly outcome: Promise<Outcome>; isOver: boolean; readonly startedAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest && (!latest.isOver || now - latest.startedAt < freshMs)) return latest.outcome;
    const running = check();
    const probe = { outcome: withinTime(running), isOver: false, startedAt: now };
    const end = () => {
      probe.isOver = true;
    };
    running.then(end, end);
    latest = probe;
    return probe.outcome;
  };
}

async function withinTime(running: Promise<void>): Promise<Outcome> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timed out')), readinessTimeoutMs).unref();
  });
  return Promise.race([running, timeout]).then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
}

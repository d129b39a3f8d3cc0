import { BlockList, isIP } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { shareAnswers } from '../../platform/share-answers.ts';
import { Refusal } from './problems.ts';

/** Works; works with less than it should have; does not work. */
export type CheckState = 'ok' | 'degraded' | 'failed';

/** Whether the process answers requests, or does its work: it is not ready before, nor when it is about to stop. */
export type ServicePhase = 'starting' | 'running' | 'stopping';

export interface ReadinessOptions {
  readonly phase: () => ServicePhase;
  /** Read each time: what starts late adds its own. */
  readonly checks: ReadinessChecks;
}

/** What a check finds; null: that cannot be known now, so that nothing is said of it. It rejects when what it looks at does not work. */
export type ReadinessCheck = () => Promise<'ok' | 'degraded' | null>;

/** Checks by name. */
export type ReadinessChecks = Record<string, ReadinessCheck>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckState | ServicePhase>>;
}

const checkTimeoutMs = 3_000;
/** However many ask, the checks are made no more often than this. */
const readinessLifetimeMs = 500;

/** Whether the process can do its work now. What is degraded does it all the same. */
export function readinessOf({ phase, checks }: ReadinessOptions): () => Promise<Readiness> {
  const ask = shareAnswers(readinessLifetimeMs, async () => {
    const outcomes = Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const);
    const known = (await Promise.all(outcomes)).flatMap(([name, state]) =>
      state === null ? [] : [[name, state] as const],
    );
    return Object.fromEntries(known);
  });
  return async () => {
    if (phase() !== 'running') return { ready: false, checks: { process: phase() } };
    const states = await ask();
    return { ready: !Object.values(states).includes('failed'), checks: states };
  };
}

/** The cause stays in the log: readiness is public. */
async function outcome(check: ReadinessCheck): Promise<CheckState | null> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('timed out')), checkTimeoutMs).unref();
  });
  return Promise.race([check(), timeout]).catch(() => 'failed');
}

/** `/readyz` for load balancers: 200 or 503, and what works. */
export function addReadinessRoute(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    const state = await readiness();
    return reply
      .code(state.ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send(state);
  });
}

/**
 * `/metrics` for Prometheus on the listener of the API: answered on loopback only, and never through a proxy, also one that
 * adds no header but passes on the name that was asked for. A scraper elsewhere needs the operations listener.
 */
export function addLoopbackMetricsRoute(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    if (!isFromThisMachine(request)) throw new Refusal(404, 'No such path.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const direct = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
  const named = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return (
    direct &&
    loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') &&
    (named === 'localhost' || isIP(named) > 0)
  );
}

/** A head or a body that has not come by then does not come. Probes and scrapers send theirs at once. */
const requestTimeoutMs = 10_000;
/** Probes, scrapers and somebody who looks. */
const mostConnections = 100;

interface OperationsOptions {
  readonly registry: Registry;
  readonly readiness: () => Promise<Readiness>;
  /** An HTML document for the operator; it rejects while there is none. */
  readonly page: () => Promise<string>;
}

/** Of a page that runs nothing, loads nothing and is part of no other. */
const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * `/livez`, `/readyz`, `/metrics` and the operator's page on a listener of their own, for a process of any role. Who reaches it may read them,
 * and takes nothing else: requests with a body are refused before it is read, slow ones end, and connections are counted.
 */
export function createOperationsServer({ registry, readiness, page }: OperationsOptions): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 2 },
  });
  app.server.maxConnections = mostConnections;
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (Number(length) === 0 && encoding === undefined) return undefined;
    // What follows on the connection would be the body.
    return reply.code(413).header('Connection', 'close').send({ error: 'Send no body.' });
  });
  app.get('/livez', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ alive: true }));
  addReadinessRoute(app, readiness);
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  app.get('/', async (_request, reply) => {
    reply.headers(pageHeaders);
    const shown = await page().catch(() => null);
    // Which of them fails, and since when, /readyz and the log say.
    if (shown === null)
      return reply.code(503).type('text/plain').send('The database cannot be asked now: see /readyz.\n');
    return reply.type('text/html; charset=utf-8').send(shown);
  });
  return app;
}

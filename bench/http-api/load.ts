/**
 * The load generator, in a process of its own.
 *
 *   node load.ts '<JSON of Load>'
 */

import autocannon from 'autocannon';
import { provisionBody } from './workload.ts';

export interface Load {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit: { readonly seconds: number } | { readonly requests: number };
  /** One connection per key. */
  readonly apiKeys: readonly string[];
  /** Number of the first provisioning request: none was sent before. */
  readonly firstRequest: number;
  /** The only status that counts as an answer. */
  readonly expectedStatus: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests sent, answered or not. */
  readonly sent: number;
  readonly answered: number;
}

async function generate(load: Load): Promise<LoadResult> {
  const headersOf = load.apiKeys.map((key) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' }));
  let sent = 0;
  let clients = 0;
  const result = await autocannon({
    url: load.url,
    connections: load.apiKeys.length,
    ...('seconds' in load.limit ? { duration: load.limit.seconds } : { amount: load.limit.requests }),
    setupClient: (client) => client.setHeaders(headersOf[clients++ % headersOf.length]!),
    requests: [
      {
        method: load.method,
        path: load.path,
        ...(load.method === 'POST'
          ? {
              setupRequest: (request) => {
                const n = load.firstRequest + sent++;
                const headers = headersOf[n % headersOf.length]!;
                return { ...request, headers, body: JSON.stringify(provisionBody(n)) };
              },
            }
          : {}),
      },
    ],
  });
  const { [load.expectedStatus]: expected, ...others } = result.statusCodeStats;
  if (!expected || result.errors > 0 || Object.keys(others).length > 0)
    throw new Error(
      `${load.path}: ${result.errors} errors, answers by status ${JSON.stringify(result.statusCodeStats)}`,
    );
  const { p50, p99 } = result.latency;
  return {
    requestsPerSecond: expected.count / result.duration,
    p50Ms: p50,
    p99Ms: p99,
    sent,
    answered: expected.count,
  };
}

console.log(JSON.stringify(await generate(JSON.parse(process.argv[2]!) as Load)));

/**
 * Somebody else, on a thread of its own so that the attack's own work delays nobody: asks for health and for a list of servers in
 * turn, and tells how long each answer took.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';

export interface Neighbour {
  readonly url: string;
  readonly portalDomain: string;
  readonly apiKey: string;
}

/** Null: no answer. */
export type NeighbourWait = number | null;

const pauseMs = 15;
const { url, portalDomain, apiKey } = workerData as Neighbour;
const headers = { host: portalDomain, authorization: `Bearer ${apiKey}` };
const paths = ['/api/v1/health', '/api/v1/endpoints?billing_customer_id=1'];
const dispatcher = new Agent({ connections: 1, headersTimeout: 60_000 });

for (let turn = 0; ; turn += 1) {
  const begin = performance.now();
  let wait: NeighbourWait = null;
  try {
    const { body, statusCode } = await request(`${url}${paths[turn % 2]}`, { dispatcher, headers });
    await body.dump();
    if (statusCode === 200 || statusCode === 429) wait = performance.now() - begin;
  } catch {
    // No answer: null.
  }
  parentPort!.postMessage(wait);
  await sleep(pauseMs);
}

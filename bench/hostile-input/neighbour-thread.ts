/**
 * Somebody else, on a thread of its own so that the attack's own work delays nobody: asks for health and for a list of servers in
 * turn, and for a report besides while it is told to, and tells how long each answer took.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';

export interface Neighbour {
  readonly url: string;
  readonly portalDomain: string;
  readonly apiKey: string;
}

export interface NeighbourWait {
  readonly isReport: boolean;
  /** Null: no answer. */
  readonly ms: number | null;
}

const pauseMs = 15;
const { url, portalDomain, apiKey } = workerData as Neighbour;
const headers = { host: portalDomain, authorization: `Bearer ${apiKey}` };
const paths = ['/api/v1/health', '/api/v1/endpoints?billing_customer_id=1'];
const dispatcher = new Agent({ connections: 1, headersTimeout: 60_000 });

const reportsDispatcher = new Agent({ connections: 1, headersTimeout: 60_000 });
const report = `/api/v1/reports/monthly?billing_customer_id=1&month=${new Date().toISOString().slice(0, 7)}`;
let asksForReports = false;
parentPort!.on('message', (asks: boolean) => {
  asksForReports = asks;
});

async function askFor(path: string, isReport: boolean): Promise<void> {
  const begin = performance.now();
  let ms: number | null = null;
  try {
    const { body, statusCode } = await request(`${url}${path}`, {
      dispatcher: isReport ? reportsDispatcher : dispatcher,
      headers: isReport ? { ...headers, accept: 'application/pdf' } : headers,
    });
    await body.dump();
    if (statusCode === 200 || (statusCode === 429 && !isReport)) ms = performance.now() - begin;
  } catch {
    // No answer: null.
  }
  parentPort!.postMessage({ isReport, ms } satisfies NeighbourWait);
}

/** Less often: its limit is for a minute. */
async function askForReports(): Promise<void> {
  for (;;) {
    if (asksForReports) await askFor(report, true);
    await sleep(1_500);
  }
}

void askForReports();
for (let turn = 0; ; turn += 1) {
  await askFor(paths[turn % 2]!, false);
  await sleep(pauseMs);
}

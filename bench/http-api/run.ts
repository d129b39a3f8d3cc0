/**
 * Requests per second of the API beside the bare floor: the same framework, pool and database with one statement per request
 * (floor-server.ts). Both are measured in one run, alternating; the medians of the rounds count.
 *
 *   npx node bench/http-api/run.ts [rounds] [seconds] [processes]
 *
 * With more than one process (`serve --processes`), those are measured beside the single one in the same run, too: on a machine
 * with cores to spare, two shall answer 1.8 times as much.
 *
 * The service runs as its command line starts it, with the role `api` and SCAN_ENGINE=off: the benchmark sends no packet but
 * HTTP on loopback. The load generator and PostgreSQL compete with the server for the machine's cores, so on a small machine
 * the ratios say more than the figures. What a request takes of the processor, in the server and in PostgreSQL, says where the
 * difference lies, and what would be left of it if one of the two cost nothing.
 */

import { mkdtempSync, openSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';
import { cpuSecondsWithChildren } from '../processes.ts';
import { settle } from '../settle.ts';
import { type RunningServer, runForJson, startServer } from './child-process.ts';
import type { FloorOptions } from './floor-server.ts';
import type { Load, LoadResult } from './load.ts';
import { StatementLog } from './statement-log.ts';
import {
  connections,
  foldCounts,
  listedAlerts,
  listedCustomer,
  listedEndpoints,
  provisionBody,
  seed,
  type Workload,
} from './workload.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 5);
const processes = Number(process.argv[4] ?? 1);
/** For the servers' code to be compiled, and for each customer to have been created. */
const warmUpRequests = 2_000;
/** Connections of serve.ts. */
const maxConnections = 20;
const countedRequests = 20;
/** More servers than one process is asked for: the same are not ordered twice. */
const orderedByOthers = 8_000_000;
const tmpfsMagic = 0x01021994;

interface BenchmarkedOperation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly ours: string;
  readonly floor: string;
  readonly expectedStatus: number;
  /** Number of rows in an answer of ours, or undefined for what answers with none. */
  readonly rowsOf?: (body: never) => number;
  readonly expectedRows?: number;
}

const operations: readonly BenchmarkedOperation[] = [
  {
    name: 'provision',
    method: 'POST',
    ours: '/api/v1/billing/provision',
    floor: '/provision',
    expectedStatus: 201,
  },
  {
    name: 'list endpoints',
    method: 'GET',
    ours: `/api/v1/endpoints?billing_customer_id=${listedCustomer}`,
    floor: '/endpoints',
    expectedStatus: 200,
    rowsOf: (body: { data: unknown[] }) => body.data.length,
    expectedRows: listedEndpoints,
  },
  {
    name: 'list alerts',
    method: 'GET',
    ours: `/api/v1/alerts?billing_customer_id=${listedCustomer}`,
    floor: '/alerts',
    expectedStatus: 200,
    rowsOf: (body: { data: { alerts: unknown[] } }) => body.data.alerts.length,
    expectedRows: listedAlerts,
  },
];

/** Processor time for one request in µs. */
interface Cost {
  readonly server: number;
  readonly database: number;
}

type Measurement = LoadResult & { readonly cost: Cost };

class Contestant {
  readonly name: string;
  readonly #kind: 'ours' | 'floor';
  readonly results = new Map<BenchmarkedOperation, Measurement[]>();
  readonly #server: RunningServer;
  readonly #databasePid: number;
  readonly #apiKeys: readonly string[];
  #nextRequest: number;

  constructor(
    kind: 'ours' | 'floor',
    server: RunningServer,
    databasePid: number,
    apiKeys: readonly string[],
    name: string = kind,
    firstRequest = 0,
  ) {
    this.name = name;
    this.#nextRequest = firstRequest;
    this.#kind = kind;
    this.#server = server;
    this.#databasePid = databasePid;
    this.#apiKeys = apiKeys;
  }

  async measure(operation: BenchmarkedOperation): Promise<LoadResult> {
    const before = this.#cpuSeconds();
    const result = await this.#load(operation, { seconds });
    const after = this.#cpuSeconds();
    const each = (part: keyof Cost) => ((after[part] - before[part]) * 1_000_000) / result.answered;
    const cost = { server: each('server'), database: each('database') };
    this.results.set(operation, [...(this.results.get(operation) ?? []), { ...result, cost }]);
    return result;
  }

  #cpuSeconds() {
    return { server: cpuSecondsWithChildren(this.#server.pid), database: cpuSecondsWithChildren(this.#databasePid) };
  }

  async warmUp(operation: BenchmarkedOperation): Promise<void> {
    await this.#load(operation, { requests: warmUpRequests });
  }

  /** Sends one request and checks that the answer is the one that the benchmark is about. */
  async request(operation: BenchmarkedOperation): Promise<void> {
    const response = await fetch(`${this.#server.url}${operation[this.#kind]}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${this.#apiKeys[0]}`, 'content-type': 'application/json' },
      ...(operation.method === 'POST' ? { body: JSON.stringify(provisionBody(this.#nextRequest++)) } : {}),
    });
    const body = await response.json();
    const rows = this.#kind === 'floor' ? (body as { length?: number }).length : operation.rowsOf?.(body as never);
    if (response.status !== operation.expectedStatus || rows !== operation.expectedRows)
      throw new Error(`${this.name}, ${operation.name}: ${response.status} ${JSON.stringify(body)}`);
  }

  async #load(operation: BenchmarkedOperation, limit: Load['limit']): Promise<LoadResult> {
    const load: Load = {
      url: this.#server.url,
      method: operation.method,
      path: operation[this.#kind],
      limit,
      apiKeys: this.#apiKeys,
      firstRequest: this.#nextRequest,
      expectedStatus: operation.expectedStatus,
    };
    const result = await runForJson<LoadResult>([join(import.meta.dirname, 'load.ts'), JSON.stringify(load)]);
    this.#nextRequest += result.sent;
    return result;
  }
}

async function startOurs(databaseUrl: string, logDescriptor: number, count = 1): Promise<RunningServer> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'only for this benchmark, and only on loopback',
    PORT: '0',
    SCAN_ENGINE: 'off',
    SCAN_ALLOW: '198.18.0.0/15',
    RATE_LIMIT_STRICT: '1000000',
    RATE_LIMIT_DEFAULT: '1000000',
  };
  const main = join(import.meta.dirname, '../../src/main.ts');
  return startServer([main, 'serve', '--role', 'api', '--processes', String(count), '--json'], { env, logDescriptor });
}

async function startFloor(options: FloorOptions, logDescriptor: number): Promise<RunningServer> {
  const program = join(import.meta.dirname, 'floor-server.ts');
  return startServer([program, JSON.stringify(options)], { env: { PATH: process.env.PATH }, logDescriptor });
}

async function compare(contestants: readonly Contestant[], connection: FloorOptions['connection']): Promise<void> {
  for (const operation of operations) for (const contestant of contestants) await contestant.warmUp(operation);
  await settle(connection);
  for (let round = 1; round <= rounds; round += 1) {
    for (const operation of operations) {
      for (const contestant of contestants) {
        await foldCounts(connection);
        const { requestsPerSecond, p50Ms, p99Ms } = await contestant.measure(operation);
        const latency = `p50 ${p50Ms} ms, p99 ${p99Ms} ms`;
        console.log(
          `round ${round}: ${operation.name}, ${contestant.name}: ${requestsPerSecond.toFixed(0)}/s, ${latency}`,
        );
      }
    }
  }
}

function medianOf(contestant: Contestant, operation: BenchmarkedOperation) {
  const results = contestant.results.get(operation) ?? [];
  const of = (value: (measurement: Measurement) => number) => median(results.map(value));
  return {
    requestsPerSecond: of(({ requestsPerSecond }) => requestsPerSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cost: { server: of(({ cost }) => cost.server), database: of(({ cost }) => cost.database) },
  };
}

function summarise(ours: Contestant, floor: Contestant): Comparison[] {
  console.log(`\n${connections} connections, ${availableParallelism()} cores, medians of ${rounds} × ${seconds} s`);
  return operations.map((operation) => {
    const [our, bare] = [medianOf(ours, operation), medianOf(floor, operation)];
    const figures = ({ requestsPerSecond, p50Ms, p99Ms, cost }: ReturnType<typeof medianOf>) =>
      `${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${inWords(cost)}`;
    const ratio = our.requestsPerSecond / bare.requestsPerSecond;
    console.log(`${operation.name}: ours ${figures(our)}; floor ${figures(bare)}; ${ratio.toFixed(2)} × the floor`);
    return {
      name: operation.name,
      unit: 'requests/s',
      ours: our.requestsPerSecond,
      peerName: 'bare floor',
      peer: bare.requestsPerSecond,
      goalRatio: null,
      correct: true,
    };
  });
}

function inWords({ server, database }: Cost): string {
  return `${server.toFixed(0)} µs of the processor in the server and ${database.toFixed(0)} µs in PostgreSQL`;
}

/** What more processes answer, in answers of the single one. */
function compareProcesses(single: Contestant, several: Contestant): Comparison[] {
  return operations.map((operation) => {
    const [one, more] = [medianOf(single, operation), medianOf(several, operation)];
    const ratio = (more.requestsPerSecond / one.requestsPerSecond).toFixed(2);
    console.log(
      `${operation.name}: ${several.name} ${more.requestsPerSecond.toFixed(0)}/s, ${ratio} × one, p99 ${more.p99Ms} ms`,
    );
    return {
      name: `${operation.name}, ${several.name}`,
      unit: 'requests/s',
      ours: more.requestsPerSecond,
      peerName: 'one process',
      peer: one.requestsPerSecond,
      goalRatio: null,
      correct: true,
    };
  });
}

async function printStatements(
  log: StatementLog,
  connection: FloorOptions['connection'],
  ours: Contestant,
): Promise<void> {
  for (const operation of operations) {
    const statements = await log.during(connection, async () => {
      for (let n = 0; n < countedRequests; n += 1) await ours.request(operation);
    });
    console.log(`\n${operation.name}: ${(statements.length / countedRequests).toFixed(1)} statements per request:`);
    const perRequest = Math.round(statements.length / countedRequests);
    for (const statement of statements.slice(-perRequest)) console.log(`  ${statement.slice(0, 120)}`);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'http-api-'));
if (statfsSync(directory).type === tmpfsMagic) console.log('!!! Files are kept in memory here: fsync costs nothing.');
const statementLog = new StatementLog();
const log = openSync(join(directory, 'servers.log'), 'a');
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  mode: 'serve',
  log: statementLog.append,
});
const servers: RunningServer[] = [];
try {
  const { connection } = postgres;
  const databasePid = Number.parseInt(readFileSync(join(directory, 'data/postgres/postmaster.pid'), 'utf8'), 10);
  const workload: Workload = await seed(connection);
  const { host, user, database } = connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${connection.port}`;
  servers.push(await startOurs(databaseUrl, log));
  const { partnerId, listedCustomerId: customerId } = workload;
  servers.push(await startFloor({ connection, maxConnections, partnerId, customerId }, log));
  const ours = new Contestant('ours', servers[0]!, databasePid, workload.apiKeys);
  const floor = new Contestant('floor', servers[1]!, databasePid, workload.apiKeys);
  const contestants = [ours, floor];
  let several: Contestant | null = null;
  if (processes > 1) {
    servers.push(await startOurs(databaseUrl, log, processes));
    several = new Contestant(
      'ours',
      servers[2]!,
      databasePid,
      workload.apiKeys,
      `${processes} processes`,
      orderedByOthers,
    );
    contestants.push(several);
  }
  for (const operation of operations) for (const contestant of contestants) await contestant.request(operation);
  await compare(contestants, connection);
  const comparisons = [...summarise(ours, floor), ...(several ? compareProcesses(ours, several) : [])];
  await printStatements(statementLog, connection, ours);
  printComparisons(comparisons);
} finally {
  for (const server of servers) await server.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}

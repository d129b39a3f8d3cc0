/**
 * Looks at 100,000 domains a day, on the embedded database of this process with the service's worker in it, against resolvers and name
 * servers on loopback (name-servers.ts):
 *
 * 1. What a look costs when nobody slows it down, and the most that there can be: looks and questions a second, questions that an answer kept
 *    saved, processor time, memory.
 * 2. The most that the standing pace towards resolvers leaves, and that while one of the two does not answer.
 * 3. Statements of a first look, of the second, which raises alerts, and of one that finds nothing new.
 * 4. The same questions asked by this client and by Node's own.
 * 5. A part of the day as the schedule makes it, with 100,000 domains and the scans of a million servers, which take their time and send
 *    nothing (bench/soak), beside the same scans without looks.
 *
 *   npx node bench/domain-posture/run.ts [looks of 1] [seconds of 5]
 *
 * Goals: 100,000 a day by 1 and 2; what is due is looked at; scans are as many as without looks; memory is flat; no name server is asked
 * faster than its pace.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskDns, DnsQuestion, DnsType } from '../../src/common/dns-answer.ts';
import type { Pace } from '../../src/common/paced-keys.ts';
import type { Fetched, PolicyAnswer, RegistrationAnswer } from '../../src/engines/domain-posture/domain-look.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { domainLookQueue } from '../../src/monitoring/domain-posture/jobs.ts';
import { type LookAtDomain, lookAtDomain } from '../../src/monitoring/domain-posture/look-at-domain.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { DnsClient } from '../../src/platform/dns/dns-client.ts';
import { newId } from '../../src/platform/ids.ts';
import { collectGarbageEarly } from '../../src/platform/release-memory.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { mean, printComparisons } from '../comparison.ts';
import { countStatements } from '../count-statements.ts';
import { settle } from '../settle.ts';
import { SimulatedScanner } from '../soak/simulated-scanner.ts';
import { simulatedIdentifier as identifier } from '../soak/simulated-services.ts';
import type { Question, Report, Started } from './name-servers.ts';

const [LOOKS, SECONDS] = [1_500, 60].map((standard, index) => Number(process.argv[index + 2] ?? standard)) as [
  number,
  number,
];
const DOMAINS = 100_000;
const PACED_LOOKS = 60;
const COUNTED_LOOKS = 200;
const COMPARED_QUESTIONS = 10_000;
/** Of a million servers a day. */
const SCANS_PER_SECOND = 12;
const DAY_SECONDS = 86_400;
/** Towards name servers, by default (DnsClient): a question may come as much late as the next one comes early. */
const MOST_IN_A_SECOND = 12;
const GOAL_MEMORY = 1.1;
const GOAL_DONE = 0.95;
const GOAL_SCANS = 0.98;
const AT_ONCE = 64;
const UNPACED: Pace = { perSecond: 1_000_000, atOnce: 256 };

collectGarbageEarly();
const nameServers = fork(path.join(import.meta.dirname, 'name-servers.ts'), { serialization: 'advanced' });
const [{ resolvers, deadResolver, serverPort }] = (await once(nameServers, 'message')) as [Started];
const directory = mkdtempSync(path.join(tmpdir(), 'domain-posture-'));
const logger = createLogger('error');
const config = parseConfig({
  ...{ DATA_DIR: directory, PORT: '0', SCAN_ENGINE: 'connect', SCAN_ALLOW: '10.0.0.0/8' },
  SCAN_INTERVAL_SECONDS: String(SECONDS),
});
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const { pool } = store.database;
const api = await startService({ config, store, role: 'api', clock: systemClock, logger });
const { resources } = api;

const statements = countStatements();

async function report(child: ChildProcess): Promise<Report> {
  child.send('report');
  const [told] = (await once(child, 'message')) as [Report];
  return told;
}

async function one(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query({ text, values, rowMode: 'array' });
  return Number(rows[0]![0]);
}

function dnsClient(resolverPace?: Pace): DnsClient {
  return new DnsClient({
    ...{ clock: systemClock, trusts: () => false, mayAsk: () => true, serverPort },
    ...(resolverPace && { resolverPace }),
  });
}

let askedHere = 0;

/** A look as the service has it, with answers of its own, and a registry that is always the same. */
function looker(resolverPace?: Pace, through = resolvers): LookAtDomain {
  const dns = dnsClient(resolverPace);
  const counted = (resolver: string): AskDns => {
    const ask = dns.through(resolver);
    return <Type extends DnsType>(question: DnsQuestion<Type>) => {
      askedHere += 1;
      return ask(question);
    };
  };
  const network = {
    dns: { through: counted },
    resolvers: through,
    fetchPolicy,
    askRegistration,
    now: () => systemClock.now(),
  };
  return (domain, known) => lookAtDomain(network, domain, known);
}

async function fetchPolicy(): Promise<Fetched<PolicyAnswer>> {
  return { outcome: 'silent', url: 'https://mta-sts.test/', at: systemClock.now() };
}

async function askRegistration(): Promise<Fetched<RegistrationAnswer>> {
  const registration = {
    ...{ statuses: ['active'], expiresAt: new Date(Date.now() + 300 * DAY_SECONDS * 1_000), registrar: 'Registrar' },
    ...{ registrarId: '1', nameServers: [] },
  };
  return { outcome: 'registered', registration, url: 'https://rdap.test/', at: systemClock.now() };
}

/** 100,000 domains of 1,000 customers, that nobody looks at yet, and the servers whose scans end within a part of the day. */
async function seed(partnerId: string): Promise<void> {
  const run = (text: string) => pool.query(text, [partnerId]);
  await run(`INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
    SELECT $1, gen_random_uuid(), n, now(), now() FROM generate_series(1, 1000) n`);
  await run(`INSERT INTO services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)
    SELECT $1, gen_random_uuid(), id, billing_customer_id, now(), now() FROM customers WHERE partner_id = $1`);
  await pool.query(
    `INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, created_at, updated_at)
     SELECT $1, gen_random_uuid(), customer_id, id, 'd' || billing_service_id + 1000 * n || '.customers.test', 'active', now(), now()
     FROM services, generate_series(0, $2::int / 1000 - 1) n WHERE partner_id = $1`,
    [partnerId, DOMAINS],
  );
  await pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT $1, gen_random_uuid(), id, '10.0.0.0'::inet + n, '', '', 'active', now(), now()
     FROM (SELECT id FROM customers WHERE partner_id = $1 LIMIT 1) customer, generate_series(1, $2::int) n`,
    [partnerId, SCANS_PER_SECOND * SECONDS],
  );
  await plan(2 * DAY_SECONDS);
  await settle(store.connection);
}

/** Spreads all looks over a day that begins in so many seconds. */
async function plan(inSeconds: number): Promise<void> {
  await pool.query(`UPDATE domain_postures SET due_at = now() + make_interval(secs => $1 + random() * $2)`, [
    inSeconds,
    DAY_SECONDS,
  ]);
}

interface Looked {
  readonly looks: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly statements: number;
  readonly memoryMb: readonly number[];
  /** Of looks in this process, with those that an answer that was kept saved. */
  readonly asked: number;
  readonly told: Report;
}

/** Has the worker look at some domains as fast as it can. @param from the number of the first one */
async function lookAt(partnerId: string, from: number, looks: number, look: LookAtDomain): Promise<Looked> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM monitored_domains WHERE partner_id = $1 ORDER BY id OFFSET $2 LIMIT $3',
    [partnerId, from, looks],
  );
  const queued = rows.map(({ id }) => ({ domainId: id, lookId: newId(systemClock) }));
  await pool.query(
    `UPDATE domain_postures SET look_id = queued."lookId" FROM jsonb_to_recordset($2::jsonb) AS queued ("domainId" uuid, "lookId" uuid)
     WHERE partner_id = $1 AND domain_id = queued."domainId"`,
    [partnerId, JSON.stringify(queued)],
  );
  const jobs = queued.map((data) => ({ id: data.lookId, data: { partnerId, ...data }, priority: 0 }));
  await resources.jobs.send(resources.db, domainLookQueue.name, jobs);
  await report(nameServers);
  askedHere = 0;
  const before = statements();
  const [cpu, begunMs] = [process.cpuUsage(), performance.now()];
  const worker = await startService({ config, store, role: 'worker', clock: systemClock, logger, lookAtDomain: look });
  const memoryMb: number[] = [];
  let ownStatements = 0;
  while ((await one('SELECT count(*) FROM domain_postures WHERE look_id IS NOT NULL')) > 0) {
    memoryMb.push(process.memoryUsage.rss() / 1e6);
    ownStatements += 1;
    await sleep(250);
  }
  const seconds = (performance.now() - begunMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const sent = statements() - before - ownStatements - 1;
  await worker.stop();
  return {
    ...{ looks: rows.length, seconds, cpuSeconds: (user + system) / 1e6, statements: sent, memoryMb, asked: askedHere },
    told: await report(nameServers),
  };
}

function describe(name: string, { looks, seconds, cpuSeconds, asked: questions, told }: Looked): void {
  const sent = told.resolverQuestions + told.serverQuestions;
  console.log(
    `${name}: ${(looks / seconds).toFixed(1)} looks/s, ${(sent / seconds).toFixed(0)} questions/s, ${(sent / looks).toFixed(1)} a look, ` +
      `${((1 - sent / questions) * 100).toFixed(0)} % of ${(questions / looks).toFixed(0)} saved by kept answers; ` +
      `${((cpuSeconds / looks) * 1_000).toFixed(1)} ms of processor a look, ${((cpuSeconds / looks) * (DOMAINS / DAY_SECONDS) * 100).toFixed(1)} % of a core for all; ` +
      `a name server ${told.mostInASecond} times in a second at the most`,
  );
}

/** Statements of the first, the second and the third look at the same domains, each behind a day in which kept answers ran out. */
async function printStatements(partnerId: string): Promise<void> {
  const counts: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { looks, statements: sent } = await lookAt(
      partnerId,
      DOMAINS - COUNTED_LOOKS,
      COUNTED_LOOKS,
      looker(UNPACED),
    );
    counts.push((sent / looks).toFixed(1));
  }
  const alerts = await one('SELECT count(*) FROM alerts');
  console.log(
    `statements a look: ${counts.join(', ')} (the first; the second, which raises ${alerts / COUNTED_LOOKS} alerts; the third)`,
  );
}

/** What Node's client can ask for, too. */
const known = ['A', 'AAAA', 'CAA', 'MX', 'NS', 'SOA', 'TXT'] as const;
type Known = (typeof known)[number];

function isKnown(question: Question): question is Question & { readonly type: Known } {
  return known.some((type) => type === question.type) && question.name !== '';
}

/** @returns questions a second */
async function askAll<Asked>(questions: readonly Asked[], ask: (question: Asked) => Promise<unknown>): Promise<number> {
  const left = questions.values();
  const begunMs = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      // That there is nothing is an answer.
      for (const question of left) await ask(question).catch(() => {});
    }),
  );
  return (questions.length * 1_000) / (performance.now() - begunMs);
}

async function compareClients(asked: readonly Question[]) {
  const [server = ''] = resolvers;
  const resolver = new Resolver();
  resolver.setServers([server]);
  const questions = asked.filter(isKnown).slice(0, COMPARED_QUESTIONS);
  await report(nameServers);
  const peer = await askAll(questions, ({ name, type }) => resolver.resolve(name, type));
  const { resolverQuestions: ofPeer } = await report(nameServers);
  const ask = dnsClient({ perSecond: 1_000_000, atOnce: AT_ONCE }).through(server);
  const ours = await askAll(questions, ask);
  const { resolverQuestions: ofOurs } = await report(nameServers);
  console.log(`${ofOurs} questions by our client, ${ofPeer} by Node's, ${AT_ONCE} at once`);
  return { ours, peer, correct: ofOurs >= questions.length };
}

interface Part {
  readonly scans: number;
  readonly due: number;
  readonly looked: number;
  readonly lateSeconds: number;
  readonly cores: number;
  readonly told: Report;
}

/** A part of the day: every server is scanned once, and of the domains as many are due as of all in a day. */
async function partOfDay(withLooks: boolean): Promise<Part> {
  await plan(withLooks ? 0 : 2 * DAY_SECONDS);
  await pool.query('UPDATE endpoints SET next_scan_at = now() + make_interval(secs => random() * $1)', [SECONDS]);
  await settle(store.connection);
  const due = await one('SELECT count(*) FROM domain_postures WHERE due_at < now() + make_interval(secs => $1)', [
    SECONDS,
  ]);
  const scansBefore = await one(`SELECT count(*) FROM scan_history WHERE status = 'completed'`);
  await report(nameServers);
  const [begun, cpu] = [new Date(), process.cpuUsage()];
  const worker = await startService({
    ...{ config, store, role: 'worker', clock: systemClock, logger, lookAtDomain: looker() },
    ...{ scanner: new SimulatedScanner(), identifier },
  });
  let lateSeconds = 0;
  while (Date.now() - begun.getTime() < SECONDS * 1_000) {
    await sleep(1_000);
    lateSeconds = Math.max(
      lateSeconds,
      await one(
        `SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0) FROM domain_postures WHERE due_at <= now()`,
      ),
    );
  }
  const { user, system } = process.cpuUsage(cpu);
  const scans = (await one(`SELECT count(*) FROM scan_history WHERE status = 'completed'`)) - scansBefore;
  const looked = await one('SELECT count(*) FROM domain_postures WHERE looked_at >= $1', [begun]);
  await worker.stop();
  return { scans, due, looked, lateSeconds, cores: (user + system) / 1e6 / SECONDS, told: await report(nameServers) };
}

function describePart(name: string, { scans, due, looked, lateSeconds, cores }: Part): void {
  console.log(
    `${name}: ${scans} scans, ${looked} looks of ${due} that were due, ${lateSeconds.toFixed(1)} s late at the most, ${(cores * 100).toFixed(0)} % of a core`,
  );
}

const perDay = ({ looks, seconds }: Looked) => (looks / seconds) * DAY_SECONDS;

try {
  const { partnerId } = await createPartner(resources, { name: 'Bench', portalDomain: 'portal.example.com' });
  await seed(partnerId);
  const fastest = await lookAt(partnerId, 0, LOOKS, looker(UNPACED));
  describe('as fast as they go', fastest);
  const paced = await lookAt(partnerId, LOOKS, PACED_LOOKS, looker());
  describe('at the standing pace', paced);
  const halfDead = await lookAt(
    partnerId,
    LOOKS + PACED_LOOKS,
    PACED_LOOKS,
    looker(undefined, [deadResolver, resolvers[0]!]),
  );
  describe('with a dead resolver', halfDead);
  await printStatements(partnerId);
  const clients = await compareClients(fastest.told.questions);
  const without = await partOfDay(false);
  describePart('scans without looks', without);
  const beside = await partOfDay(true);
  describePart('scans beside looks', beside);
  const failed = await one('SELECT count(*) FROM domain_postures WHERE failures > 0');
  const correct = failed === 0 && [fastest, paced, beside].every(({ told }) => told.mostInASecond <= MOST_IN_A_SECOND);
  const quarter = Math.max(1, Math.floor(fastest.memoryMb.length / 4));
  const memory = mean(fastest.memoryMb.slice(-quarter)) / mean(fastest.memoryMb.slice(-2 * quarter, -quarter));
  console.log(
    `memory: ${Math.min(...fastest.memoryMb).toFixed(0)} to ${Math.max(...fastest.memoryMb).toFixed(0)} MB, the last quarter ${memory.toFixed(2)} × the one before`,
  );
  const goal = { unit: 'a day', peerName: 'domains', peer: DOMAINS, goalRatio: 1, correct };
  printComparisons([
    { name: 'looks', ours: perDay(fastest), ...goal },
    { name: 'looks at the standing pace', ours: perDay(paced), ...goal },
    { name: 'looks with a dead resolver', ours: perDay(halfDead), ...goal },
    { name: 'questions', unit: '/s', ...clients, peerName: 'node:dns', goalRatio: null },
    {
      ...{ name: 'looks beside scans', unit: `in ${SECONDS} s`, ours: beside.looked, correct },
      ...{ peerName: 'due', peer: beside.due, goalRatio: GOAL_DONE },
    },
    {
      ...{ name: 'scans beside looks', unit: `in ${SECONDS} s`, ours: beside.scans, correct },
      ...{ peerName: 'without looks', peer: without.scans, goalRatio: GOAL_SCANS },
    },
    {
      ...{ name: 'memory of looks', unit: 'thousandths', ours: 1_000 / memory, correct },
      ...{ peerName: 'what it may grow by', peer: 1_000 / GOAL_MEMORY, goalRatio: 1 },
    },
  ]);
} finally {
  await api.stop();
  await store.close();
  nameServers.disconnect();
  rmSync(directory, { recursive: true, force: true });
}

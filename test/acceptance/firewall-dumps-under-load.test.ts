import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DumpReader } from '../../src/engines/firewall-dumps/dump-reader.ts';
import { hostileDumps } from '../../src/engines/firewall-dumps/testing/hostile-dumps.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  // Other processes may keep this machine busy: what is refused must be refused by its own doing.
  service = await TestService.start({ role: 'api', dumpReader: new DumpReader({ deadlineMs: 60_000 }) });
  partner = await service.partner();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service?.stop());

const small = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22 -j ACCEPT\nCOMMIT\n';

function hostile(name: string, bytes: number): string {
  return hostileDumps.find((family) => family.name === name)!.dump(bytes);
}
/** What took 10.8 s and 1.4 GB of the process that answers, and at twice the length its life. */
const manyTimesMany = hostile('nft: a set of addresses, and the same rule as often', 1_900_000);
const someTimesSome = hostile('nft: a set of addresses, and the same rule as often', 500_000);

interface Server {
  readonly of: TestPartner;
  readonly endpointId: string;
  readonly customer: number;
}

async function server(customer = 1, of = partner): Promise<Server> {
  return { of, customer, endpointId: await provision(of.api, loopbackAddress(), { client_id: customer }) };
}

function ingest({ of, endpointId, customer }: Server, dump: string, mode = 'preview'): Promise<ApiAnswer> {
  return of.api.post('/api/v1/firewall/ingest', {
    billing_customer_id: customer,
    endpoint_id: endpointId,
    dump,
    mode,
  });
}

describe('a dump that costs much', () => {
  it('is read beside everything else: what others ask for meanwhile is answered before it', async () => {
    const own = await server();
    const answered: string[] = [];
    const dump = ingest(own, manyTimesMany).then((answer) => {
      answered.push('dump');
      return answer;
    });
    for (let request = 0; request < 5; request += 1) {
      expect((await partner.api.get('/api/v1/endpoints')).status).toBe(200);
      answered.push('list');
    }
    expectSuccess(await dump);
    expect(answered).toEqual([...Array(5).fill('list'), 'dump']);
  });

  it.each([
    [
      'the elements of a set',
      'nft: a set of addresses and ports together, and rules that use it',
      /the set s has [\d,]+ elements and is used by [\d,]+ rules/,
    ],
    ['calls of chains', 'iptables-save: chains that call each other', /the jumps between its chains/],
    [
      'ports times sources',
      'nft: a set of ports, and a source for each rule',
      /too many ports, each with other sources/,
    ],
  ])('and more than it may, by %s: 422 on dump, which says so', async (_what, name, reason) => {
    const refused = await ingest(await server(), hostile(name, 300_000), 'apply');
    expectRefusal(refused, 422, ['dump']);
    expect(refused.body.errors.dump[0]).toMatch(reason);
  });

  it('and more memory than it may: 422 on dump, and the process answers on', async () => {
    const dumpReader = new DumpReader({ deadlineMs: 60_000, memoryMb: 24 });
    const node = await TestService.start({ role: 'api', sharedWith: service, dumpReader });
    try {
      const own = await server();
      const there = { ...own, of: { ...partner, api: node.client(partner.portalDomain, partner.apiKey) } };
      const refused = await ingest(there, manyTimesMany);
      expectRefusal(refused, 422, ['dump']);
      expect(refused.body.errors.dump[0]).toContain('too much memory');
      expectSuccess(await ingest(there, small));
    } finally {
      await node.stop();
    }
  });

  it('of a partner does not hold up another partner, nor the second dump of a customer the others', async () => {
    const [first, second] = [await server(1), await server(2)];
    const other = await server(1, await service.partner());
    // Both threads are up.
    await Promise.all([first, second].map((own) => ingest(own, small)));
    const answered: string[] = [];
    const send = async (name: string, own: Server, dump: string) => {
      expectSuccess(await ingest(own, dump));
      answered.push(name);
    };
    const queue = [1, 2, 3].map((index) => send(`queue ${index}`, first, someTimesSome));
    await Promise.all([...queue, send('another customer', second, small), send('another partner', other, small)]);
    // The three of the queue come one after the other, in the order in which they arrived.
    expect(answered.at(-1)).toContain('queue');
  });

  it('too many of one customer: 429 with the time to wait, in the shape of every throttle', async () => {
    const [own, others] = [await server(3), await server(4)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => ingest(own, someTimesSome)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const answer of refused) {
      expectRefusal(answer, 429, []);
      expect(answer.headers['retry-after']).toBe('180');
    }
    expect(answers.filter(({ status }) => status !== 429).length).toBeGreaterThanOrEqual(4);
    expectSuccess(await ingest(others, small));
  });
});

describe('the number of statements', () => {
  const ranges = (count: number, first: number) =>
    `*filter\n:INPUT DROP [0:0]\n${Array.from({ length: count }, (_, index) => `-A INPUT -p tcp --dport ${first + 10 * index}:${first + 4 + 10 * index} -j ACCEPT\n`).join('')}COMMIT\n`;

  /** What the service sends to PostgreSQL meanwhile, but for what it does by itself: what is excluded, the time, what was asked, who is told. */
  async function statementsDuring(
    work: () => Promise<ApiAnswer>,
  ): Promise<{ readonly count: number; readonly data: unknown }> {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await work();
    const byItself = /scan_exclusions|SELECT clock_timestamp|api_requests|pg_notify/i;
    const textOf = (sent: unknown) => (typeof sent === 'string' ? sent : (sent as { text?: string }).text);
    const count = query.mock.calls.filter(([sent]: unknown[]) => !byItself.test(textOf(sent) ?? '')).length;
    query.mockRestore();
    return { count, data: expectSuccess(answer) };
  }

  it.each(['apply', 'preview'])('of %s does not depend on how many ranges a dump opens', async (mode) => {
    const created = (rules_created: number) => expect.objectContaining({ rules_created, rules_existing: 0 });
    // What else the process has to do comes on top now and then: the least of three is the request's own.
    const least = async (count: number, customer: number) => {
      const tries = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const target = await server(customer);
        tries.push(await statementsDuring(() => ingest(target, ranges(count, 1_000), mode)));
      }
      for (const { data } of tries) expect(data).toEqual(created(count));
      return Math.min(...tries.map((one) => one.count));
    };
    await ingest(await server(7), ranges(2, 1_000), mode);
    const [ofOne, ofMany] = [await least(1, 5), await least(499, 6)];
    expect(ofMany).toBe(ofOne);
    expect(ofMany).toBeLessThanOrEqual(20);
  });

  it('new rules among old ones: each is counted as what it is, and has an entry of its own in the audit log', async () => {
    const own = await server(8);
    await ingest(own, ranges(3, 2_000), 'apply');
    expect(expectSuccess(await ingest(own, ranges(5, 2_000), 'preview'))).toMatchObject({
      rules_created: 2,
      rules_existing: 3,
    });
    expect(expectSuccess(await ingest(own, ranges(5, 2_000), 'apply'))).toMatchObject({
      rules_created: 2,
      rules_existing: 3,
    });
    const rules = (await partner.api.get(`/api/v1/whitelists?endpoint_id=${own.endpointId}&per_page=100`)).body.data;
    for (const { id, port_start, port_end } of rules)
      expect(await auditOf(service, id)).toMatchObject([
        { action: 'allowed_ports.created', details: { port_start, port_end, protocol: 'tcp', alerts_resolved: 0 } },
      ]);
    expect(rules).toHaveLength(5);
  });

  it('a preview waits for nobody, not even for who holds the rules', async () => {
    const own = await server(9);
    const { pool } = service.store.database;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('allowed-ports ${partner.partnerId}', 0))`);
    const ofEndpoint = 'SELECT id FROM endpoints WHERE partner_id = $1 AND id = $2 FOR UPDATE';
    await holder.query(ofEndpoint, [partner.partnerId, own.endpointId]);
    try {
      expect(expectSuccess(await ingest(own, small))).toMatchObject({ rules_created: 1 });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});

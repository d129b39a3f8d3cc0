import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Answer, decode, encode, type Packet, TRUNCATED_RESPONSE } from 'dns-packet';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { DnsOutcome } from '../../common/dns-answer.ts';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { systemClock } from '../clock.ts';
import { DnsClient, type DnsClientOptions } from './dns-client.ts';
import { decodeAnswer, readAnswer } from './dns-message.ts';

/** What a server does with a question: messages that it sends, the first at once and so on. */
type Script = (query: Packet, count: number) => readonly (Buffer | Packet)[];

interface Scripted {
  readonly address: string;
  readonly port: number;
  readonly server: string;
  readonly queries: (Packet & { readonly from: number; readonly overTcp: boolean })[];
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

let lastHost = 40;

/** A name server on UDP and TCP, on a loopback address of its own. */
async function start(script: Script, overTcp: Script = script): Promise<Scripted> {
  lastHost += 1;
  const address = `127.0.5.${lastHost}`;
  const queries: Scripted['queries'] = [];
  const note = (message: Buffer, from: number, isTcp: boolean, rules: Script) => {
    const query = decode(message);
    queries.push({ ...query, from, overTcp: isTcp });
    return rules(query, queries.length).map((answer) => (Buffer.isBuffer(answer) ? answer : encode(answer)));
  };
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const [answer] = note(data.subarray(2), socket.remotePort!, true, overTcp);
      if (answer === undefined) {
        socket.destroy();
        return;
      }
      const framed = Buffer.concat([Buffer.of(answer.length >> 8, answer.length & 255), answer]);
      // In two pieces, as long answers come.
      socket.write(framed.subarray(0, 1));
      socket.end(framed.subarray(1));
    });
  }).listen(0, address);
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (message, { port: from, address: to }: RemoteInfo) => {
    for (const answer of note(message, from, false, script)) udp.send(answer, from, to);
  });
  udp.bind(port, address);
  await once(udp, 'listening');
  closing.push(
    () => udp.close(),
    () => tcp.close(),
  );
  return { address, port, server: `${address}:${port}`, queries };
}

function respond(
  { id = 0, questions = [] }: Packet,
  answers: readonly Answer[],
  more: Partial<Packet> & { code?: number } = {},
): Packet {
  const { code = 0, flags = 0, ...rest } = more;
  return { type: 'response', id, flags: flags | code, questions, answers: [...answers], ...rest };
}

const text = (data: string | string[], name = 'ex.test', ttl = 60): Answer => ({ type: 'TXT', name, ttl, data });
const start0: Answer = {
  type: 'SOA',
  name: 'ex.test',
  ttl: 60,
  data: { mname: 'a.test', rname: 'b.test', serial: 7, refresh: 1, retry: 1, expire: 1, minimum: 30 },
};

const client = (more: Partial<DnsClientOptions> = {}) =>
  new DnsClient({ clock: systemClock, trusts: () => true, mayAsk: () => true, timeoutMs: 250, ...more });
const question = { name: 'ex.test', type: 'TXT' } as const;

describe('what came of a question', () => {
  const alias: Answer = { type: 'CNAME', name: 'ex.test', ttl: 5, data: 'b.test' };
  const rows: readonly (readonly [DnsOutcome, readonly Answer[], Parameters<typeof respond>[2], object])[] = [
    ['records', [text(['v=spf1 ', '-all'])], {}, { records: ['v=spf1 -all'] }],
    ['records', [alias, text('x', 'b.test')], {}, { isAlias: true, records: ['x'] }],
    ['no_data', [], { authorities: [start0] }, { records: [], zone: 'ex.test' }],
    ['no_data', [], {}, { records: [], zone: null }],
    ['no_name', [], { code: 3, authorities: [start0] }, { records: [] }],
    ['failed', [], { code: 2 }, { records: [] }],
    ['failed', [], { code: 9 }, { records: [] }],
    ['refused', [], { code: 5 }, { records: [] }],
  ];
  it.each(rows)('is %s: %j, %j', async (outcome, answers, more, expected) => {
    const { server } = await start((query) => [respond(query, answers, more)]);
    expect(await client().through(server)(question)).toMatchObject({ outcome, server, question, ...expected });
  });

  it('is silence when nothing comes, after one repetition without EDNS', async () => {
    const { server, queries } = await start(() => []);
    expect(await client().through(server)(question)).toMatchObject({ outcome: 'silent', records: [], server });
    expect(queries.map(({ additionals }) => additionals?.length)).toEqual([1, 0]);
  });

  it('is silence where nobody listens', async () => {
    expect((await client().through('127.0.5.250:9')(question)).outcome).toBe('silent');
  });

  it('tells of what else the answer says', async () => {
    const ede = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [{ code: 15, data: Buffer.from([0, 7]) }],
    };
    const { server } = await start((query) => [
      respond(query, [], { code: 2, flags: 0x0420, additionals: [ede as never] }),
    ]);
    expect(await client().through(server)(question)).toMatchObject({
      extendedError: 7,
      isAuthoritative: true,
      isValidated: true,
    });
    expect((await client({ trusts: () => false }).through(server)(question)).isValidated).toBe(false);
  });

  it.each([
    ['A', '192.0.2.1', '192.0.2.1'],
    ['AAAA', '2001:db8::1', '2001:db8::1'],
    ['NS', 'NS.Ex.Test', 'ns.ex.test'],
    ['MX', { preference: 0, exchange: '.' }, { preference: 0, exchange: '' }],
    ['CAA', { flags: 128, tag: 'issue', value: 'ca.test' }, { isCritical: true, tag: 'issue', value: 'ca.test' }],
    ['SOA', start0.type === 'SOA' && start0.data, { serial: 7 }],
    ['DS', { keyTag: 1, algorithm: 13, digestType: 2, digest: Buffer.from('ab', 'hex') }, { keyTag: 1, algorithm: 13 }],
    ['DNSKEY', { flags: 257, algorithm: 13, key: Buffer.from('abcd', 'hex') }, { flags: 257, algorithm: 13 }],
  ] as const)('has records of type %s', async (type, data, expected) => {
    const { server } = await start((query) => [respond(query, [{ type, name: 'ex.test', ttl: 1, data } as Answer])]);
    const { records } = await client().through(server)({ name: 'ex.test', type });
    expect(records).toEqual([typeof expected === 'object' ? expect.objectContaining(expected) : expected]);
  });
});

describe('answers that do not fit the question', () => {
  const lie = text('lie');
  it.each([
    ['another id', (query: Packet) => ({ ...respond(query, [lie]), id: ((query.id ?? 0) + 1) & 0xffff })],
    ['another name', (query: Packet) => respond({ ...query, questions: [{ type: 'TXT', name: 'evil.test' }] }, [lie])],
    ['another type', (query: Packet) => respond({ ...query, questions: [{ type: 'A', name: 'ex.test' }] }, [lie])],
    [
      'another class',
      (query: Packet) => respond({ ...query, questions: [{ type: 'TXT', name: 'ex.test', class: 'CH' }] }, [lie]),
    ],
    ['no question', (query: Packet) => respond({ ...query, questions: [] }, [lie])],
    ['the question itself', (query: Packet) => ({ ...query, type: 'query' as const })],
    ['no message', () => Buffer.from('not a message')],
    ['half of it', (query: Packet) => encode(respond(query, [lie])).subarray(0, -3)],
    ['nothing', () => Buffer.alloc(0)],
  ])('are dropped: %s, and the one that fits is taken', async (_what, wrong) => {
    const { server, queries } = await start((query) => [wrong(query), respond(query, [text('truth')])]);
    expect(await client({ timeoutMs: 5_000 }).through(server)(question)).toMatchObject({ records: ['truth'] });
    expect(queries).toHaveLength(1);
  });

  it('are dropped when they come from elsewhere', async () => {
    const stranger = createSocket('udp4');
    closing.push(() => stranger.close());
    const seen: Scripted = await start((query, count) => {
      // The first attempt is left to the stranger, who knows id and port.
      if (count > 1) return [respond(query, [text('truth')])];
      stranger.send(encode(respond(query, [lie])), seen.queries[0]!.from, '127.0.0.1');
      return [];
    });
    expect((await client().through(seen.server)(question)).records).toEqual(['truth']);
    expect(seen.queries).toHaveLength(2);
  });

  it('are not read, whatever bytes they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.boolean(), (bytes, hasHead) => {
        const head = encode({ type: 'response', id: 1, questions: [{ type: 'TXT', name: 'ex.test' }] });
        head.writeUInt16BE(3, 6);
        const message = hasHead ? Buffer.concat([head, bytes]) : Buffer.from(bytes);
        const packet = decodeAnswer(message, question, 1);
        if (packet !== null) expect(() => readAnswer(packet, 'TXT')).not.toThrow();
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('a question', () => {
  it('has an id and a port at random, is recursive, and says how much an answer may hold', async () => {
    const { server, queries } = await start((query) => [respond(query, [])]);
    const ask = client().through(server);
    await Promise.all(Array.from({ length: 20 }, (_, index) => ask({ name: `n${index}.test`, type: 'A' })));
    expect(new Set(queries.map(({ id }) => id)).size).toBeGreaterThan(15);
    expect(new Set(queries.map(({ from }) => from)).size).toBeGreaterThan(10);
    expect(queries[0]).toMatchObject({
      flag_rd: true,
      flag_cd: false,
      additionals: [{ type: 'OPT', udpPayloadSize: 1232 }],
    });
  });

  it('is asked again by TCP when its answer is cut', async () => {
    const long = Array.from({ length: 20 }, (_, index) => `${index} ${'x'.repeat(200)}`);
    const { server, queries } = await start(
      (query) => [respond(query, [], { flags: TRUNCATED_RESPONSE })],
      (query) => [respond(query, [text(long)])],
    );
    expect(await client({ timeoutMs: 5_000 }).through(server)(question)).toMatchObject({
      outcome: 'records',
      records: [long.join('')],
    });
    expect(queries.map(({ overTcp }) => overTcp)).toEqual([false, true]);
  });

  it('is lost when TCP brings nothing', async () => {
    const { server } = await start(
      (query) => [respond(query, [], { flags: TRUNCATED_RESPONSE })],
      () => [],
    );
    expect((await client().through(server)(question)).outcome).toBe('silent');
  });

  it.each([1, 4])('is repeated without EDNS for a server that answers it by error %i', async (code) => {
    const { server } = await start((query) => [
      query.additionals?.length === 1 ? respond(query, [], { code }) : respond(query, [text('x')]),
    ]);
    expect((await client().through(server)(question)).records).toEqual(['x']);
  });

  it('to a name server itself is not recursive, and goes to no address that it must not', async () => {
    const { server, address, port, queries } = await start((query) => [respond(query, [text('x')], { flags: 0x0420 })]);
    const ask = client({ serverPort: port }).through(server);
    expect(await ask({ ...question, at: address })).toMatchObject({
      outcome: 'records',
      server: address,
      isValidated: false,
    });
    expect(queries[0]).toMatchObject({ flag_rd: false });
    const refusing = client({ serverPort: port, mayAsk: () => false }).through(server);
    expect((await refusing({ ...question, at: address })).outcome).toBe('silent');
    expect(queries).toHaveLength(1);
  });

  it.each(['a..test', `${'a'.repeat(64)}.test`, `${'a.'.repeat(130)}test`])(
    'for a name that cannot be is not sent: %s',
    async (name) => {
      const { server, queries } = await start(() => []);
      expect((await client().through(server)({ name, type: 'A' })).outcome).toBe('no_name');
      expect(queries).toEqual([]);
    },
  );
});

describe('a server', () => {
  it('is asked the same once, while it is under way and as long as the answer holds', async () => {
    const { server, queries } = await start((query) => [respond(query, [text('x')])]);
    const ask = client().through(server);
    await Promise.all([ask(question), ask(question)]);
    await ask(question);
    await ask({ ...question, checkingDisabled: true });
    expect(queries.map((query) => (query as { flag_cd?: boolean }).flag_cd)).toEqual([false, true]);
  });

  it('is asked so many questions at once, and no more', async () => {
    const { server, queries } = await start(() => []);
    const ask = client({ timeoutMs: 100, resolverPace: { perSecond: 1_000_000, atOnce: 3 } }).through(server);
    const before = performance.now();
    await Promise.all(Array.from({ length: 9 }, (_, index) => ask({ name: `n${index}.test`, type: 'A' })));
    // Nine questions of two attempts, three at once, each waited for: six rounds.
    expect(performance.now() - before).toBeGreaterThan(590);
    expect(queries).toHaveLength(18);
  });

  it('is asked no faster than its pace', async () => {
    const { server } = await start((query) => [respond(query, [])]);
    const ask = client({ timeoutMs: 5_000, resolverPace: { perSecond: 20, atOnce: 64 } }).through(server);
    const before = performance.now();
    await Promise.all(Array.from({ length: 6 }, (_, index) => ask({ name: `n${index}.test`, type: 'A' })));
    // Five gaps of 50 ms; a late timer only makes it slower.
    expect(performance.now() - before).toBeGreaterThan(240);
  });
});

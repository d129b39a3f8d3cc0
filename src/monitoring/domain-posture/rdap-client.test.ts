import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MovableClock } from '../../../test/support/movable-clock.ts';
import { createOutboundPolicy } from '../../engines/address-policy/address-policy.ts';
import { OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { maxRdapBytes, RdapClient } from './rdap-client.ts';

const host = '127.0.0.2';
let server: Server;
let base: string;
let answer: RequestListener;
let asked: string[];
const clients: OutboundClient[] = [];
const clock = new MovableClock();

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url !== '/dns.json') return answer(request, response);
    return response.end(
      JSON.stringify({
        version: '1.0',
        services: [
          [
            ['COM', 'co.uk'],
            ['ftp://no.test/', `${base}/rdap`],
          ],
        ],
      }),
    );
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  base = `http://${host}:${port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  asked = [];
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const noName = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

function rdap(listUrl = `${base}/dns.json`) {
  const client = new OutboundClient({
    rules: { judge: createOutboundPolicy([host]), admitsAny: true, ports: [[1, 65_535]] },
    resolver: { resolve4: noName, resolve6: noName },
    userAgent: 'test',
    maxAnswerBytes: maxRdapBytes,
  });
  clients.push(client);
  return new RdapClient({ client, clock, listUrl });
}

const registered = {
  objectClassName: 'domain',
  ldhName: 'EXAMPLE.COM',
  status: ['client transfer prohibited', 'auto renew period'],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
  ],
  nameservers: [
    { objectClassName: 'nameserver', ldhName: 'NS2.Example.COM.' },
    { objectClassName: 'nameserver', ldhName: 'ns1.example.com' },
    { objectClassName: 'nameserver', ldhName: 'ns1.example.com' },
  ],
  entities: [
    { roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', 'Jane Doe']]] },
    {
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '292' }],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Names Inc.'],
        ],
      ],
    },
  ],
};

const says = (body: unknown, status = 200) => {
  answer = (_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};

describe('a registry', () => {
  it('is found by the longest suffix, and asked for the name that is registered', async () => {
    says(registered);
    const client = rdap();
    const told = await client.ask('mail.shop.example.com');
    expect(told).toEqual({
      url: `${base}/rdap/domain/example.com`,
      at: expect.any(Date),
      outcome: 'registered',
      registration: {
        statuses: ['clienttransferprohibited', 'autorenewperiod'],
        expiresAt: new Date('2027-08-13T04:00:00Z'),
        registrar: 'Names Inc.',
        registrarId: '292',
        nameServers: ['ns1.example.com', 'ns2.example.com'],
      },
    });
    expect(JSON.stringify(told)).not.toContain('Jane');
    expect(asked).toEqual(['/dns.json', '/rdap/domain/example.com']);
    await client.ask('a.b.example.co.uk');
    expect(asked).toEqual(['/dns.json', '/rdap/domain/example.com', '/rdap/domain/example.co.uk']);
  });

  it('is not asked where there is none', async () => {
    expect(await rdap().ask('shop.test')).toMatchObject({ outcome: 'no_server' });
    expect(asked).toEqual(['/dns.json']);
  });

  it('says that nobody has the name', async () => {
    says('', 404);
    expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'not_registered' });
  });

  it.each([
    ['too many questions', '', 429],
    ['a failure', '', 500],
    ['no JSON', '<html>', 200],
    ['nothing', '', 200],
    ['JSON of another kind', [1], 200],
    ['an entity', { objectClassName: 'entity' }, 200],
    ['another domain', { ...registered, ldhName: 'evil.com' }, 200],
    ['too much', `${JSON.stringify(registered)}${' '.repeat(maxRdapBytes)}`, 200],
  ])('that answers by %s says nothing', async (_what, body, status) => {
    says(body, status);
    expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'silent' });
  });

  it.each([
    ['no date', { events: [] }],
    ['a date that is none', { events: [{ eventAction: 'expiration', eventDate: 'soon' }] }],
    ['lists that are none', { events: 'x', status: 'x', entities: 7 }],
    [
      'members that are none',
      { events: [null], status: [null], entities: [{ roles: ['registrar'], vcardArray: ['vcard'] }] },
    ],
  ])('may give %s', async (_what, members) => {
    says({ ...registered, ...members });
    expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'registered', registration: { expiresAt: null } });
  });

  it('may write what no database keeps', async () => {
    const named = (fn: string) => [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', fn]]] }];
    const hosts = ['a b', '', 'x'.repeat(300), 'ns1\u0000.test', 7, null].map((ldhName) => ({ ldhName }));
    says({ ...registered, entities: named('Na\u0000mes\ud800'), nameservers: [...hosts, null, 7] });
    expect(await rdap().ask('example.com')).toMatchObject({
      registration: { registrar: 'Na mes\ufffd', registrarId: null, nameServers: [] },
    });
  });
});

describe('looks at domains wait', () => {
  it.each([429, 500])('for no registry that has just answered %s, until a minute later', async (status) => {
    says('', status);
    const client = rdap();
    expect(await client.ask('example.com')).toMatchObject({ outcome: 'silent' });
    says(registered);
    expect(await client.ask('example.com')).toMatchObject({ outcome: 'silent' });
    expect(asked).toEqual(['/dns.json', '/rdap/domain/example.com']);
    clock.advanceSeconds(61);
    expect(await client.ask('example.com')).toMatchObject({ outcome: 'registered' });
  });

  it('for a registry as long as few do', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    answer = async (_request, response) => {
      await held;
      response.writeHead(404).end();
    };
    const client = rdap();
    const [first, ...others] = Array.from({ length: 9 }, (_, index) => client.ask(`example${index}.com`));
    expect(await others.at(-1)).toMatchObject({ outcome: 'silent' });
    letGo();
    expect(await first).toMatchObject({ outcome: 'not_registered' });
  });
});

describe('a redirect', () => {
  it('is followed three times', async () => {
    answer = (request, response) => {
      const step = Number(request.url!.split('/').at(-1)) || 0;
      if (step < 3) response.writeHead(302, { location: `/moved/${step + 1}` }).end();
      else response.end(JSON.stringify(registered));
    };
    expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'registered' });
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    asked = [];
    expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'silent' });
    expect(asked).toHaveLength(1 + 4);
  });

  it.each(['http://127.0.0.1:1/', 'http://10.0.0.1/', 'file:///etc/passwd', 'http://['])(
    'to %s is not followed',
    async (location) => {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      expect(await rdap().ask('example.com')).toMatchObject({ outcome: 'silent' });
      expect(asked).toHaveLength(2);
    },
  );
});

it('without a list nobody is asked, and the list is asked for again a minute later', async () => {
  says('', 404);
  const client = rdap(`${base}/other.json`);
  expect(await client.ask('example.com')).toMatchObject({ outcome: 'silent' });
  expect(await client.ask('example.de')).toMatchObject({ outcome: 'silent' });
  expect(asked).toEqual(['/other.json']);
  clock.advanceSeconds(61);
  expect(await client.ask('example.de')).toMatchObject({ outcome: 'silent' });
  expect(asked).toEqual(['/other.json', '/other.json']);
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteConnections } from '../../../../test/support/asked-connections.ts';
import { createOutboundPolicy } from '../../../engines/address-policy/address-policy.ts';
import { OutboundClient, type OutboundOptions } from './outbound-client.ts';
import type { OutboundFailure } from './outbound-failure.ts';
import { defaultPorts, problemWithUrl } from './outbound-url.ts';

/** Every connection that this process asks the kernel for, by the addresses that it names. */
const connections: string[] = [];
let restore = () => {};

/** As it is admitted here; 127.0.0.1 is forbidden. */
const admitted = '127.0.0.2';
let server: Server;
let port: number;
let answer: RequestListener;
const clients: OutboundClient[] = [];

beforeAll(async () => {
  restore = noteConnections(({ address }) => connections.push(address));
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  restore();
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  connections.length = 0;
  answer = (_request, response) => response.end('ok');
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const notFound = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

/** A client whose name servers give these addresses for each name, in turn when there are several lists. */
function client(
  answers: Readonly<Record<string, readonly (readonly string[])[]>> = {},
  options: Partial<OutboundOptions> = {},
) {
  const asked: string[] = [];
  const turnOf = (name: string) => {
    const lists = answers[name];
    const turn = asked.filter((other) => other === name).length;
    asked.push(name);
    return lists?.[Math.min(turn, lists.length - 1)];
  };
  const made = new OutboundClient({
    rules: { judge: createOutboundPolicy([admitted]), admitsAny: true, ports: [...defaultPorts, [port, port]] },
    resolver: {
      async resolve4(name) {
        const list = turnOf(name);
        return list ? list.filter((address) => !address.includes(':')) : notFound();
      },
      async resolve6(name) {
        const list = answers[name]?.at(-1);
        return list ? list.filter((address) => address.includes(':')) : notFound();
      },
    },
    userAgent: 'test',
    ...options,
  });
  clients.push(made);
  return {
    asked,
    download: (url: string) => made.download({ url, method: 'GET' }),
    follow: (url: string) => made.request({ url, method: 'GET', maxRedirects: 3 }),
    followDownload: (url: string) => made.download({ url, method: 'GET', maxRedirects: 3 }),
    post: (url: string) => made.request({ url, method: 'POST', body: Buffer.from('{}') }),
  };
}

const failure = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: OutboundFailure) => error,
  );

const forbiddenAddresses = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
  ...['192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '100.100.100.200', '168.63.129.16'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::1', '100::1', '100:0:0:1::1', '2001::1', '2001:10::1', '2001:20::1', '2001:db8::1'],
  ...['2002:7f00:1::1', '2002:a9fe:a9fe::1', '3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fd20:ce::254', 'fe80::1', 'fec0::1', 'ff02::1'],
];

describe('requests to URLs that strangers chose', () => {
  it('reach a permitted address by one connection and one look-up of its name', async () => {
    const { post, asked } = client({ 'hooks.example.com': [[admitted]] });
    expect(await post(`http://hooks.example.com:${port}/a`)).toMatchObject({ status: 200, isCut: false });
    expect(connections).toEqual([admitted]);
    expect(asked).toEqual(['hooks.example.com']);
  });

  it.each(forbiddenAddresses)('make no connection to %s, as an address or behind a name', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    const { post } = client({ 'hooks.example.com': [[address]] });
    for (const scheme of ['http', 'https'])
      for (const target of [host, 'hooks.example.com'])
        expect((await failure(post(`${scheme}://${target}:${port}/`)))?.kind).toBe('denied');
    expect(connections).toEqual([]);
  });

  it.each([
    ...['http://127.1', 'http://0x7f.1', 'http://2130706433', 'http://017700000001', 'http://0', 'http://0x7f000001'],
    ...['http://127.0.0.1.', 'http://①②⑦.0.0.1', 'http://127。0。0。1', 'http://localhost', 'http://localhost.'],
    ...['http://a.localhost', 'http://LOCALHOST', 'http://[::ffff:7f00:1]', 'http://[0:0:0:0:0:0:0:1]'],
    ...['http://%31%32%37.0.0.1', 'https://user@127.0.0.2', `https://user:password@${admitted}`],
    ...['ftp://127.0.0.2', 'file:///etc/passwd', 'gopher://127.0.0.2', 'data:text/plain,a', 'http://'],
    ...['http://no-such-name.example', 'http://[fe80::1%25eth0]'],
  ])('make no connection for %s', async (start) => {
    const url = URL.canParse(start) && !/^(file|data):/.test(start) ? `${start}:${port}/` : start;
    expect((await failure(client().post(url)))?.kind).toBe('denied');
    expect(connections).toEqual([]);
  });

  it.each([1, 22, 25, 110, 143, 444, 465, 587, 993, 1023, 3306, 5432, 6379, 9200, 11211, 27017])(
    'make no connection to port %i',
    async (foreign) => {
      expect((await failure(client().post(`https://${admitted}:${foreign}/`)))?.kind).toBe('denied');
      expect(connections).toEqual([]);
    },
  );

  it('make no connection when only one of several addresses of a name is forbidden', async () => {
    for (const list of [
      [admitted, '127.0.0.1'],
      [admitted, '::1'],
      ['8.8.8.8', '10.0.0.1'],
    ])
      expect((await failure(client({ mixed: [list] }).post(`https://mixed:${port}/`)))?.kind).toBe('denied');
    expect(connections).toEqual([]);
  });

  it('connect to the address that was judged, whatever the name servers say next', async () => {
    answer = (_request, response) => response.setHeader('connection', 'close').end('ok');
    const { post, asked } = client({ rebinding: [[admitted], ['127.0.0.1'], ['127.0.0.1']] });
    expect(await post(`http://rebinding:${port}/`)).toMatchObject({ status: 200 });
    expect(connections).toEqual([admitted]);
    expect(asked).toHaveLength(1);
    expect((await failure(post(`http://rebinding:${port}/`)))?.kind).toBe('denied');
    expect(connections).toEqual([admitted]);
  });

  it.each([301, 302, 303, 307, 308])('follow no redirect (%i)', async (status) => {
    answer = (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${port}/`, 'set-cookie': 'a=b' }).end();
    const { headers, ...rest } = await client().post(`http://${admitted}:${port}/`);
    expect(rest.status).toBe(status);
    expect(headers.location).toBe(`http://127.0.0.1:${port}/`);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(connections).toEqual([admitted]);
  });

  it('go to public addresses by HTTPS only', async () => {
    const { post } = client({ 'hooks.example.com': [['8.8.8.8']] });
    for (const host of ['hooks.example.com', '8.8.8.8'])
      expect((await failure(post(`http://${host}:${port}/`)))?.kind).toBe('denied');
    expect(connections).toEqual([]);
  });

  it('use no proxy of the environment', async () => {
    process.env.http_proxy = `http://127.0.0.1:${port}`;
    try {
      await client().post(`http://${admitted}:${port}/`);
      expect(connections).toEqual([admitted]);
    } finally {
      delete process.env.http_proxy;
    }
  });
});

describe('redirects that a request follows', () => {
  /** Leads on as often as it is asked to: /3 to /2, to /1, to /0, which answers. */
  const countDown: RequestListener = ({ url }, response) => {
    const left = Number(url!.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('leads on');
    else response.end('arrived');
  };

  it.each([301, 302, 303, 307, 308])('lead on from %i, and nothing else does', async (status) => {
    answer = ({ url }, response) =>
      url === '/' ? response.writeHead(status, { location: '/there' }).end() : response.end('there');
    expect((await client().follow(`http://${admitted}:${port}/`)).body.toString()).toBe('there');
    answer = (_request, response) => response.writeHead(201, { location: '/there' }).end('made');
    expect((await client().follow(`http://${admitted}:${port}/`)).body.toString()).toBe('made');
  });

  it('are as many as it says; one more is the answer, of a request and of a download', async () => {
    answer = countDown;
    const { follow, followDownload } = client();
    for (const ask of [follow, followDownload]) {
      expect((await ask(`http://${admitted}:${port}/3`)).status).toBe(200);
      expect((await ask(`http://${admitted}:${port}/4`)).status).toBe(302);
    }
    expect((await buffer((await followDownload(`http://${admitted}:${port}/3`)).body)).toString()).toBe('arrived');
  });

  it.each([
    ...['http://127.0.0.1', 'https://10.0.0.1', 'http://inner.example', 'http://8.8.8.8', `https://a:b@${admitted}`],
    ...['file:///etc/passwd', `https://${admitted}:6379`, 'http://', 'http://no-such-name.example'],
  ])('are judged as its URL was: none leads to %s, at any step', async (forbidden) => {
    const location = /^http/.test(forbidden) && !/\d:6379$/.test(forbidden) ? `${forbidden}:${port}/` : forbidden;
    const { follow, followDownload } = client({ 'inner.example': [['127.0.0.1']] });
    for (const first of ['/', '/once', '/twice']) {
      answer = ({ url }, response) =>
        response.writeHead(307, { location: url === '/twice' ? '/once' : url === '/once' ? '/' : location }).end();
      for (const ask of [follow, followDownload])
        expect((await failure(ask(`http://${admitted}:${port}${first}`)))?.kind).toBe('denied');
    }
    expect(new Set(connections)).toEqual(new Set([admitted]));
  });

  it('lead to the whole of a long address, as of a download that is signed', async () => {
    const long = `/${'a'.repeat(1_500)}`;
    answer = ({ url }, response) =>
      url === long ? response.end('arrived') : response.writeHead(302, { location: long }).end();
    expect((await client().follow(`http://${admitted}:${port}/`)).body.toString()).toBe('arrived');
  });

  it('have one deadline together', async () => {
    answer = (request, response) => void setTimeout(() => countDown(request, response), 150);
    const { follow } = client({}, { deadlineMs: 400 });
    expect(await failure(follow(`http://${admitted}:${port}/3`))).toMatchObject({ kind: 'timeout' });
  });
});

describe('answers', () => {
  it('are read up to 4 KiB', async () => {
    answer = (_request, response) => response.end('x'.repeat(100_000));
    const { body, isCut } = await client().post(`http://${admitted}:${port}/`);
    expect([body.length, isCut]).toEqual([4_096, true]);
  });

  it('have to be complete in time, however slowly they drip', async () => {
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(timer));
    };
    const request = client({}, { deadlineMs: 300 }).post(`http://${admitted}:${port}/`);
    expect(await failure(request)).toMatchObject({ kind: 'timeout' });
  });

  it('are failures of a kind when there are none', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failure(client().post(`http://${admitted}:${port}/`))).toMatchObject({ kind: 'connection' });
    expect(await failure(client().post(`https://${admitted}:${port}/`))).toMatchObject({ kind: 'tls' });
    const unanswered = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ESERVFAIL' }));
    const { post } = client({}, { resolver: { resolve4: unanswered, resolve6: unanswered } });
    expect(await failure(post('https://hooks.example.com/'))).toMatchObject({ kind: 'unresolved' });
  });

  it('tell nothing of what is behind an address that is denied', async () => {
    const texts = new Set<string>();
    for (const url of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/', 'http://no-such-name/', 'http://10.0.0.1/'])
      texts.add((await failure(client().post(url)))!.message);
    expect(texts.size).toBe(1);
  });
});

describe('downloads', () => {
  it('go where other requests may go, and are read as they come, however large', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { etag: '"1"', 'set-cookie': 'a=b' }).end('x'.repeat(100_000));
    const { status, headers, body } = await client().download(`http://${admitted}:${port}/`);
    expect([status, headers]).toEqual([200, { etag: '"1"' }]);
    expect((await buffer(body)).length).toBe(100_000);
    connections.length = 0;
    expect((await failure(client().download(`http://127.0.0.1:${port}/`)))?.kind).toBe('denied');
    expect(connections).toEqual([]);
  });

  it('fail while they are read where the answer is cut', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    };
    const { body } = await client().download(`http://${admitted}:${port}/`);
    await expect(buffer(body)).rejects.toThrow();
  });
});

describe('a URL', () => {
  const rules = { judge: createOutboundPolicy([]), admitsAny: false, ports: defaultPorts };

  it('is told what is wrong with it', () => {
    expect(problemWithUrl(rules, 'https://hooks.example.com/a?b=c')).toBeNull();
    expect(problemWithUrl(rules, 'https://hooks.example.com:8443/')).toBeNull();
    expect(problemWithUrl(rules, 'nonsense')).toMatch(/^must be a URL/);
    expect(problemWithUrl(rules, `https://example.com/${'a'.repeat(2_048)}`)).toMatch(/2048/);
    expect(problemWithUrl(rules, 'http://hooks.example.com/')).toBe('must start with https://');
    expect(problemWithUrl(rules, 'https://a:b@hooks.example.com/')).toMatch(/password/);
    expect(problemWithUrl(rules, 'https://hooks.example.com:25/')).toMatch(/25/);
    expect(problemWithUrl(rules, 'https://10.0.0.1/')).toBe('must lead to a public address');
  });
});

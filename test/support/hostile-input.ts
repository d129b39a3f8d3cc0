import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { hostileDumps } from '../../src/engines/firewall-dumps/testing/hostile-dumps.ts';
import type { AccountClient, CallerKind } from './fuzzer/fuzz-world.ts';

/** Who attacks, and where. */
export interface Attack {
  /** Of the server, on 127.0.0.1. */
  readonly url: string;
  readonly client: AccountClient;
  /** Of the attacking customer. */
  readonly endpointId: string;
  /** Bytes of a firewall dump. */
  readonly dumpBytes: number;
}

/** One kind of input that is made to cost as much as it can. */
export interface HostileFamily {
  readonly name: string;
  readonly by: readonly CallerKind[];
  /** How many are sent for a measurement, and how many of them at once. */
  readonly count: number;
  readonly atOnce: number;
  /** Made before it is measured. */
  readonly prepare?: (attack: Attack) => Promise<void>;
  /** For how long it is sent at most. Default: what a measurement usually takes. */
  readonly longestMs?: number;
  /** @returns the status of the answer; null when the connection ended without one */
  readonly send: (attack: Attack, caller: CallerKind, index: number) => Promise<number | null>;
}

const anyone: readonly CallerKind[] = ['key', 'customer', 'nobody'];
const slowMs = 1_000;

const agent = new Agent({ connections: 256, headersTimeout: 60_000, bodyTimeout: 60_000 });

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends from an address that nobody else has. */
export async function send({ url, client }: Attack, caller: CallerKind, sent: Sent): Promise<number | null> {
  const { method = sent.body === undefined ? 'GET' : 'POST', path, body, headers } = sent;
  const [a, b] = randomBytes(2);
  try {
    const answer = await request(`${url}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        host: client.account.portalDomain,
        'x-forwarded-for': `203.0.${a}.${b}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...client.headersOf(caller),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    });
    await answer.body.dump({ limit: 50_000_000 });
    return answer.statusCode;
  } catch {
    return null;
  }
}

/** Where each caller may send a body: the costliest that it is let to. */
const bodyPath: Readonly<Record<CallerKind, string>> = {
  key: '/api/v1/billing/sync-services',
  administrator: '/api/v1/branding',
  customer: '/api/v1/firewall/ingest',
  nobody: '/api/v1/session',
};

function bodies(name: string, body: (bytes: number) => string, by = anyone): HostileFamily[] {
  return [1_040_000, 60_000].map((bytes) => ({
    name: `${name}, ${bytes >= 1_000_000 ? '1 MB' : '60 KB'}`,
    by,
    count: 12,
    atOnce: 4,
    send: (attack, caller) => send(attack, caller, { path: bodyPath[caller], body: body(bytes) }),
  }));
}

function flood(
  name: string,
  by: readonly CallerKind[],
  sent: (attack: Attack, index: number) => Sent,
  { count = 200, atOnce = 20 }: { readonly count?: number; readonly atOnce?: number } = {},
): HostileFamily {
  return { name, by, count, atOnce, send: (attack, caller, index) => send(attack, caller, sent(attack, index)) };
}

/** Opens a connection, and writes text piece by piece for a while. */
async function dribble({ url, client }: Attack, pieces: (host: string) => readonly string[]): Promise<number | null> {
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  try {
    const texts = pieces(client.account.portalDomain);
    for (const text of texts) {
      socket.write(text);
      await sleep(slowMs / texts.length);
    }
  } finally {
    socket.destroy();
  }
  return answer === '' ? null : Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

function slow(name: string, pieces: (host: string) => readonly string[], connections: number): HostileFamily {
  return { name, by: ['nobody'], count: connections, atOnce: connections, send: (attack) => dribble(attack, pieces) };
}

export const times = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));
const nothing = (count: number) => times(count, () => '');

const strange = {
  hostnames: (index: number) => `${'a-'.repeat(110)}${index}.${'b.'.repeat(10)}example`,
  mails: (index: number) => `${'a.'.repeat(30)}${index}@${'x-'.repeat(90)}a.${'y.'.repeat(8)}`,
  domains: (index: number) => `${'ü.'.repeat(100)}${'☃'.repeat(20)}${index}.example`,
  urls: (index: number) => `https://user:${index}@${'a.'.repeat(50)}example/${'%C3%BC'.repeat(300)}`.slice(0, 2_048),
};

/** Every family; of firewall dumps one for each way in which their formats can be made to multiply. */
export const hostileFamilies: readonly HostileFamily[] = [
  ...bodies('lists in lists', (bytes) => `{"a":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`),
  ...bodies('objects in objects', (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`),
  ...bodies('keys by the hundred thousand', (bytes) => `{${times(bytes / 10, (n) => `"${n.toString(16)}":1`).join()}}`),
  ...bodies(
    'one service with unknown fields',
    (bytes) => `{"services":[{${times(bytes / 12, (n) => `"k${n}":1`).join()}}]}`,
    ['key'],
  ),
  ...bodies(
    'services with unknown fields each',
    (bytes) => `{"services":[${times(bytes / 2_100, (n) => `{${times(280, (k) => `"${n}${k}":1`).join()}}`).join()}]}`,
    ['key'],
  ),
  ...bodies('a list of empty objects', (bytes) => `{"services":[${times(bytes / 3, () => '{}').join()}]}`),
  ...bodies('a list of empty texts', (bytes) => `{"services":[${times(bytes / 3, () => '""').join()}]}`),
  ...bodies('one number of many digits', (bytes) => `{"client_id":${'9'.repeat(bytes)}}`),
  ...bodies('one text of blanks', (bytes) => `{"email":"${' '.repeat(bytes)}x","password":"x"}`),
  ...bodies('escaped text', (bytes) => `{"email":"${'\\u0041'.repeat(bytes / 6)}","password":"x"}`),
  ...bodies('text that is no JSON', (bytes) => `{"a":"${'\\"'.repeat(bytes / 2)}`),
  flood(
    'a logo of megabytes',
    ['administrator'],
    () => ({ method: 'PUT', path: '/api/v1/branding', body: { logo: 'A'.repeat(8_000_000) } }),
    { count: 10, atOnce: 4 },
  ),
  flood(
    'a logo of many drawings',
    ['administrator'],
    () => ({
      method: 'PUT',
      path: '/api/v1/branding',
      body: {
        logo: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g><a/></g>'.repeat(15_000)}</svg>`).toString(
          'base64',
        ),
      },
    }),
    { count: 10, atOnce: 4 },
  ),
  flood('the last page of all', ['key', 'customer'], () => ({
    path: '/api/v1/endpoints?page=9007199254740991&per_page=100',
  })),
  flood('cursors that lead nowhere', ['key', 'administrator'], (_attack, index) => ({
    path: `/api/v1/audit?cursor=${Buffer.from(`${index}`.repeat(3_000)).toString('base64url')}`,
  })),
  flood('a search for wildcards', ['key', 'customer'], () => ({
    path: `/api/v1/endpoints?search=${'%25_'.repeat(60)}`,
  })),
  flood('one parameter a thousand times', anyone, () => ({
    path: `/api/v1/endpoints?${times(1_000, (n) => `status=${n}`).join('&')}`,
  })),
  flood('hostnames of 240 characters', ['key', 'customer'], (_attack, index) => ({
    path: '/api/v1/endpoints',
    body: { billing_customer_id: 1, ip_address: strange.hostnames(index) },
  })),
  flood('e-mail addresses of 250 characters', ['key', 'customer'], (_attack, index) => ({
    path: '/api/v1/notifications/recipients',
    body: { client_id: 1, email: strange.mails(index) },
  })),
  flood('international domain names', ['key'], (_attack, index) => ({
    path: '/api/v1/billing/provision-domain',
    body: { client_id: 1, service_id: 1, domain: strange.domains(index) },
  })),
  flood('addresses of the web of 2,048 characters', ['key'], (_attack, index) => ({
    path: '/api/v1/billing/provision-domain',
    body: { client_id: 1, service_id: 1, domain: strange.urls(index) },
  })),
  flood(
    'wrong passwords',
    ['nobody'],
    (_attack, index) => ({
      path: '/api/v1/session',
      body: { email: `person${index % 7}@example.com`, password: `wrong password ${index}` },
    }),
    { count: 120, atOnce: 60 },
  ),
  flood(
    'passwords of 60 KB',
    ['nobody'],
    () => ({ path: '/api/v1/session', body: { email: 'ada@example.com', password: 'p'.repeat(60_000) } }),
    { count: 60 },
  ),
  flood(
    'wrong keys',
    ['nobody'],
    () => ({ path: '/api/v1/endpoints', headers: { authorization: `Bearer bwk_${randomBytes(24).toString('hex')}` } }),
    { count: 400 },
  ),
  flood(
    'wrong session cookies',
    ['nobody'],
    () => ({
      path: '/api/v1/endpoints',
      headers: { cookie: `__Host-breakwater_session=${randomBytes(32).toString('base64url')}` },
    }),
    { count: 400 },
  ),
  flood('the API document', ['nobody'], () => ({ path: '/openapi.json' })),
  flood('the documentation page', ['nobody'], () => ({ path: '/docs/api/static/index.html' })),
  flood('is it ready', ['nobody'], () => ({ path: '/readyz' }), { count: 400 }),
  flood('figures for Prometheus', ['nobody'], () => ({ path: '/metrics' }), { count: 100 }),
  flood('headers of 14 KB', anyone, () => ({
    path: '/api/v1/health',
    headers: { cookie: times(500, (n) => `c${n}=${'x'.repeat(20)}`).join('; ') },
  })),
  flood('headers of 40 KB', anyone, () => ({ path: '/api/v1/health', headers: { 'x-padding': 'x'.repeat(40_000) } })),
  flood('addresses of 14 KB', anyone, () => ({ path: `/api/v1/health?${'a=%C3%BC&'.repeat(1_500)}` })),
  flood('ids of 14 KB', anyone, () => ({ path: `/api/v1/endpoints/${'a%2F'.repeat(3_500)}` })),
  flood('Idempotency-Keys, a new one each', ['key'], (_attack, index) => ({
    path: '/api/v1/billing/suspend',
    body: { endpoint_id: 'none' },
    headers: { 'idempotency-key': `${index}-${randomBytes(20).toString('hex')}` },
  })),
  flood('one Idempotency-Key at once', ['key'], () => ({
    path: '/api/v1/whitelists',
    body: { billing_customer_id: 1, port_start: 8_080 },
    headers: { 'idempotency-key': 'the same' },
  })),
  flood('pages that are not there', ['nobody'], (_attack, index) => ({
    path: `/nowhere/${index}`,
    headers: { accept: 'text/html' },
  })),
  flood('hosts that are not there', ['nobody'], (_attack, index) => ({
    path: '/',
    headers: { accept: 'text/html', host: `h${index}.example.net` },
  })),
  flood('sign-in links that were never made', ['nobody'], () => ({
    path: `/sso?token=${randomBytes(32).toString('base64url')}`,
  })),
  flood('addresses to unsubscribe that were never made', ['nobody'], () => ({
    path: `/notifications/unsubscribe?token=${randomBytes(32).toString('base64url')}`,
  })),
  flood('sign-in links, minted', ['key'], () => ({ path: '/api/v1/sso/token', body: { client_id: 1 } })),
  flood('reports of everything', ['key', 'customer'], () => ({
    path: '/api/v1/alerts?limit=100&sort=severity&billing_customer_id=1',
  })),
  slow(
    'bodies that come a byte at a time',
    (host) => [
      `POST /api/v1/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://${host}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`,
      ...times(30, () => ' '),
    ],
    300,
  ),
  slow(
    'heads that come a byte at a time',
    (host) => [`GET / HTTP/1.1\r\nHost: ${host}\r\n`, ...times(30, () => 'X')],
    300,
  ),
  slow('connections that say nothing', () => nothing(2), 1_500),
  ...hostileDumps.map(
    ({ name, dump }): HostileFamily => ({
      name: `dump: ${name}`,
      by: ['customer'],
      count: 1,
      atOnce: 1,
      send: (attack, caller) => {
        const body = { endpoint_id: attack.endpointId, mode: 'preview', dump: fittingDump(dump, attack.dumpBytes) };
        return send(attack, caller, { path: '/api/v1/firewall/ingest', body });
      },
    }),
  ),
];

/** A dump whose JSON text has as many bytes: quotation marks and line ends take two. */
function fittingDump(dump: (bytes: number) => string, bytes: number): string {
  const text = dump(bytes);
  const inJson = Buffer.byteLength(JSON.stringify(text));
  return inJson <= bytes ? text : dump(Math.floor((bytes * bytes) / inJson));
}

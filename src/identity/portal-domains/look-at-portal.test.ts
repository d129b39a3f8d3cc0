import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crafted, CraftedAuthority } from '../../monitoring/certificates/testing/crafted-authority.ts';
import { lookAtPortal, type ReachTools } from './look-at-portal.ts';

const domain = 'security.acme.example';
const authority = new CraftedAuthority();
const servers: Server[] = [];
let root: Crafted;
let silentPort: number;

type Answers = Readonly<Record<string, readonly string[] | 'failure'>>;

/** @param answers by `name/type` */
function tools(port: number, answers: Answers, more: Partial<ReachTools> = {}): ReachTools {
  const ask = (type: string) => async (name: string) => {
    const answer = answers[`${name}/${type}`];
    if (answer === 'failure') throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' });
    if (answer === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return [...answer];
  };
  return {
    resolver: { resolveCname: ask('CNAME'), resolve4: ask('A'), resolve6: ask('AAAA') },
    mayConnect: (address) => address.startsWith('127.'),
    port,
    authorities: [root.pem],
    publicHost: null,
    ...more,
  };
}

async function serve(certificate: Crafted): Promise<number> {
  const server = createServer({ cert: certificate.pem, key: certificate.keyPem });
  server.on('tlsClientError', () => {});
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const leaf = (names: readonly string[], more = {}) =>
  authority.make({
    commonName: names[0]!,
    issuer: root,
    extensions: [`subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
    ...more,
  });
const here: Answers = { [`${domain}/A`]: ['127.0.0.1'] };

beforeAll(async () => {
  root = authority.make({
    commonName: 'Test Authority',
    keyOwner: 'root',
    extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
  });
  silentPort = await listen(createPlainServer((socket) => socket.destroy()));
});
afterAll(() => {
  for (const server of servers) server.close();
  authority.remove();
});

describe('the certificate of a portal', () => {
  const look = async (port: number, more: Partial<ReachTools> = {}) =>
    (await lookAtPortal(tools(port, here, more), domain, null)).tls;

  it('is valid when browsers take it, and says whose names it has, who signed it and when it ends', async () => {
    const port = await serve(leaf([domain, '*.other.example'], { endsIn: 60 }));
    const tls = await look(port);
    expect(tls).toMatchObject({ state: 'valid', names: [domain, '*.other.example'], issuer: 'Test Authority' });
    expect((Date.parse(tls.expires_at!) - Date.now()) / 86_400_000).toBeCloseTo(60, 0);
  });

  it('is named for what is wrong with it', async () => {
    expect(await look(await serve(leaf([domain], { beginsIn: -60, endsIn: -1 })))).toMatchObject({ state: 'expired' });
    const other = await look(await serve(leaf(['shop.acme.example'])));
    expect(other).toMatchObject({ state: 'other_name', names: ['shop.acme.example'] });
    const port = await serve(leaf([domain]));
    expect(await look(port, { authorities: null })).toMatchObject({ state: 'untrusted', names: [domain] });
  });

  it('is not there when nothing answers TLS', async () => {
    const none = { names: [], issuer: null, expires_at: null };
    expect(await look(silentPort)).toEqual({ state: 'unreachable', ...none });
    expect(await look(1)).toEqual({ state: 'unreachable', ...none });
  });

  it('is never asked for at an address that this installation does not connect to', async () => {
    let connections = 0;
    const port = await listen(
      createPlainServer((socket) => {
        connections += 1;
        socket.destroy();
      }),
    );
    expect(await look(port, { mayConnect: () => false })).toMatchObject({ state: 'refused' });
    expect(connections).toBe(0);
    await look(port);
    expect(connections).toBe(1);
  });
});

describe('where a portal leads', () => {
  const target = 'portals.service.example';
  const dns = async (answers: Answers, of: string | null = target) =>
    (await lookAtPortal(tools(silentPort, answers), domain, of)).dns;

  it.each<[string, Answers, string]>([
    ['by the record', { [`${domain}/CNAME`]: [`${target.toUpperCase()}.`], ...here }, 'here'],
    ['by the same addresses', { ...here, [`${target}/A`]: ['127.0.0.1', '127.0.0.2'] }, 'here'],
    ['to others', { ...here, [`${target}/A`]: ['127.0.0.2'] }, 'elsewhere'],
    ['in part to others', { [`${domain}/A`]: ['127.0.0.1', '127.0.0.9'], [`${target}/A`]: ['127.0.0.1'] }, 'elsewhere'],
    ['with a target that leads nowhere', here, 'resolves'],
    ['nowhere', {}, 'absent'],
    ['nowhere, though its record is right', { [`${domain}/CNAME`]: [target] }, 'absent'],
    ['nobody knows where', { [`${domain}/A`]: 'failure' }, 'unanswered'],
    ['to an IPv4 address, whatever is wrong with IPv6', { ...here, [`${domain}/AAAA`]: 'failure' }, 'resolves'],
  ])('%s', async (_what, answers, state) => {
    expect((await dns(answers)).state).toBe(state);
  });

  it('is told with its addresses in one spelling, and compared with nothing where nothing is known', async () => {
    const answers = { [`${domain}/A`]: ['127.0.0.1'], [`${domain}/AAAA`]: ['0:0::1'] };
    expect(await dns(answers, null)).toEqual({ state: 'resolves', cname: null, addresses: ['127.0.0.1', '::1'] });
  });
});

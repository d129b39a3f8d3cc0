import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled } from '../../scripts/test-tools.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { signInCustomer } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

interface Ports {
  readonly plain: number;
  readonly tls: number;
}

interface Proxy {
  readonly name: string;
  readonly debianPackage: string;
  readonly program: string;
  /** The example of ops/proxy with this test's ports, nodes and certificate. */
  configure(example: string, ports: Ports, nodes: readonly string[]): string;
  readonly file: string;
  args(file: string): string[];
}

const portalDomain = 'security.acme.example';
const home = mkdtempSync(join(tmpdir(), 'proxies-'));
const nodesOf = (text: string, nodes: readonly string[]) =>
  text.replaceAll('127.0.0.1:8080', nodes[0]!).replaceAll('127.0.0.1:8081', nodes[1]!);
const ownFiles = (text: string) => text.replaceAll('/etc/ssl/breakwater/', `${home}/`);

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    debianPackage: 'nginx-light',
    program: 'nginx',
    file: 'nginx.conf',
    configure: (example, { plain, tls }, nodes) =>
      `daemon off;\npid ${home}/nginx.pid;\nerror_log stderr error;\n${ownFiles(nodesOf(example, nodes))
        .replace(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80 ', `listen 127.0.0.1:${plain} `)
        .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
        .replace('http {', 'http {\n  access_log off;')}`,
    args: (file) => ['-c', file],
  },
  {
    name: 'HAProxy',
    debianPackage: 'haproxy',
    program: 'haproxy',
    file: 'haproxy.cfg',
    configure: (example, { plain, tls }, nodes) =>
      ownFiles(nodesOf(example, nodes))
        .replace(':::80 v4v6', `127.0.0.1:${plain}`)
        .replace(':::443 v4v6', `127.0.0.1:${tls}`)
        .replace(`${home}/ alpn`, `${home}/both.pem alpn`),
    args: (file) => ['-db', '-f', file],
  },
  {
    name: 'Caddy',
    debianPackage: 'caddy',
    program: 'caddy',
    file: 'Caddyfile',
    configure: (example, { plain, tls }, nodes) =>
      ownFiles(nodesOf(example, nodes))
        .replace('{\n\tservers', `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tservers`)
        .replace(`${portalDomain} {`, `${portalDomain} {\n\tbind 127.0.0.1`),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** What a proxy passes on, as headers in JSON. */
async function startEcho(): Promise<Server> {
  const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

let one: TestService;
let two: TestService;
let partner: TestPartner;
let echo: Server;
let endpointId: string;

beforeAll(async () => {
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${portalDomain}`, '-addext', `subjectAltName=DNS:${portalDomain}`],
    ...['-keyout', join(home, 'key.pem'), '-out', join(home, 'certificate.pem')],
  ]);
  const both = ['certificate.pem', 'key.pem'].map((file) => readFileSync(join(home, file), 'utf8')).join('');
  writeFileSync(join(home, 'both.pem'), both);
  const environment = { TRUST_PROXY: '127.0.0.1' };
  one = await TestService.start({ role: 'api', environment });
  two = await TestService.start({ role: 'api', environment, sharedWith: one });
  const made = await createPartner(one.service.resources, { name: 'Acme', portalDomain });
  const { partnerId } = made;
  partner = { ...made, operation: one.operator(partnerId), api: one.client(portalDomain, made.apiKey) };
  endpointId = await provision(partner.api, '10.50.0.1', { client_id: 3 });
  echo = await startEcho();
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  echo?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Runs a proxy in front of two nodes for as long as `use` takes. */
async function behind(
  { program, file, args, configure }: Proxy,
  nodes: readonly string[],
  use: (ports: Ports) => Promise<void>,
): Promise<void> {
  const ports = { plain: await freePort(), tls: await freePort() };
  const example = readFileSync(resolve(import.meta.dirname, '../../ops/proxy', file), 'utf8');
  const path = join(home, file);
  writeFileSync(path, configure(example, ports, nodes));
  const child: ChildProcess = spawn(program, args(path), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  try {
    await eventually('the proxy answers', async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      return call(ports, '/readyz').then(
        ({ status }) => status < 500,
        () => false,
      );
    });
    await use(ports);
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null) child.kill('SIGTERM');
    if (child.exitCode === null) await ended;
  }
}

interface Called {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A client at 127.0.0.3, which is no proxy that is trusted. */
async function call(
  { tls }: Ports,
  path: string,
  {
    method = 'GET',
    body,
    ...headers
  }: { method?: 'GET' | 'POST' | 'PUT'; body?: string } & Record<string, string> = {},
): Promise<Called> {
  const dispatcher = new Agent({
    localAddress: '127.0.0.3',
    connect: { rejectUnauthorized: false, servername: portalDomain },
  });
  try {
    const answer = await request(`https://127.0.0.1:${tls}${path}`, {
      method,
      dispatcher,
      headers: { host: portalDomain, ...headers },
      body: body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } finally {
    await dispatcher.close();
  }
}

const address = ({ address: host, port }: AddressInfo) => `${host}:${port}`;
const addressOf = (service: TestService) => `127.0.0.1:${service.service.address!.port}`;

for (const proxy of proxies) {
  const canRun = isInstalled(proxy.program);
  if (!canRun) process.stderr.write(`\nSKIPPED: no ${proxy.program}. ops/proxy/${proxy.file} is NOT tested.\n`);

  describe.skipIf(!canRun)(`${proxy.name} with the configuration of ops/proxy`, { tags: [proxy.debianPackage] }, () => {
    it('tells a node who asks and for what host, and nothing that a client says of itself', async () => {
      const behindIt = address(echo.address() as AddressInfo);
      await behind(proxy, [behindIt, behindIt], async (ports) => {
        const lies = {
          'x-forwarded-for': '203.0.113.9',
          'x-forwarded-host': 'other.example',
          'x-forwarded-proto': 'http',
        };
        const { text } = await call(ports, '/', { ...lies, forwarded: 'for=203.0.113.9;host=other.example' });
        const seen = JSON.parse(text);
        expect(seen).toMatchObject({
          host: portalDomain,
          'x-forwarded-for': '127.0.0.3',
          'x-forwarded-proto': 'https',
        });
        expect(seen).not.toHaveProperty('forwarded');
        expect(['', undefined, portalDomain]).toContain(seen['x-forwarded-host']);
      });
    });

    it('leads to HTTPS, keeps what is for operators to itself, and lets through what operations take', async () => {
      await behind(proxy, [addressOf(one), addressOf(two)], async (ports) => {
        const plain = await request(`http://127.0.0.1:${ports.plain}/alerts?x=1`, { headers: { host: portalDomain } });
        expect(plain.statusCode).toBe(308);
        expect(plain.headers.location).toMatch(new RegExp(`^https://${portalDomain}(:\\d+)?/alerts\\?x=1$`));
        await plain.body.dump();
        expect((await call(ports, '/metrics')).status).toBe(404);
        const key = { authorization: `Bearer ${partner.apiKey}`, 'content-type': 'application/json' };
        const listed = await call(ports, '/api/v1/endpoints', key);
        expect(listed.status).toBe(200);
        expect(JSON.parse(listed.text).links.first).toMatch(`https://${portalDomain}/`);
        // Nearly as large as a dump may be.
        const dump = '# a comment\n'.repeat(150_000);
        const body = JSON.stringify({
          endpoint_id: endpointId,
          billing_customer_id: 3,
          mode: 'preview',
          format: 'auto',
          dump,
        });
        const large = await call(ports, '/api/v1/firewall/ingest', { ...key, method: 'POST', body });
        expect(JSON.parse(large.text).errors).toHaveProperty('dump');
      });
    });

    it('passes on what happens to open pages at once, and goes on with one node when the other ends', async () => {
      const other = await TestService.start({
        role: 'api',
        environment: { TRUST_PROXY: '127.0.0.1' },
        sharedWith: one,
      });
      await behind(proxy, [addressOf(other), addressOf(one)], async (ports) => {
        const browser = await signInCustomer(one, partner, 3);
        const session = connect(`https://127.0.0.1:${ports.tls}`, {
          rejectUnauthorized: false,
          servername: portalDomain,
        });
        const stream = session.request({
          ':path': '/portal/stream',
          ':authority': portalDomain,
          cookie: browser.cookie!,
        });
        const [chunk] = await once(stream, 'data');
        expect(String(chunk)).toMatch(/event: hello/);
        session.destroy();
        await other.stop();
        for (let count = 0; count < 10; count += 1) expect((await call(ports, '/readyz')).status).toBe(200);
      });
    });
  });
}

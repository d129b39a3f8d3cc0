/** A real service with a partner, a customer and servers of loopback listeners that were scanned daily for a while. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation } from '../src/core/operation/operation.ts';
import { createAdministrator } from '../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../src/identity/partners/create-partner.ts';
import { parseConfig } from '../src/installation/config.ts';
import { openStore } from '../src/installation/store.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { startService } from '../src/service/app.ts';
import { type ApiAnswer, ApiClient } from '../test/support/api-client.ts';
import { look } from '../test/support/domain-looks.ts';
import { monitorDomain } from '../test/support/domain-scans.ts';
import { eventually } from '../test/support/eventually.ts';
import { type Listener, listen, sshGreeting } from '../test/support/listeners.ts';
import { MovableClock } from '../test/support/movable-clock.ts';
import { nextScan, provision } from '../test/support/scans.ts';
import { leakedCredential, ScriptedLeakSource } from '../test/support/scripted-leak-source.ts';

const days = 9;
/** A little more than the interval between two scans, which comes with a jitter. */
const daySeconds = 25 * 3_600;
/** From the last scans to the first look at the domain, and from that to the second. */
const lookSeconds = [60, 80 * 60];
const domain = 'greenleaf.example.com';
const administrator = { email: 'ada@northwind.example', name: 'Ada', password: 'only for these pictures' };
const customer = { client_id: 42, client_name: 'Greenleaf Ltd' };
const mysqlGreeting = '\x4a\x00\x00\x00\x0a8.0.36\x00\x08\x00\x00\x00abcdefgh\x00\xff\xff\xff\x02\x00\xff\xdf\x15';

/** Of a system that is mended no more. */
const oldSshGreeting = 'SSH-2.0-OpenSSH_7.4p1 Debian-10+deb9u7\r\n';
/** In place of the network: what everybody could see of the domain. */
const domainLook = look({
  spf: {
    reason: 'spf.absent',
    shouldBe: { name: domain, type: 'TXT', value: 'v=spf1 mx include:_spf.northwind.example ~all' },
  },
  dmarc: {
    reason: 'dmarc.absent',
    shouldBe: { name: `_dmarc.${domain}`, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` },
  },
  mx: { reason: 'mx.fine', found: [`10 mail.${domain}`, `20 backup-mail-exchanger.${domain}`] },
});

/** Days on which something listens, counted from the first scan. */
interface Exposure {
  readonly port: number;
  readonly greeting?: string;
  readonly fromDay?: number;
  readonly untilDay?: number;
}

const servers: readonly { readonly address: string; readonly hostname: string; readonly exposures: Exposure[] }[] = [
  {
    address: '127.9.1.10',
    hostname: 'shop.greenleaf.example.com',
    exposures: [
      { port: 22, greeting: sshGreeting },
      { port: 443 },
      { port: 3306, greeting: mysqlGreeting, fromDay: 4 },
      { port: 8080, fromDay: 2, untilDay: 6 },
    ],
  },
  {
    address: '127.9.1.11',
    hostname: 'office.greenleaf.example.com',
    exposures: [{ port: 3389 }, { port: 5900, fromDay: 7 }],
  },
  {
    address: '127.9.1.12',
    hostname: 'backup.greenleaf.example.com',
    exposures: [
      { port: 21, untilDay: 5 },
      { port: 2222, greeting: oldSshGreeting },
    ],
  },
];

export interface ShowcaseIds {
  readonly alert: string;
  /** About servers, of every kind, resolved ones too. */
  readonly alerts: readonly string[];
  /** About domains. */
  readonly leaks: readonly string[];
  readonly domains: readonly string[];
  readonly key: string;
  readonly webhook: string;
}

export interface Showcase {
  /** The portal's address. */
  readonly url: string;
  readonly serverIds: readonly string[];
  /** Who signs in to the console. */
  readonly administrator: { readonly email: string; readonly password: string };
  urgentAlertId(): Promise<string>;
  /** What pages are about. */
  ids(): Promise<ShowcaseIds>;
  /** A link that signs the customer in and leads to a page. */
  signInUrl(path: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startShowcase(partnerName: string): Promise<Showcase> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-'));
  const clock = new MovableClock();
  // It ends in the present, where the browser is.
  clock.advanceSeconds(-days * daySeconds - lookSeconds.reduce((sum, seconds) => sum + seconds));
  const config = parseConfig({
    DATA_DIR: directory,
    PORT: '0',
    SCAN_ALLOW: '127.0.0.0/8',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'alerts@mail.northwind.example',
    RATE_LIMIT_STRICT: '100000',
    RATE_LIMIT_DEFAULT: '100000',
  });
  const leaks = new ScriptedLeakSource('breach-list');
  leaks.knows(domain, [
    leakedCredential(`accounts@${domain}`),
    leakedCredential(`jane.roe@${domain}`, { secretDigest: 'd2' }),
  ]);
  const logger = createLogger('silent');
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
  const service = await startService({
    config,
    store,
    role: 'all',
    clock,
    logger,
    recheckDelaysMs: [50, 50],
    leakSources: [leaks],
    lookAtDomain: async () => domainLook,
  });
  const { partnerId, apiKey } = await createPartner(service.resources, {
    name: partnerName,
    portalDomain: 'localhost',
  });
  const { port } = service.address!;
  const api = new ApiClient(`http://127.0.0.1:${port}`, `localhost:${port}`, apiKey);
  await createAdministrator(
    new Operation(service.resources, { partnerId, actor: { kind: 'operator' }, requestId: null }),
    administrator,
  );
  const listeners = new Map<string, Listener>();
  const serverIds: string[] = [];
  const lastScans = new Map<string, string>();
  for (let day = 0; day <= days; day += 1) {
    await listenOn(day, listeners);
    if (day > 0) clock.advanceSeconds(daySeconds);
    await scanAll(api, serverIds, lastScans);
  }
  const domainId = await monitorDomain(api, customer.client_id, domain);
  await lookTwice(api, domainId, clock);
  await api.post('/api/v1/whitelists', {
    billing_customer_id: customer.client_id,
    port_start: 443,
    description: 'The web shop',
  });
  const url = `http://localhost:${port}`;
  const console = new Console(url);
  await console.signIn();
  await fillConsole(api, console);
  const urgentAlertId = async (): Promise<string> => {
    const answer = await api.get('/api/v1/alerts?status=open&sort=severity&limit=1');
    return answer.body.data.alerts[0].id;
  };
  return {
    url,
    serverIds,
    administrator,
    urgentAlertId,
    async ids() {
      const listOf = async (from: ApiClient, path: string, name: string): Promise<string[]> => {
        const { body } = await from.get(`/api/v1/${path}`);
        return body.data[name].map(({ id }: { id: string }) => id);
      };
      return {
        alert: await urgentAlertId(),
        alerts: await listOf(api, 'monitoring/alerts?subject=endpoint', 'alerts'),
        leaks: await listOf(api, 'monitoring/alerts?subject=domain', 'alerts'),
        domains: [domainId],
        key: (await listOf(console, 'keys', 'keys'))[0]!,
        webhook: (await listOf(console, 'webhooks', 'webhooks'))[0]!,
      };
    },
    async signInUrl(path) {
      const minted = await api.post('/api/v1/sso/token', { client_id: customer.client_id, redirect_path: path });
      return minted.body.data.redirect_url;
    },
    async stop() {
      for (const listener of listeners.values()) await listener.close();
      await service.stop();
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The administrator's browser. */
class Console extends ApiClient {
  readonly #origin: string;
  #cookie = '';

  constructor(origin: string) {
    super(origin, new URL(origin).host, null);
    this.#origin = origin;
  }

  override async send(...[method, path, body, headers]: Parameters<ApiClient['send']>): Promise<ApiAnswer> {
    const answer = await super.send(method, path, body, { ...headers, origin: this.#origin, cookie: this.#cookie });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  async signIn(): Promise<void> {
    const { headers } = await this.post('/api/v1/session', administrator);
    this.#cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';')[0]!)
      .join('; ');
  }
}

/** What a partner has set up, and who is told of alerts. */
async function fillConsole(api: ApiClient, console: ApiClient): Promise<void> {
  const { client_id } = customer;
  await api.post('/api/v1/webhooks', { url: 'https://hooks.northwind.example/security', description: 'Ticket system' });
  await api.post('/api/v1/notifications/recipients', { client_id, email: 'jane.roe@greenleaf.example' });
  await api.post('/api/v1/billing/pricing', {
    prices: [
      { product_slug: 'port_monitoring', plan_slug: 'starter', currency: 'EUR', billing_cycle: 'monthly', amount: 9.9 },
    ],
  });
  await console.post('/api/v1/invitations', { email: 'bob@northwind.example', role: 'support' });
  await console.post('/api/v1/keys', { name: 'Billing system' });
  await console.post('/api/v1/portal-domains', { domain: 'security.northwind.example' });
}

/** Two looks have to agree before there is an alert: the second follows the first by an hour. */
async function lookTwice(api: ApiClient, domainId: string, clock: MovableClock): Promise<void> {
  const seen = async () => {
    const { body } = await api.get(
      `/api/v1/domain-monitoring/domains/${domainId}/posture?billing_customer_id=${customer.client_id}`,
    );
    return body.data.posture.checked_at as string | null;
  };
  let before: string | null = null;
  for (const seconds of lookSeconds) {
    clock.advanceSeconds(seconds);
    const last: string | null = before;
    before = await eventually('the domain was looked at', async () => {
      const at = await seen();
      return at !== null && at !== last ? at : null;
    });
  }
}

async function listenOn(day: number, listeners: Map<string, Listener>): Promise<void> {
  for (const { address, exposures } of servers)
    for (const { port, greeting, fromDay = 0, untilDay = Number.POSITIVE_INFINITY } of exposures) {
      const name = `${address}:${port}`;
      const isDue = day >= fromDay && day < untilDay;
      const listener = listeners.get(name);
      if (isDue && !listener) listeners.set(name, await listen(address, port, greeting ?? ''));
      if (isDue || !listener) continue;
      await listener.close();
      listeners.delete(name);
    }
}

/** Provisions the servers at first; afterwards waits for the scans that have become due. */
async function scanAll(api: ApiClient, serverIds: string[], lastScans: Map<string, string>): Promise<void> {
  if (serverIds.length === 0)
    for (const { address, hostname } of servers)
      serverIds.push(await provision(api, address, { ...customer, hostname }));
  for (const id of serverIds) {
    const { data } = await nextScan(api, id, lastScans.get(id) ?? null);
    lastScans.set(id, data.last_scan_at);
  }
}

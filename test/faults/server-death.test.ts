import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { processesOf, processesOfGroup } from '../support/processes.ts';
import { runCommand, ServerProcess } from '../support/server-process.ts';

const kills = 5;
const callersAtOnce = 4;

const home = mkdtempSync(join(tmpdir(), 'server-death-'));
const running = new Set<ServerProcess>();

afterAll(async () => {
  for (const server of running) server.child.kill('SIGKILL');
  await Promise.all([...running].map((server) => server.exit));
  await eventually('no process is left', async () => processesOf(home).length === 0);
  rmSync(home, { recursive: true, force: true });
});

function environmentOf(name: string): Record<string, string> {
  return { DATA_DIR: join(home, name), RATE_LIMIT_STRICT: '1000000', RATE_LIMIT_DEFAULT: '1000000' };
}

async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.start(environment);
  running.add(server);
  server.exit.then(() => running.delete(server));
  return server;
}

async function noProcessIsLeft(server: ServerProcess, dataDir: string): Promise<void> {
  await expect.poll(() => [...processesOfGroup(server.pid), ...processesOf(dataDir)], { timeout: 10_000 }).toEqual([]);
}

interface Acknowledged {
  readonly endpointId: string;
  readonly address: string;
}

/** Several callers at once that provision private addresses, which are never scanned, until the server is gone. */
class ProvisioningStream {
  readonly acknowledged: Acknowledged[] = [];
  readonly ended: Promise<unknown>;
  readonly #api: ApiClient;
  readonly #clientId: number;
  #requests = 0;

  constructor(api: ApiClient, clientId: number) {
    this.#api = api;
    this.#clientId = clientId;
    this.ended = Promise.all(Array.from({ length: callersAtOnce }, () => this.#call()));
  }

  async untilAcknowledged(writes: number): Promise<void> {
    while (this.acknowledged.length < writes) await Promise.race([sleep(2), this.ended]);
  }

  async #call(): Promise<void> {
    for (;;) {
      this.#requests += 1;
      const address = `10.${this.#clientId}.${this.#requests >> 8}.${this.#requests & 0xff}`;
      const body = { client_id: this.#clientId, ip_address: address };
      const answer = await this.#api.post('/api/v1/billing/provision', body).catch(() => null);
      // A server that ends in order refuses what comes late.
      if (answer === null || answer.status === 503) return;
      expect(answer.status).toBe(201);
      this.acknowledged.push({ endpointId: answer.body.data.endpoint_id, address });
    }
  }
}

/** Every endpoint of a customer: address by id. */
async function listed(api: ApiClient, clientId: number): Promise<Map<string, string>> {
  const endpoints = new Map<string, string>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { status, body } = await api.get(
      `/api/v1/endpoints?billing_customer_id=${clientId}&per_page=100&page=${page}`,
    );
    expect(status).toBe(200);
    last = body.meta.last_page;
    for (const endpoint of body.data) endpoints.set(endpoint.id, endpoint.ip_address);
  }
  return endpoints;
}

function lostOf(acknowledged: readonly Acknowledged[], present: ReadonlyMap<string, string>): Acknowledged[] {
  return acknowledged.filter(({ endpointId, address }) => present.get(endpointId) !== address);
}

describe('death of the whole server', () => {
  it(`no acknowledged write is lost when the server is killed ${kills} times while it provisions`, async () => {
    const environment = environmentOf('killed');
    const portalDomain = 'portal.example.com';
    const partner = ['partner', 'create', '--name', 'Acme', '--portal-domain', portalDomain];
    await runCommand(environment, ['migrate']);
    const { api_key: apiKey } = await runCommand<{ api_key: string }>(environment, partner);
    const clientOf = (server: ServerProcess) => new ApiClient(server.announcement.url, portalDomain, apiKey);
    const acknowledged: Acknowledged[][] = [[]];
    const restartsMs: number[] = [];
    let server = await startServer(environment);
    for (let round = 1; round <= kills; round += 1) {
      const stream = new ProvisioningStream(clientOf(server), round);
      await stream.untilAcknowledged(1 + ((7 * round) % 60));
      await server.die();
      await stream.ended;
      acknowledged.push(stream.acknowledged);
      const restartedAt = performance.now();
      server = await startServer(environment);
      restartsMs.push(performance.now() - restartedAt);
      expect(lostOf(acknowledged[round]!, await listed(clientOf(server), round))).toEqual([]);
    }
    // Later deaths took nothing from earlier rounds either, and no retry made a second endpoint.
    for (let round = 1; round <= kills; round += 1) {
      const present = await listed(clientOf(server), round);
      expect(lostOf(acknowledged[round]!, present)).toEqual([]);
      expect(new Set(present.values()).size).toBe(present.size);
      const inFlight = present.size - acknowledged[round]!.length;
      expect(inFlight).toBeGreaterThanOrEqual(0);
      expect(inFlight).toBeLessThanOrEqual(callersAtOnce);
    }
    const sorted = restartsMs.map(Math.round).sort((a, b) => a - b);
    console.info(
      `${kills} kills, ${acknowledged.flat().length} acknowledged writes, 0 lost; restart after a kill: ` +
        `median ${sorted[kills / 2]} ms, slowest ${sorted.at(-1)} ms`,
    );
    await server.die();
    await noProcessIsLeft(server, environment.DATA_DIR!);
  });
});

describe('an orderly end', () => {
  it.each<[string, (server: ServerProcess) => void]>([
    ['Ctrl-C', (server) => server.interrupt()],
    ['SIGTERM', (server) => server.child.kill('SIGTERM')],
  ])(
    '%s under load ends the server with exit code 0, leaves no process behind and loses no acknowledged write',
    async (name, end) => {
      const environment = environmentOf(name);
      const portalDomain = 'portal.example.com';
      const partner = ['partner', 'create', '--name', 'Acme', '--portal-domain', portalDomain];
      await runCommand(environment, ['migrate']);
      const { api_key: apiKey } = await runCommand<{ api_key: string }>(environment, partner);
      const server = await startServer(environment);
      const stream = new ProvisioningStream(new ApiClient(server.announcement.url, portalDomain, apiKey), 1);
      await stream.untilAcknowledged(30);
      end(server);
      await stream.ended;
      expect(await server.exit).toEqual({ code: 0, signal: null });
      await noProcessIsLeft(server, environment.DATA_DIR!);
      const again = await startServer(environment);
      const api = new ApiClient(again.announcement.url, portalDomain, apiKey);
      expect(lostOf(stream.acknowledged, await listed(api, 1))).toEqual([]);
      again.interrupt();
      expect(await again.exit).toEqual({ code: 0, signal: null });
    },
  );
});

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './api-client.ts';
import { breakwater, RunningServer } from './command-line.ts';

const secretKey = 'a secret key that only tests ever use';
const portalDomain = 'security.acme.example';

/** Configuration of a node of the installation that has this database. It scans nothing. */
export function environmentFor(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    PORT: '0',
    SCAN_ENGINE: 'off',
    DNS_SERVERS: '127.0.0.1:9',
    RATE_LIMIT_STRICT: '100000',
    RATE_LIMIT_DEFAULT: '100000',
  };
}

/** @returns its API key */
export async function createPartner(environment: Readonly<Record<string, string>>, program?: string): Promise<string> {
  await breakwater(environment, ['migrate'], [], '', program);
  const words = ['partner', 'create', '--name', 'Acme', '--portal-domain', portalDomain, '--json'];
  return (await breakwater(environment, words, [], '', program)).json.api_key;
}

/** A server of the installation, with a client of its API. `program` is another release's bin/breakwater. */
export async function serve(
  environment: Readonly<Record<string, string>>,
  apiKey: string,
  program?: string,
  args: readonly string[] = [],
) {
  const server = await RunningServer.start(environment, args, program);
  const url = /http:\/\/localhost:\d+/.exec(server.stdout)![0].replace('localhost', '127.0.0.1');
  return { server, api: new ApiClient(url, portalDomain, apiKey) };
}

let lastHost = 0;

interface Ordered {
  readonly id: string;
  readonly address: string;
}

/**
 * Orders a server, and repeats the order until it is answered, as billing modules do. One with a key whose request broke off waits for as
 * long as that may still be under way: a minute.
 */
export async function order(api: Pick<ApiClient, 'post'>, hasKey = true): Promise<Ordered> {
  lastHost += 1;
  const address = `10.${60 + Math.floor(lastHost / 62_500)}.${Math.floor(lastHost / 250) % 250}.${1 + (lastHost % 250)}`;
  const headers: Record<string, string> = hasKey ? { 'idempotency-key': randomUUID() } : {};
  const body = { client_id: 1, ip_address: address, service_id: 1 };
  for (;;) {
    const answer = await api.post('/api/v1/billing/provision', body, headers).catch(() => null);
    if (answer?.status === 201 || answer?.status === 200) return { id: answer.body.data.endpoint_id, address };
    if (answer !== null && answer.status < 500 && answer.status !== 409)
      throw new Error(`provision answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    await sleep(100);
  }
}

/** What GET /endpoints lists, page by page: addresses by id. */
export async function addressesOf(api: ApiClient): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await api.get(`/api/v1/endpoints?per_page=100&page=${page}`)).body;
    for (const { id, ip_address } of data) found.set(id, ip_address);
    if (found.size >= meta.total || data.length === 0) return found;
  }
}

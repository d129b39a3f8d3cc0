import { ApiDocument, type DescribedOperation } from './api-document.ts';
import { Random } from './fuzzer/random.ts';
import { RequestValues } from './fuzzer/request-values.ts';
import { type Attack, type HostileFamily, type Sent, send, times } from './hostile-input.ts';

/** What the limit of a key lets through in a minute, all of it at once. */
const ofOneKey = 60;
const customers = 25;
const services = 500;
const sandboxServers = 400;
const inSandbox = { 'x-service-sandbox': 'true' };

/** Ordinary requests, too many at a time: they wait for each other, and nobody else may wait for them. */
export const parallelFamilies: readonly HostileFamily[] = [
  everyOperation(),
  {
    name: 'at once: 60 syncs of 500 services of 25 customers, suspended and active by turns',
    by: ['key'],
    count: ofOneKey,
    atOnce: ofOneKey,
    longestMs: 60_000,
    prepare: (attack) => provision(attack, services, {}),
    send: (attack, caller, index) =>
      send(attack, caller, {
        path: '/api/v1/billing/sync-services',
        body: { services: times(services, (n) => ({ ...serviceOf(n), status: stateAt(index) })) },
      }),
  },
  ofSandbox('the clock', { path: '/api/v1/sandbox/clock', body: { advance_seconds: 60 } }),
  ofSandbox('a reset', { path: '/api/v1/sandbox/reset', body: {} }),
];

function stateAt(index: number): string {
  return index % 2 === 0 ? 'suspended' : 'active';
}

function serviceOf(number: number) {
  return { client_id: 1 + (number % customers), service_id: number + 1, product_slug: 'endpoint' };
}

function ofSandbox(name: string, sent: Sent): HostileFamily {
  return {
    name: `at once: ${name} of a sandbox of ${sandboxServers} servers, 24 times`,
    by: ['key'],
    count: 24,
    atOnce: 24,
    longestMs: 60_000,
    prepare: (attack) => provision(attack, sandboxServers, inSandbox),
    send: (attack, caller) => send(attack, caller, sent),
  };
}

/** A few at a time, so that preparing is no attack. */
async function provision(attack: Attack, count: number, headers: Readonly<Record<string, string>>): Promise<void> {
  const left = times(count, (n) => n);
  const lane = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const body = {
        ...serviceOf(number),
        ip_address: `198.51.${100 + Math.floor(number / 250)}.${1 + (number % 250)}`,
      };
      await send(attack, 'key', { path: '/api/v1/billing/provision', body, headers });
    }
  };
  await Promise.all(times(4, lane));
}

/** All that the API document describes for a key, one operation after another, as many of each as a key may send in a minute. */
function everyOperation(): HostileFamily {
  let requests: readonly Sent[] = [];
  return {
    name: 'at once: every operation, 60 of each',
    by: ['key'],
    // As long as there is time for.
    count: Number.POSITIVE_INFINITY,
    atOnce: ofOneKey,
    longestMs: 60_000,
    prepare: async ({ url, client, endpointId }) => {
      const document = await (
        await fetch(`${url}/openapi.json`, { headers: { host: client.account.portalDomain } })
      ).json();
      const values = new RequestValues(document, new Random(1), { pick: () => endpointId });
      requests = new ApiDocument(document).operations
        .filter(({ operation }) => JSON.stringify(operation.security ?? []).includes('apiKey'))
        .map((operation) => requestOf(operation, values));
    },
    send: (attack, caller, index) => send(attack, caller, requests[Math.floor(index / ofOneKey) % requests.length]!),
  };
}

/** With required input only, of the account's one customer. */
function requestOf(described: DescribedOperation, values: RequestValues): Sent {
  const { method, path, operation } = described;
  const parameters = (operation.parameters ?? []).filter((each: { required?: boolean }) => each.required);
  const given = (place: string) => parameters.filter((each: { in: string }) => each.in === place);
  const filled = given('path').reduce(
    (text: string, each: { name: string }) =>
      text.replace(`{${each.name}}`, encodeURIComponent(values.ofParameter(described, each, 0))),
    path,
  );
  const query = given('query').map(
    (each: { name: string }) => `${each.name}=${encodeURIComponent(values.ofParameter(described, each, 0))}`,
  );
  const schema = operation.requestBody?.content['application/json'].schema;
  return {
    method,
    path: `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(schema ? { body: values.of(schema, 'body', 0) as object } : {}),
  };
}

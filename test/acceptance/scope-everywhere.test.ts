import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { ApiDocument, type DescribedOperation, type Json } from '../support/api-document.ts';
import { openConsole, PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { TestService } from '../support/test-service.ts';

/** The names of decisions §1.7, with what the API calls the same thing elsewhere. */
const otherNames: Readonly<Record<string, string | null>> = {
  billing_customer_id: 'client_id',
  client_id: 'billing_customer_id',
  endpoint_id: null,
  domain_id: 'monitored_domain_id',
  monitored_domain_id: 'domain_id',
  service_id: null,
};
const names = Object.keys(otherNames);
const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const valueFor = (name: string) => (/^(endpoint|domain|monitored_domain)_id$/.test(name) ? unknownId : 999);

type Place = 'path' | 'query' | 'body' | `each entry of ${string}`;

/** Where the document says that an operation takes a name; undefined: nowhere. */
function placeOf({ operation }: DescribedOperation, name: string): Place | undefined {
  const parameter = (operation.parameters ?? []).find((known: Json) => known.name === name);
  if (parameter) return parameter.in;
  const fields: Json = operation.requestBody?.content['application/json'].schema.properties ?? {};
  if (name in fields) return 'body';
  const list = Object.keys(fields).find((field) => name in (fields[field].items?.properties ?? {}));
  return list === undefined ? undefined : `each entry of ${list}`;
}

const service = await TestService.start({
  role: 'api',
  environment: { SCAN_ENGINE: 'off', TRUST_PROXY: '127.0.0.1' },
});
const partner = await service.partner();
const { body: published } = await service.client(partner.portalDomain, null).get('/openapi.json');
/** Health is about nobody's data. */
const operations = new ApiDocument(published).operations.filter(({ operation }) => operation.tags[0] !== 'Health');
const named = operations.flatMap((operation) =>
  names.map((name) => ({ operation, name, place: placeOf(operation, name) })),
);

let administrator: ApiClient;

beforeAll(async () => {
  administrator = await openConsole(service, partner);
  await enableSandbox(service, partner);
});
afterAll(async () => {
  await service.stop();
});

const pathFor = ({ path }: DescribedOperation) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/^(billing_customer|service)_id$/.test(name) ? '42' : unknownId));

/** A body goes with each method, GET as well. */
function call(operation: DescribedOperation, query: Json, body: Json): Promise<ApiAnswer> {
  // Visitors are limited by their address, of which each browser has its own.
  const isForVisitors = operation.operation.tags[0] === 'Session';
  const caller = isForVisitors ? new PortalBrowser(service, partner.portalDomain) : administrator;
  const search = new URLSearchParams(query).toString();
  return caller.send(operation.method, pathFor(operation) + (search && `?${search}`), body);
}

function sentenceAbout(answer: ApiAnswer, name: string): string | undefined {
  return answer.status === 422 ? answer.body.errors[name]?.join(' ') : undefined;
}

describe('a name that says whose data is meant is never ignored', () => {
  it('the document has operations with each place and each name', () => {
    expect(operations.length).toBeGreaterThan(150);
    for (const name of names) expect(named.some((known) => known.name === name && known.place)).toBe(true);
    for (const place of ['path', 'query', 'body']) expect(named.some((known) => known.place === place)).toBe(true);
  });

  it.each(operations)('$name', async (operation) => {
    for (const name of names) {
      const place = placeOf(operation, name);
      const value = valueFor(name);
      const [inQuery, inBody] = [
        await call(operation, { [name]: value }, {}),
        await call(operation, {}, { [name]: value }),
      ];
      if (place === 'path') {
        expect(sentenceAbout(inQuery, name)).toBe(`The ${name} field differs between the path and the query.`);
        expect(sentenceAbout(inBody, name)).toBe(`The ${name} field differs between the path and the body.`);
      } else if (place === 'query' || place === 'body') {
        // It counts in both places, and alike.
        for (const wrong of ['', ' ', 'x', 'x,y']) {
          const [one, other] = [
            await call(operation, { [name]: wrong }, {}),
            await call(operation, {}, { [name]: wrong }),
          ];
          expect(sentenceAbout(one, name)).toMatch(/^The .+\.$/);
          expect(other).toMatchObject({ status: 422, body: one.body });
        }
        for (const wrong of [null, [], [value], {}])
          expect(sentenceAbout(await call(operation, {}, { [name]: wrong }), name)).toMatch(/^The .+\.$/);
        expect(sentenceAbout(await call(operation, { [`${name}[]`]: value }, {}), name)).toMatch(/^The .+\.$/);
        const different = await call(
          operation,
          { [name]: value },
          { [name]: valueFor(name) === 999 ? 998 : partner.partnerId },
        );
        expect(sentenceAbout(different, name)).toBe(`The ${name} field differs between the query and the body.`);
        const twice = `{"${name}":${JSON.stringify(value)},"${name}":${JSON.stringify(value)}}`;
        expect(sentenceAbout(await call(operation, {}, twice), name)).toBe(
          `The ${name} field stands twice in one object.`,
        );
      } else {
        const other = otherNames[name];
        const otherPlace = other && placeOf(operation, other);
        for (const answer of [inQuery, inBody]) {
          const sentence = sentenceAbout(answer, name);
          if (place) expect(sentence).toBe(`The ${name} field belongs in ${place}.`);
          else if (otherPlace) {
            const where = otherPlace.startsWith('each') ? otherPlace : `the ${otherPlace}`;
            expect(sentence).toBe(`The ${name} field is called ${other} here and belongs in ${where}.`);
          } else expect(sentence).toMatch(`The ${name} field is not accepted here: `);
        }
      }
    }
  });
});

describe('a scope that stands in another place than usual narrows like any other', () => {
  const foreign = 999;
  let endpointId: string;
  let alertId: string;
  let ruleId: string;

  beforeAll(async () => {
    endpointId = await provision(partner.api, '192.0.2.1', { client_id: 42 });
    alertId = await insertAlert(service, partner, endpointId);
    const rule = await partner.api.post('/api/v1/whitelists', { billing_customer_id: 42, port_start: 7_001 });
    ruleId = rule.body.data.id;
  });

  it.each([
    ['POST', () => `/alerts/${alertId}/resolve?billing_customer_id=${foreign}`, {}, 403],
    ['POST', () => `/alerts/${alertId}/acknowledge?billing_customer_id=${foreign}`, {}, 403],
    ['DELETE', () => `/endpoints/${endpointId}`, { billing_customer_id: foreign }, '403'],
    ['DELETE', () => `/whitelists/${ruleId}`, { billing_customer_id: foreign }, '403'],
    ['GET', () => `/endpoints/${endpointId}`, { billing_customer_id: foreign }, '403'],
    ['GET', () => `/alerts/${alertId}`, { billing_customer_id: foreign }, 403],
  ] as const)('%s of what is not the named customer’s is refused', async (method, path, body, code) => {
    expectProblem(await partner.api.send(method, `/api/v1${path()}`, body), 403, code);
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).status).toBe(200);
    expect((await partner.api.get(`/api/v1/whitelists/${ruleId}`)).status).toBe(200);
    expect((await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert.status).toBe('open');
  });

  it('a list is of the customer that a body names, and a body without a word is none', async () => {
    const list = (body?: unknown) => partner.api.send('GET', '/api/v1/endpoints', body);
    expect((await list({ billing_customer_id: foreign })).body.meta.total).toBe(0);
    expect((await list({ billing_customer_id: '42' })).body.meta.total).toBe(1);
    for (const body of [undefined, '', {}, []]) expect((await list(body)).body.meta.total).toBe(1);
    expectRefusal(await list('nonsense'), 422, ['body']);
    expectRefusal(await list({ x: 'x'.repeat(70_000) }), 422, ['body']);
  });

  it('a rule that names its customer by the other name is none for all customers', async () => {
    const answer = await partner.api.post('/api/v1/whitelists', { client_id: 42, port_start: 7 });
    expectRefusal(answer, 422, ['client_id']);
    const { body } = await partner.api.get('/api/v1/whitelists');
    expect(body.data.map((rule: Json) => rule.port_start)).toEqual([7_001]);
  });

  it('the same id in both places, in either spelling, is said once', async () => {
    const both = await partner.api.send('GET', `/api/v1/endpoints/${endpointId}?billing_customer_id=42`, {
      billing_customer_id: '42',
    });
    expect(both.body.data.id).toBe(endpointId);
    const suspended = await partner.api.post(`/api/v1/billing/suspend?endpoint_id=${endpointId.toUpperCase()}`, {
      endpoint_id: endpointId,
    });
    expect(expectSuccess(suspended).status).toBe('paused');
    expectSuccess(await partner.api.post(`/api/v1/billing/resume?endpoint_id=${endpointId}`));
  });

  it('with an Idempotency-Key, another scope is another request', async () => {
    const remove = (customer: number) =>
      partner.api.send(
        'DELETE',
        `/api/v1/endpoints/${endpointId}`,
        { billing_customer_id: customer },
        {
          'idempotency-key': 'scoped',
        },
      );
    expectProblem(await remove(foreign), 403, '403');
    expectRefusal(await remove(42), 422, ['Idempotency-Key']);
    expectProblem(await remove(foreign), 403, '403');
  });

  it("a customer's session names no other customer in any place", async () => {
    const browser = await signInCustomer(service, partner, 42);
    for (const customer of [foreign, 42]) {
      const status = customer === 42 ? 200 : 403;
      expect((await browser.get(`/api/v1/alerts?billing_customer_id=${customer}`)).status).toBe(status);
      expect((await browser.send('GET', '/api/v1/alerts', { billing_customer_id: customer })).status).toBe(status);
      const acknowledge = `/api/v1/alerts/${alertId}/acknowledge?billing_customer_id=${customer}`;
      expect((await browser.post(acknowledge)).status).toBe(status);
    }
    expectRefusal(await browser.get('/api/v1/alerts?client_id=999'), 422, ['client_id']);
  });

  it('who names the customer beside the id of a server or domain changes none of another customer', async () => {
    const endpoint = { endpoint_id: await provision(partner.api, '192.0.2.42', { client_id: 42 }) };
    const order = { client_id: 42, service_id: 3, domain: 'scoped.example.com' };
    const { monitored_domain_id } = (await partner.api.post('/api/v1/billing/provision-domain', order)).body.data;
    const act = (action: string, client_id: number) =>
      partner.api.post(
        `/api/v1/billing/${action}`,
        action.endsWith('-domain')
          ? { monitored_domain_id, client_id, ...(action === 'update-domain' && { domain: 'renamed.example.com' }) }
          : { ...endpoint, client_id },
      );
    for (const action of ['suspend', 'resume', 'terminate']) {
      expectProblem(await act(action, foreign), 404, 'ENDPOINT_NOT_FOUND');
      expectSuccess(await act(action, 42));
    }
    for (const action of ['suspend-domain', 'resume-domain', 'update-domain', 'terminate-domain', 'release-domain']) {
      expectProblem(await act(action, foreign), 404, 'DOMAIN_NOT_FOUND');
      expectSuccess(await act(action, 42));
    }
  });

  it('a name that stands twice in one object is refused where it says whose data is meant', async () => {
    const one = '{"service_id":7,"client_id":1,"product_slug":"endpoint","status":"active"}';
    const two = '{"service_id":7,"client_id":1,"client_id":2,"product_slug":"endpoint","status":"active"}';
    const sync = (...services: string[]) =>
      partner.api.send('POST', '/api/v1/billing/sync-services', `{"services":[${services.join()}]}`);
    expectSuccess(await sync(one, one));
    expectRefusal(await sync(one, two, one), 422, ['services.1.client_id']);
    const provisioned = '{"client_id":1,"\\u0063lient_id":2,"ip_address":"192.0.2.9"}';
    expectRefusal(await partner.api.send('POST', '/api/v1/billing/provision', provisioned), 422, ['client_id']);
    const elsewhere = '{"client_id":77,"ip_address":"192.0.2.9","meta":{"client_id":1,"client_id":2}}';
    expectSuccess(await partner.api.send('POST', '/api/v1/billing/provision', elsewhere), 201);
  });
});

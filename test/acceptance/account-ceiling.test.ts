import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '../../src/identity/partners/create-key.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { createAdministrator, signInAdministrator } from '../support/portal-browser.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const limit = 3;
const ceiling = 10 * limit;

let service: TestService;
let secondNode: TestService;
let partner: TestPartner;
let keys: ApiClient[];
let secrets: string[];

beforeAll(async () => {
  const environment = { RATE_LIMIT_STRICT: String(limit), RATE_LIMIT_DEFAULT: '1000' };
  service = await TestService.start({ role: 'api', environment });
  secondNode = await TestService.start({ role: 'api', environment, sharedWith: service });
});
afterAll(async () => {
  await secondNode?.stop();
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  secrets = [partner.apiKey];
  while (secrets.length < 13) {
    const { apiKey } = await createKey(systemOperation(service, partner), { name: `key ${secrets.length}` });
    secrets.push(apiKey);
  }
  keys = secrets.map((secret) => service.client(partner.portalDomain, secret));
});

const ask = (api: ApiClient) => api.get('/api/v1/alerts?limit=1');
const askOften = (api: ApiClient, times: number) => Promise.all(Array.from({ length: times }, () => ask(api)));
const passed = (answers: readonly ApiAnswer[]) => answers.filter(({ status }) => status === 200).length;

describe('the keys of an account', () => {
  it('share a ceiling of ten times the limit, exactly, over two nodes at once', async () => {
    const elsewhere = secrets.map((secret) => secondNode.client(partner.portalDomain, secret));
    const both = [...keys, ...elsewhere];
    const answers = (await Promise.all(both.map((api) => askOften(api, 2)))).flat();
    expect(passed(answers)).toBe(ceiling);
    for (const refused of answers.filter(({ status }) => status !== 200)) expectThrottled(refused);
    const other = await service.partner();
    expect((await ask(other.api)).status).toBe(200);
    // Each kind of limit has a ceiling of its own.
    expect((await keys[12]!.get('/api/v1/endpoints?per_page=1')).status).toBe(200);
  });

  it('lose nothing of it to a key that goes on over its own limit', async () => {
    expect(passed(await askOften(keys[0]!, ceiling + 5))).toBe(limit);
    for (const key of keys.slice(1, 10)) expect(passed(await askOften(key, limit))).toBe(limit);
    expectThrottled(await ask(keys[10]!));
  });

  it('have what it refused counted for none of them, and waiting Retry-After suffices', async () => {
    for (const key of keys.slice(0, 10)) await askOften(key, limit);
    service.clock.advanceSeconds(20);
    const late = keys[11]!;
    const refused = await askOften(late, 8);
    expect(passed(refused)).toBe(0);
    const wait = Math.max(...refused.map(expectThrottled));
    expect(wait).toBeLessThanOrEqual(40);
    service.clock.advanceSeconds(wait);
    expect(passed(await askOften(late, limit + 2))).toBe(limit);
  });

  it('leave sessions alone: each is a person', async () => {
    await createAdministrator(partner, 'ada@example.com');
    for (const key of keys.slice(0, 10)) await askOften(key, limit);
    expectThrottled(await ask(keys[11]!));
    const browser = await signInAdministrator(service, partner, 'ada@example.com');
    expect((await ask(browser)).status).toBe(200);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { ApiClient } from '../support/api-client.ts';
import { ApiDocument } from '../support/api-document.ts';
import { openConsole } from '../support/portal-browser.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { TestService } from '../support/test-service.ts';

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
let service: TestService;

beforeAll(async () => {
  service = await TestService.start({
    role: 'api',
    // Nothing listens there: mail is set up, and never sent.
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' },
  });
});
afterAll(async () => {
  await service?.stop();
});

it('no request that the API document shows is refused for what it says', async () => {
  const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: '127.0.0.1' });
  const api = service.client('127.0.0.1', created.apiKey);
  const partner = { ...created, api, operation: service.operator(created.partnerId) };
  await enableSandbox(service, partner);
  const visitor = new ApiClient(service.url, '127.0.0.1', null);
  const { operations } = new ApiDocument((await api.get('/openapi.json')).body);
  const shown = operations.filter(({ operation }) => operation.requestBody);
  const refused: unknown[] = [];
  // What a browser makes of a challenge is another each time, so none that is shown is accepted.
  const neverAccepted = 'POST /api/v1/administrator/passkeys/confirm';
  expect(shown.length).toBeGreaterThan(60);
  for (const { name, method, path, operation } of shown.filter((each) => each.name !== neverAccepted)) {
    service.clock.advanceSeconds(61);
    const { example } = operation.requestBody.content['application/json'];
    const url = path.replace(/\{(billing_customer_id|service_id)\}/, '42').replace(/\{\w+\}/, unknownId);
    const byKey = operation.security.some((way: object) => 'apiKey' in way);
    // A new administrator each time: sessions do not last through all the windows that pass here.
    const caller = byKey ? api : operation.security.length > 0 ? await openConsole(service, partner) : visitor;
    const answer = await caller.send(method, url, example);
    if (answer.body?.status === 'error' || answer.status >= 500) refused.push([name, example, answer.body]);
  }
  expect(refused).toEqual([]);
});

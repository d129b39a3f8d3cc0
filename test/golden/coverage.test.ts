import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiDocument } from '../support/api-document.ts';
import { TestService } from '../support/test-service.ts';

const recordings = new URL('recordings/', import.meta.url);

/** Operations of which no refusal is recorded, and why. */
const neverRefused: Readonly<Record<string, string>> = {
  getHealth: 'it refuses only who asks too often',
};

/** Operations of which no success is recorded, and why. */
const neverSucceeding: Readonly<Record<string, string>> = {
  beginPasskeySignIn: 'its challenge is another each time',
  signInByPasskey: 'its passkey is another each time',
  proposePasskey: 'its challenge is another each time',
  confirmPasskey: 'its passkey is another each time',
  removePasskey: 'its passkey is another each time',
  setMailSender: 'the key that it makes is another each time',
  checkMailSender: 'it asks name servers',
  lookAtInvitation: 'its token stands in a mail',
  acceptInvitation: 'its token stands in a mail',
  completePasswordReset: 'its token stands in a mail',
  checkPortalReach: 'it asks name servers',
  listKeyRequests: 'what it lists is written behind the answers',
  getKeyRequest: 'what it shows is written behind the answers',
};

let service: TestService;
/** Statuses by operation. */
const recorded = new Map<string, Set<number>>();

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  for (const file of readdirSync(recordings)) {
    const text = readFileSync(new URL(file, recordings), 'utf8');
    for (const [, operation = '', status] of text.matchAll(/^--- (\w+)\n(?:(?!---).*\n)*?→ (\d+) /gm))
      recorded.set(operation, (recorded.get(operation) ?? new Set()).add(Number(status)));
  }
});
afterAll(async () => {
  await service?.stop();
});

it('of every operation of the OpenAPI document a success and a refusal are recorded', async () => {
  const { body } = await service.client('any.example', null).get('/openapi.json');
  const ids: string[] = new ApiDocument(body).operations.map(({ operation }) => operation.operationId);
  expect(ids.length).toBeGreaterThan(10);
  const without = (met: (status: number) => boolean) => ids.filter((id) => ![...(recorded.get(id) ?? [])].some(met));
  expect(without((status) => status < 400).sort()).toEqual(Object.keys(neverSucceeding).sort());
  expect(without((status) => status >= 400)).toEqual(Object.keys(neverRefused));
});

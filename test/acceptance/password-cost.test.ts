import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdministrator } from '../../src/identity/administrators/index.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', passwordCost: null });
});
afterAll(() => service?.stop());

it('what is not told otherwise hashes passwords as OWASP recommends: Argon2id, 19 MiB, 2 passes', async () => {
  const partner = await service.partner();
  const [email, password] = ['ada@example.com', 'a password of words'];
  await createAdministrator(partner.operation, { email, name: null, password });
  const { rows } = await service.store.database.pool.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM administrators',
  );
  expect(rows).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
  const signIn = (attempt: string) =>
    service
      .client(partner.portalDomain, null)
      .post('/api/v1/session', { email, password: attempt }, { origin: `https://${partner.portalDomain}` });
  expect((await signIn(password)).status).toBe(200);
  expect((await signIn(`${password}.`)).status).toBe(401);
});

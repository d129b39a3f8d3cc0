import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operation } from '../../src/core/operation/operation.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { setUnsubscribedCap } from '../support/billing.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { TestService } from '../support/test-service.ts';

const path = '/api/v1/account';
let service: TestService;

beforeAll(async () => {
  service = await TestService.start({
    environment: {
      SCAN_ENGINE: 'off',
      RATE_LIMIT_STRICT: '60',
      RATE_LIMIT_DEFAULT: '100',
      SCAN_COOLDOWN_SECONDS: '120',
    },
  });
});
afterAll(() => service?.stop());

describe('GET account', () => {
  it("answers what a billing module's connection test shows", async () => {
    const partner = await service.partner('Acme Hosting');
    expect(expectSuccess(await partner.api.get(path))).toEqual({
      partner: { id: partner.partnerId, name: 'Acme Hosting' },
      portal_domain: partner.portalDomain,
      sandbox: { enabled: false },
      key: { prefix: partner.apiKey.slice(0, 12), world: 'live', name: 'first key', expires_at: null },
      limits: {
        requests_per_minute: { strict: 60, default: 100 },
        manual_scan_cooldown_seconds: 120,
        unsubscribed_caps: { port_monitoring: null, domain_monitoring: null },
      },
    });
  });

  it('shows the caps of customers that never had a subscription', async () => {
    const partner = await service.partner();
    await setUnsubscribedCap(service, partner, 'port_monitoring', 3);
    const { limits } = expectSuccess(await partner.api.get(path));
    expect(limits.unsubscribed_caps).toEqual({ port_monitoring: 3, domain_monitoring: null });
  });

  it('is about the key that asks: one that is being replaced says when it expires', async () => {
    const partner = await service.partner();
    const caller = { partnerId: partner.partnerId, actor: { kind: 'operator' }, requestId: null } as const;
    const { rows } = await service.store.database.pool.query('SELECT id FROM api_keys WHERE partner_id = $1', [
      partner.partnerId,
    ]);
    const replaces = { keyId: rows[0].id, overlapSeconds: 3_600 };
    const fresh = await createKey(new Operation(service.service.resources, caller), { name: 'fresh', replaces });
    const [old, next] = await Promise.all([
      partner.api.get(path),
      service.client(partner.portalDomain, fresh.apiKey).get(path),
    ]);
    expect(expectSuccess(old).key).toMatchObject({ name: 'first key', expires_at: expect.stringMatching(/Z$/) });
    expect(expectSuccess(next).key).toMatchObject({ name: 'fresh', expires_at: null });
  });

  it('refuses a missing and an unknown key, a foreign portal domain and a suspended account', async () => {
    const partner = await service.partner();
    expectRefusal(await service.client(partner.portalDomain, null).get(path), 401);
    expectRefusal(await service.client(partner.portalDomain, 'bwk_unknown').get(path), 401);
    const foreign = service.client((await service.partner()).portalDomain, partner.apiKey);
    expectProblem(await foreign.get(path), 403, 'TENANT_MISMATCH');
    const { pool } = service.store.database;
    await pool.query(`UPDATE partners SET status = 'suspended' WHERE id = $1`, [partner.partnerId]);
    expectProblem(await partner.api.get(path), 403, 'ACCOUNT_SUSPENDED');
  });

  it('answers 100 requests a minute', async () => {
    const { api } = await service.partner();
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get(path)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expectThrottled(await api.get(path));
  });
});

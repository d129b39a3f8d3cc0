import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/billing/pricing';
const starter = {
  product_slug: 'port_monitoring',
  plan_slug: 'starter',
  currency: 'EUR',
  billing_cycle: 'monthly',
  amount: 9.9,
};
const slot = {
  product_slug: 'domain_monitoring',
  currency: 'USD',
  billing_cycle: 'annually',
  amount: '20',
  setup_fee: 5,
};

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ environment: { SCAN_ENGINE: 'off' } });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  partner = await service.partner();
});

async function rows(table: 'prices' | 'audit_entries', columns: string, partnerId = partner.partnerId) {
  const order = table === 'prices' ? 'prices.amount' : 'id';
  const text = `SELECT ${columns} FROM ${table} WHERE partner_id = $1 ORDER BY ${order}`;
  return (await service.store.database.pool.query(text, [partnerId])).rows;
}

const set = (...prices: object[]) => partner.api.post(path, { prices });
const remove = (query = '', body?: object) => partner.api.send('DELETE', path + query, body);
const removeAll = () => remove('', { all: true });

describe('POST pricing', () => {
  it('creates prices and answers them in their order', async () => {
    const data = expectSuccess(await set(starter, slot));
    expect(data).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
    const times = { created_at: expect.any(String), updated_at: expect.any(String) };
    expect(data.prices).toEqual([
      { ...starter, setup_fee: null, ...times },
      { ...slot, plan_slug: null, amount: 20, ...times },
    ]);
  });

  it('counts what it created, updated and found unchanged; a price is one per product, plan, currency and cycle', async () => {
    await set(starter, slot);
    const data = expectSuccess(
      await set({ ...starter, amount: 12 }, slot, { ...starter, currency: 'USD' }, { ...slot, plan_slug: 'gold' }),
    );
    expect(data).toMatchObject({ created: 2, updated: 1, unchanged: 1 });
    expect(data.prices.map((price: { amount: number }) => price.amount)).toEqual([12, 20, 9.9, 20]);
    expect(await rows('prices', 'amount')).toHaveLength(4);
  });

  it('a price that is given without a setup fee has none from then on', async () => {
    await set({ ...starter, setup_fee: 5 });
    const data = expectSuccess(await set(starter));
    expect(data).toMatchObject({ updated: 1, prices: [{ setup_fee: null }] });
  });

  it('an update keeps created_at and moves updated_at; an unchanged price keeps both', async () => {
    const [first] = expectSuccess(await set(starter)).prices;
    service.clock.advanceSeconds(10);
    const [same] = expectSuccess(await set(starter)).prices;
    expect(same).toEqual(first);
    const [changed] = expectSuccess(await set({ ...starter, amount: 10 })).prices;
    expect(changed.created_at).toBe(first.created_at);
    expect(changed.updated_at > first.updated_at).toBe(true);
  });

  it('amounts are exact decimals, as numbers and as text, up to 999999.99', async () => {
    const amounts = [0, 0.1, '0.30', 1.1, '19.9900', 1234.56, '999999.98', 999999.99];
    const cycles = ['monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially'];
    const prices = amounts.map((amount, index) => ({
      ...starter,
      plan_slug: `plan-${index}`,
      billing_cycle: cycles[index % cycles.length],
      amount,
    }));
    const data = expectSuccess(await set(...prices));
    expect(data.prices.map((price: { amount: number }) => price.amount)).toEqual(amounts.map(Number));
    expect(await rows('prices', 'amount::text')).toEqual(
      ['0.00', '0.10', '0.30', '1.10', '19.99', '1234.56', '999999.98', '999999.99'].map((amount) => ({ amount })),
    );
  });

  it('a currency may be in lower case', async () => {
    expect(expectSuccess(await set({ ...starter, currency: 'eur' })).prices[0].currency).toBe('EUR');
  });

  it.each([
    ['amount', -1],
    ['amount', 1_000_000],
    ['amount', 1.005],
    ['amount', '9,90'],
    ['amount', '1e3'],
    ['amount', true],
    ['amount', undefined],
    ['setup_fee', 0.001],
    ['currency', 'EURO'],
    ['currency', 'ABC'],
    ['currency', undefined],
    ['billing_cycle', 'weekly'],
    ['billing_cycle', undefined],
    ['product_slug', 'unknown'],
    ['product_slug', undefined],
    ['plan_slug', 'p'.repeat(51)],
  ])('%s %s is 422, and no price of the request is taken', async (field, value) => {
    expectRefusal(await set(slot, { ...starter, [field]: value }), 422, [`prices.1.${field}`]);
    expect(await rows('prices', 'id')).toEqual([]);
  });

  it('takes 1 to 500 prices', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...starter, plan_slug: `p${index}` }));
    expectRefusal(await set(), 422, ['prices']);
    expectRefusal(await partner.api.post(path, {}), 422, ['prices']);
    expectRefusal(await partner.api.post(path, { prices: 'all' }), 422, ['prices']);
    expectRefusal(await set(...many(501)), 422, ['prices']);
    expect(await rows('prices', 'id')).toEqual([]);
    expect(expectSuccess(await set(...many(500))).created).toBe(500);
  });

  it('a price that is twice in a request is 422 at the second place', async () => {
    const answer = await set(starter, slot, { ...starter, amount: 1 });
    expectRefusal(answer, 422, ['prices.2']);
    expect(answer.body.errors['prices.2']).toEqual(['The prices.2 field repeats prices.0.']);
  });

  it('parallel requests for the same prices create each once', async () => {
    // Reads pass, writes wait: both requests are under way before either has written.
    const letGo = await holdLocks(service, 'LOCK TABLE prices IN EXCLUSIVE MODE');
    const requests = [set(starter, slot), set(slot, starter)];
    await lockWaiters(service, 2);
    await letGo();
    const counts = (await Promise.all(requests)).map((answer) => expectSuccess(answer));
    expect(counts.map(({ created, unchanged }) => [created, unchanged]).toSorted()).toEqual([
      [0, 2],
      [2, 0],
    ]);
  });

  it('each change has an audit entry with what was before, a repeat has none', async () => {
    await set(starter);
    await set(starter);
    await set({ ...starter, amount: 12 });
    await removeAll();
    const { partnerId } = partner;
    const text = `SELECT action, actor_kind, details FROM audit_entries WHERE partner_id = $1 AND action LIKE 'price.%' ORDER BY at, id`;
    const entries = (await service.store.database.pool.query(text, [partnerId])).rows;
    expect(entries).toEqual([
      { action: 'price.created', actor_kind: 'api_key', details: { ...starter, amount: '9.90', setup_fee: null } },
      {
        action: 'price.updated',
        actor_kind: 'api_key',
        details: { ...starter, amount: '12.00', setup_fee: null, from: { amount: '9.90', setup_fee: null } },
      },
      { action: 'price.deleted', actor_kind: 'api_key', details: { ...starter, amount: '12.00', setup_fee: null } },
    ]);
  });
});

describe('DELETE pricing', () => {
  const annual = { ...starter, billing_cycle: 'annually', amount: 99 };

  beforeEach(async () => {
    await set(starter, annual, slot);
  });

  it.each([
    ['the product', { product_slug: 'port_monitoring' }, 2],
    ['the plan', { plan_slug: 'starter' }, 2],
    ['the currency', { currency: 'usd' }, 1],
    ['the billing cycle', { billing_cycle: 'annually' }, 2],
    ['all of them', { ...starter, amount: undefined }, 1],
    ['something that nothing matches', { plan_slug: 'gold' }, 0],
  ])('narrowed by %s, in the query or in the body, deletes what matches', async (_what, filter, count) => {
    const query = new URLSearchParams(JSON.parse(JSON.stringify(filter)));
    expect(expectSuccess(await remove(`?${query}`))).toEqual({ deleted: count });
    expect(await rows('prices', 'id')).toHaveLength(3 - count);
    await set(starter, annual, slot);
    expect(expectSuccess(await remove('', filter))).toEqual({ deleted: count });
    expect(await rows('prices', 'id')).toHaveLength(3 - count);
  });

  it('deletes all prices of the account, and none of another, where the body says so', async () => {
    const other = await service.partner();
    await other.api.post(path, { prices: [starter] });
    expect(expectSuccess(await removeAll())).toEqual({ deleted: 3 });
    expect(expectSuccess(await removeAll())).toEqual({ deleted: 0 });
    expect(await rows('prices', 'id', other.partnerId)).toHaveLength(1);
  });

  it.each([
    ['nothing', '', undefined, 'all'],
    ['an empty body', '', {}, 'all'],
    ['all: false', '', { all: false }, 'all'],
    ['all beside a filter', '?currency=EUR', { all: true }, 'all'],
    ['all in the query', '?all=true', undefined, 'all'],
    ['all as null', '', { all: null }, 'all'],
    ['a null', '', { product_slug: null }, 'product_slug'],
    ['an empty text', '', { plan_slug: '' }, 'plan_slug'],
    ['a blank in the query', '?plan_slug=%20', undefined, 'plan_slug'],
    ['an empty filter beside another', '?currency=&product_slug=endpoint', undefined, 'currency'],
    ['an empty filter beside all', '', { all: true, billing_cycle: '' }, 'billing_cycle'],
    ['a misspelt parameter', '?product=endpoint', undefined, 'product'],
    ['a misspelt parameter beside a filter', '?product=endpoint&currency=EUR', undefined, 'product'],
    ['a misspelt field beside a filter', '', { product: 'endpoint', currency: 'EUR' }, 'product'],
  ])('%s is 422 and deletes nothing', async (_what, query, body, field) => {
    const answer = await remove(query, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect(await rows('prices', 'id')).toHaveLength(3);
  });

  it('takes filters from the query and the body together', async () => {
    expect(expectSuccess(await remove('?product_slug=port_monitoring', { billing_cycle: 'annually' }))).toEqual({
      deleted: 1,
    });
  });

  it('a filter that differs between the query and the body is 422 and deletes nothing', async () => {
    expectRefusal(await remove('?currency=EUR', { currency: 'USD' }), 422, ['currency']);
    expect(expectSuccess(await remove('?currency=EUR', { currency: 'eur' }))).toEqual({ deleted: 2 });
  });

  it('a filter that no price can have is 422 and deletes nothing', async () => {
    for (const query of ['?currency=ABC', '?billing_cycle=weekly', '?product_slug=x']) {
      expectRefusal(await remove(query), 422, [query.slice(1).split('=')[0]!]);
    }
    expect(await rows('prices', 'id')).toHaveLength(3);
  });
});

describe('the pricing group', () => {
  it('is in the billing namespace only', async () => {
    expectRefusal(await partner.api.post('/api/v1/provisioning/pricing', { prices: [starter] }), 404);
    expectRefusal(await partner.api.get('/api/v1/provisioning/pricing'), 404);
  });

  it('reads what POST writes, at its own path and at /prices', async () => {
    const { prices } = expectSuccess(await set(starter, slot));
    expect(expectSuccess(await partner.api.get(path)).prices).toEqual(prices.toReversed());
    expect(expectSuccess(await partner.api.get('/api/v1/prices')).prices).toEqual(prices.toReversed());
  });

  it('refuses as the other groups do, with string codes', async () => {
    expectRefusal(await service.client(partner.portalDomain, null).post(path, { prices: [starter] }), 401);
    const foreign = service.client((await service.partner()).portalDomain, partner.apiKey);
    expectProblem(await foreign.post(path, { prices: [starter] }), 403, 'TENANT_MISMATCH');
  });

  it('counts towards the limit of the provisioning group', async () => {
    const limited = await TestService.start({
      environment: { SCAN_ENGINE: 'off', RATE_LIMIT_STRICT: '2' },
      sharedWith: service,
      role: 'api',
    });
    const api = limited.client(partner.portalDomain, partner.apiKey);
    expectSuccess(await api.get(path));
    expectSuccess(await api.send('DELETE', path, { all: true }));
    expectThrottled(await api.get('/api/v1/prices'));
    await limited.stop();
  });
});

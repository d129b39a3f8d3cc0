import { z } from 'zod';
import { booleanField } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import type { FieldErrorMap } from '../../core/api/input.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { deletePrices, type PriceFilter } from './delete-prices.ts';
import { listPrices } from './list-prices.ts';
import { amount, billingCycle, currency, planSlug, pricedProduct, priceResource, toPriceResource } from './schema.ts';
import { identityOf, type NewPrice, type PriceRecord, setPrices } from './set-prices.ts';

const paths = ['/api/v1/billing/pricing'];

export function pricingRoutes(): RouteDeclaration[] {
  return [list(), set(), remove()];
}

const newPrice = z
  .object({
    product_slug: pricedProduct,
    plan_slug: planSlug.optional(),
    currency,
    billing_cycle: billingCycle,
    amount,
    setup_fee: amount.optional(),
  })
  .transform(({ plan_slug = null, setup_fee = null, ...price }): NewPrice => ({ ...price, plan_slug, setup_fee }));

const priceCount = { error: 'must have 1 to 500 items' };
const newPrices = z
  .array(newPrice, { error: 'must be an array' })
  .min(1, priceCount)
  .max(500, priceCount)
  .superRefine(refuseRepetitions);

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [...paths, '/api/v1/prices'],
    operationId: 'listPrices',
    group: groups.pricing,
    sharedWithSandbox: true,
    summary: 'The retail prices that the billing system told.',
    query: z.object(shortListQuery),
    responses: { 200: successEnvelope(z.strictObject({ prices: z.array(priceResource), ...pageFields })) },
    problems: [],
    async handle({ operation, query, page }) {
      const { items, end } = page.of(await listPrices(operation), query.limit, sortKeysOf);
      return reply(200, success({ prices: items.map(toPriceResource), ...end }, operation.clock.now()));
    },
  });
}

function sortKeysOf({ product_slug, plan_slug, currency, billing_cycle }: PriceRecord) {
  return [product_slug, plan_slug ?? '', currency, billing_cycle];
}

function set(): RouteDeclaration {
  return route({
    method: 'POST',
    paths,
    operationId: 'setPrices',
    group: groups.pricing,
    summary: 'Tell retail prices: all of them are taken, or none.',
    description:
      'A price is identified by product, plan, currency and billing cycle. One that exists is replaced, setup fee included.',
    body: z.object({ prices: newPrices }),
    bodyLimitBytes: 1_048_576,
    responses: {
      200: successEnvelope(
        z.strictObject({ created: z.int(), updated: z.int(), unchanged: z.int(), prices: z.array(priceResource) }),
      ),
    },
    problems: [],
    async handle({ operation, body }) {
      const { prices, ...counts } = await setPrices(operation, body.prices);
      return reply(200, success({ ...counts, prices: prices.map(toPriceResource) }, operation.clock.now()));
    },
  });
}

/** Of two amounts for one price neither can be known to be meant. */
function refuseRepetitions(prices: readonly NewPrice[], context: z.RefinementCtx): void {
  const positions = new Map<string, number>();
  for (const [position, price] of prices.entries()) {
    const identity = identityOf(price);
    const first = positions.get(identity);
    if (first === undefined) positions.set(identity, position);
    else context.addIssue({ code: 'custom', path: [position], message: `repeats prices.${first}` });
  }
}

/** What is there narrows, or is refused: an empty or misspelt filter must not be none (decisions §10.2). */
const filter = {
  product_slug: pricedProduct.optional(),
  plan_slug: planSlug.refine((slug) => slug !== '', { error: 'must not be empty' }).optional(),
  currency: currency.optional(),
  billing_cycle: billingCycle.optional(),
};

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths,
    operationId: 'deletePrices',
    group: groups.pricing,
    summary: 'Delete retail prices.',
    description:
      'Each filter narrows, and at least one is needed. Filters may be in the query or in a JSON body; one that is empty or unknown is 422. `{"all": true}` in the body deletes all prices.',
    query: z.strictObject(filter),
    example: { product_slug: 'port_monitoring', currency: 'EUR', billing_cycle: 'monthly' },
    body: z.strictObject({
      ...filter,
      all: booleanField.optional().meta({ description: 'True, and no filter: all prices.' }),
    }),
    check: ({ query, body: { all, ...body }, named }) => ({
      ...differences(query, body),
      ...problemWithAll(all, named),
    }),
    responses: { 200: successEnvelope(z.strictObject({ deleted: z.int() })) },
    problems: [],
    async handle({ operation, query, body: { all: _all, ...body } }) {
      const deleted = await deletePrices(operation, { ...query, ...body });
      return reply(200, success({ deleted }, operation.clock.now()));
    },
  });
}

/** Nothing brings prices back: that all of them are meant is said, and by nothing else. */
function problemWithAll(all: boolean | undefined, named: ReadonlySet<string>): FieldErrorMap {
  const isNarrowed = Object.keys(filter).some((name) => named.has(name));
  if (all && isNarrowed) return { all: ['The all field cannot be true beside what narrows.'] };
  if (all || isNarrowed) return {};
  return named.has('all')
    ? { all: ['The all field must be true where nothing narrows.'] }
    : { all: ['The all field is required, and must be true, where nothing narrows.'] };
}

function differences(query: PriceFilter, body: PriceFilter): FieldErrorMap {
  const names = Object.keys(body) as (keyof PriceFilter)[];
  const differing = names.filter((name) => query[name] !== undefined && query[name] !== body[name]);
  return Object.fromEntries(
    differing.map((name) => [name, [`The ${name} field differs between the query and the body.`]]),
  );
}

import { z } from 'zod';
import { oneOf, text, timestamp } from '../../core/api/fields.ts';
import type { PriceRecord } from './set-prices.ts';

export const billingCycle = oneOf(['monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially']);
export const pricedProduct = oneOf(['endpoint', 'port_monitoring', 'domain_monitoring']);
export const planSlug = text(50);

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217, in upper or lower case. */
export const currency = text(3)
  .transform((code) => code.toUpperCase())
  .refine((code) => currencies.has(code), { error: 'must be a currency code of ISO 4217' })
  .meta({ type: 'string', pattern: '^[A-Z]{3}$' });

const amountMessage = 'must be a number from 0 to 999999.99 with at most two decimals';
/** Zeros behind the second decimal are no more precision: some billing systems send `10.0000`. */
const amountPattern = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/;

/** Money as a number or decimal text, never rounded, kept as exact text: `9.9` → `9.90`. */
export const amount = z
  .preprocess(
    // The shortest text of a number is what its sender wrote.
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string({ error: amountMessage }).regex(amountPattern, { error: amountMessage }),
  )
  .transform((value) => {
    const [, whole = '', fraction = ''] = amountPattern.exec(value) ?? [];
    return `${BigInt(whole)}.${fraction.padEnd(2, '0')}`;
  })
  .meta({ type: 'number', minimum: 0, maximum: 999_999.99 });

export const priceResource = z
  .strictObject({
    product_slug: z.string(),
    plan_slug: z.string().nullable(),
    currency: z.string(),
    billing_cycle: billingCycle,
    amount: z.number().meta({ description: 'Exact to the cent.' }),
    setup_fee: z.number().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Price' });

export function toPriceResource(price: PriceRecord): z.output<typeof priceResource> {
  return {
    product_slug: price.product_slug,
    plan_slug: price.plan_slug,
    currency: price.currency,
    billing_cycle: price.billing_cycle,
    amount: Number(price.amount),
    setup_fee: price.setup_fee === null ? null : Number(price.setup_fee),
    created_at: price.created_at.toISOString(),
    updated_at: price.updated_at.toISOString(),
  };
}

export {
  /** Deletes all prices of the account without a word of each in the audit log. */
  forgetPrices,
} from './forget-prices.ts';
export {
  /** All retail prices of the partner, by product, plan, currency and cycle. */
  listPrices,
} from './list-prices.ts';
export {
  /** A price as the API shows it. */
  priceResource,
  /** The same of a record. */
  toPriceResource,
} from './schema.ts';
export {
  /** What a product or plan costs in a currency and cycle. */
  type PriceRecord,
} from './set-prices.ts';

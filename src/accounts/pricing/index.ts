export {
  /** All retail prices of the account, by product, plan, currency and cycle. */
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

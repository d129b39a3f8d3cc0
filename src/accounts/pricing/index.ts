export {
  /** Deletes all prices of the account without a word of each in the audit log. */
  forgetPrices,
} from './forget-prices.ts';

import { databaseProducts } from './http-products/databases.ts';
import type { HttpProduct } from './http-products/http-product.ts';
import { monitoringProducts } from './http-products/monitoring.ts';
import { platformProducts } from './http-products/platforms.ts';
import { programProducts } from './http-products/programs.ts';
import { webProducts } from './http-products/web.ts';

/** Any row whose header or body matches; the first one wins. */
export const httpProducts: readonly HttpProduct[] = [
  ...databaseProducts,
  ...platformProducts,
  ...monitoringProducts,
  ...programProducts,
  ...webProducts,
];

import createFetchClient, { type Client } from 'openapi-fetch';
import type { Paths } from './api.ts';

export type { Paths } from './api.ts';

export interface ClientOptions {
  /** Where the portal domain answers; left out in the portal itself, where it is the page's own origin. */
  readonly baseUrl?: string;
  /** Left out in a browser, whose session cookie stands for the key. */
  readonly apiKey?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type ApiClient = Client<Paths>;

/** A client of the API whose paths, inputs and answers are typed: `client.GET('/api/v1/alerts', { params: { query } })`. */
export function createClient({ baseUrl = '', apiKey, fetch }: ClientOptions = {}): ApiClient {
  return createFetchClient<Paths>({
    baseUrl,
    ...(apiKey === undefined ? {} : { headers: { Authorization: `Bearer ${apiKey}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}

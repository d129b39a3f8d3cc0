import createFetchClient, { type Client, createQuerySerializer } from 'openapi-fetch';
import type { Paths } from './api.ts';
import { jsonOf, refuseOpenScope } from './scope.ts';
import { defaultTimeoutSeconds, type Send, within } from './time-limit.ts';

export type { Paths } from './api.ts';

export interface ClientOptions {
  /** Where the portal domain answers; left out in the portal itself, where it is the page's own origin. */
  readonly baseUrl?: string;
  /** Left out for what everybody can call. */
  readonly apiKey?: string;
  /** Whether every request goes to the account's sandbox, which has to be switched on. */
  readonly sandbox?: boolean;
  /** How a request is sent, such as `withRetries()`. By default once, by the runtime's own fetch, and given up after 60 seconds. */
  readonly fetch?: Send;
}

export type ApiClient = Client<Paths>;

const writeQuery = createQuerySerializer();

/**
 * A client of what an API key can call, whose paths, inputs and answers are typed: `client.GET('/api/v1/alerts', { params: { query } })`. A call throws
 * TypeError where a name that says whose data is meant (`billing_customer_id`, `client_id` and the like) is undefined, or null in a query.
 */
export function createClient(options: ClientOptions = {}): ApiClient {
  return clientOf<Paths>(options);
}

/** A client of some of the API. */
export function clientOf<SomePaths extends object>({
  baseUrl = '',
  apiKey,
  sandbox = false,
  fetch = within(defaultTimeoutSeconds),
}: ClientOptions): Client<SomePaths> {
  return createFetchClient<SomePaths>({
    baseUrl,
    querySerializer: (query) => {
      refuseOpenScope(query);
      return writeQuery(query);
    },
    bodySerializer: jsonOf,
    headers: {
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      ...(sandbox ? { 'X-Service-Sandbox': 'true' } : {}),
    },
    fetch,
  });
}

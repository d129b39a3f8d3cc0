import type { Client } from 'openapi-fetch';
import type { Paths as KeyPaths } from './api.ts';
import { type ClientOptions, clientOf } from './client.ts';
import type { SessionOnlyPaths } from './session-api.ts';

export type * from './session-api.ts';

/** What somebody can call who is signed in to the portal: what a key can, and what only a session can. */
export type Paths = KeyPaths & SessionOnlyPaths;

export type SessionClient = Client<Paths>;

/**
 * The same client for pages of the portal's own origin, where the browser's session cookie stands for the key. A customer's session reaches
 * what is the customer's, an administrator's what the role allows.
 */
export function createSessionClient(options: Omit<ClientOptions, 'apiKey'> = {}): SessionClient {
  return clientOf<Paths>(options);
}

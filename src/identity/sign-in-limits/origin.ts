import type { Client } from '../../core/api/route.ts';
import { plainAddress } from '../../platform/http/client-network.ts';

/** Where something came from, as the audit log and mails tell it. */
export interface Origin {
  readonly address: string;
  /** What the browser said of itself. */
  readonly user_agent: string | null;
}

/** From where a request came, as far as limits and notices need it. */
export function originOf({ address, userAgent }: Pick<Client, 'address' | 'userAgent'>): Origin {
  return { address: plainAddress(address), user_agent: userAgent ?? null };
}

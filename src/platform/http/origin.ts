import type { FastifyRequest } from 'fastify';
import { plainAddress } from './client-network.ts';
import { userAgentOf } from './user-agent.ts';

/** Where something came from, as the audit log and mails tell it. */
export interface Origin {
  readonly address: string;
  /** What the browser said of itself. */
  readonly user_agent: string | null;
}

/** Of a client as handlers know it. */
export function originOf({
  address,
  userAgent,
}: {
  readonly address: string;
  readonly userAgent: string | undefined;
}): Origin {
  return { address: plainAddress(address), user_agent: userAgent ?? null };
}

export function originOfRequest(request: FastifyRequest): Origin {
  return originOf({ address: request.ip, userAgent: userAgentOf(request) });
}

import type { FastifyRequest } from 'fastify';
import { plainText } from '../../common/text.ts';

const maxLength = 255;

/** What the client says it is, as it is kept and shown: headers may carry what text must not, and any amount of it. */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const userAgent = headers['user-agent']?.slice(0, maxLength);
  return userAgent === undefined ? undefined : plainText(userAgent);
}

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

export interface SecurityTextOptions {
  /** mailto: or https: URLs, the preferred one first. */
  readonly contacts: readonly string[];
  readonly policyUrl: string | null;
  readonly clock: Clock;
}

const dayMs = 86_400_000;
const validDays = 180;

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness. On every host, whosever it is, without a look at the
 * database. It is good for half a year from the day it is read: as long as it is served, it holds.
 */
export function addSecurityText(app: FastifyInstance, { contacts, policyUrl, clock }: SecurityTextOptions): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } as object }, async (_request, reply) => {
    const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
    const fields = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + validDays * dayMs).toISOString().replace('.000Z', 'Z')}`,
      ...(policyUrl === null ? [] : [`Policy: ${policyUrl}`]),
      'Preferred-Languages: en',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(`${fields.join('\n')}\n`);
  });
}

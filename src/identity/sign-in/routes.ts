import { z } from 'zod';
import { email, integer, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { tokenSeconds } from '../sessions/index.ts';
import { mintToken } from './mint-token.ts';

/** One customer who clicks, or a page that loads itself again and again, locks nobody else out. */
export const customersShare = 6;

/** One slash, then anything that stays on this host: `//host` and `/\host` would leave it. */
const portalPath = text(2_048).regex(/^\/(?![/\\])[\x21-\x7e]*$/, {
  error: 'must be a path on the portal that begins with one slash',
});

/** @param keyLimit sign-ins a minute that a key may ask for */
export function signInRoutes(keyLimit: number): RouteDeclaration[] {
  const customerLimit = Math.ceil(keyLimit / customersShare);
  return [
    route({
      method: 'POST',
      paths: ['/api/v1/sso/token'],
      operationId: 'mintSignInToken',
      group: groups.signIn,
      stepUp: true,
      summary: "Mint a one-time token that signs a customer in, and send the customer's browser to redirect_url.",
      description: `The token is good for ${tokenSeconds} seconds, once, on this portal domain. Mint one per click; never cache it. It has a limit of its own, and a sixth of that for each customer: 429 in the shape of throttling, with Retry-After.`,
      body: z.object({
        client_id: integer(1),
        client_name: text(255).optional().meta({ description: "Becomes the customer's name." }),
        client_email: email.optional().meta({ description: "Becomes the customer's e-mail address." }),
        redirect_path: portalPath.default('/'),
      }),
      responses: {
        201: successEnvelope(
          z.strictObject({ token: z.string(), expires_at: timestamp, expires_in: z.int(), redirect_url: z.url() }),
        ),
      },
      carriesSecret: true,
      problems: ['BILLING_CLIENT_NOT_FOUND'],
      async handle({ operation, body, portalUrl, portalDomain }) {
        const { token, expiresAt } = await mintToken(operation, portalDomain, body, customerLimit);
        const data = {
          token,
          expires_at: expiresAt.toISOString(),
          expires_in: tokenSeconds,
          redirect_url: `${portalUrl}/sso?token=${token}`,
        };
        return reply(201, success(data, operation.clock.now()));
      },
    }),
  ];
}

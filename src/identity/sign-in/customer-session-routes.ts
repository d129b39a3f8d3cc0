import { z } from 'zod';
import { integer } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { endCustomerSessions } from '../sessions/index.ts';

/** What a partner does about its customers' sessions. */
export function customerSessionRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'DELETE',
      paths: ['/api/v1/customers/:billing_customer_id/sessions'],
      operationId: 'endCustomerSessions',
      group: groups.customers,
      summary: 'Sign a customer out everywhere.',
      description:
        'Sign-in links that were not clicked yet, and links in mails so far, stop working, too. A repeat ends 0 sessions.',
      params: z.object({ billing_customer_id: integer(1) }),
      responses: {
        200: successEnvelope(z.strictObject({ billing_customer_id: z.int(), sessions_ended: z.int() })),
      },
      problems: ['CUSTOMER_NOT_FOUND'],
      absent: 'CUSTOMER_NOT_FOUND',
      async handle({ operation, params }) {
        const sessions_ended = await endCustomerSessions(operation, params.billing_customer_id);
        const data = { billing_customer_id: params.billing_customer_id, sessions_ended };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

import { z } from 'zod';
import { email, integer, oneOf, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { languages } from '../../platform/messages/languages.ts';
import { changeCustomer } from './change-customer.ts';

/** No language of the customer's own. */
const byBrowser = 'auto';

export function customerChangeRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'PUT',
      paths: ['/api/v1/customers/:billing_customer_id'],
      operationId: 'changeCustomer',
      group: groups.customers,
      summary: 'Change name, e-mail address and language of a customer.',
      description:
        'What is not given stays. Provisioning fills only what is empty; this and sso/token are the ways to change it. Mail about alerts goes to the new address from then on.',
      params: z.object({
        billing_customer_id: integer(1).meta({ description: "The customer's id in the billing system." }),
      }),
      example: { client_name: 'Ada Lovelace', client_email: 'ada@example.com' },
      body: z.object({
        client_name: text(255).optional().meta({ description: 'The name that the portal shows.' }),
        client_email: email.optional().meta({
          description: 'Where mail about alerts goes, unless it was unsubscribed.',
          examples: ['ada@example.com'],
        }),
        language: oneOf([...languages, byBrowser])
          .optional()
          .meta({
            description: `In which the customer reads the portal and gets mail. ${byBrowser}: what the browser asks for, and in mails what the account has set.`,
          }),
      }),
      responses: {
        200: successEnvelope(
          z.strictObject({
            billing_customer_id: z.int(),
            name: z.string().nullable(),
            email: z.string().nullable(),
            language: z.string().nullable().meta({ description: 'Null: what the browser asks for.' }),
            created_at: timestamp,
            updated_at: timestamp,
          }),
        ),
      },
      problems: ['CUSTOMER_NOT_FOUND'],
      absent: 'CUSTOMER_NOT_FOUND',
      async handle({ operation, params, body }) {
        const customer = await changeCustomer(operation, params.billing_customer_id, {
          ...body,
          language: body.language === byBrowser ? null : body.language,
        });
        const { billing_customer_id, name, email: address, language } = customer;
        const [created_at, updated_at] = [customer.created_at.toISOString(), customer.updated_at.toISOString()];
        const data = { billing_customer_id, name, email: address, language, created_at, updated_at };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

import { z } from 'zod';
import { integer, oneOf } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { customerAdditionModes, customerAdditions, setCustomerAdditions } from '../../identity/partners/index.ts';

const paths = ['/api/v1/settings/customer-additions'];

const setting = z
  .strictObject({
    mode: oneOf(customerAdditionModes).meta({
      description:
        'Which servers customers may add themselves in the portal. off: none; within_capacity: what they pay for, and none before they ever bought; on: the same, and any number before they ever bought.',
    }),
  })
  .meta({ id: 'CustomerAdditions' });

/** The partner's switch for servers that customers add themselves (decisions §10.8). */
export function customerAdditionRoutes(): RouteDeclaration[] {
  return [read(), write()];
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths,
    operationId: 'getCustomerAdditions',
    group: groups.endpoints,
    summary: 'Whether customers may add servers themselves.',
    query: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    responses: { 200: successEnvelope(setting) },
    problems: [],
    async handle({ operation }) {
      return reply(200, success({ mode: await customerAdditions(operation) }, operation.clock.now()));
    },
  });
}

function write(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths,
    operationId: 'setCustomerAdditions',
    group: groups.identity,
    summary: 'Set whether customers may add servers themselves.',
    body: z.object({ mode: oneOf(customerAdditionModes) }),
    responses: { 200: successEnvelope(setting) },
    problems: [],
    async handle({ operation, body }) {
      await setCustomerAdditions(operation, body.mode);
      return reply(200, success({ mode: body.mode }, operation.clock.now()));
    },
  });
}

import { z } from 'zod';
import { capacityReport } from '../../accounts/subscriptions/index.ts';
import { booleanField, email, integer, oneOf, text } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { doOrTry } from '../../core/operation/try-out.ts';
import { mergeCustomers, transferService } from './merge-customers.ts';
import { toMergeAnswer, toTransferAnswer } from './move-answer.ts';
import type { MovedTypes } from './move-owner.ts';
import { leftBehindTypes } from './what-did-not-move.ts';

/** What a billing system does when two of its clients are one, or a service is sold on (decisions §10.10). */
export function customerMoveRoutes(types: MovedTypes): RouteDeclaration[] {
  return [merge(types), transfer(types)];
}

const customerNumber = integer(1).meta({ description: 'The customer that gives, by its id in the billing system.' });
const receiving = { description: 'The customer that receives, by its id in the billing system.' };
const receiver = {
  client_name: text(255).optional().meta({ description: 'Name of the customer that receives. Fills what is empty.' }),
  client_email: email.optional().meta({
    description: 'E-mail address of the customer that receives. Fills what is empty.',
    examples: ['ada@example.com'],
  }),
  dry_run: booleanField.optional(),
};

const count = z.int().min(0);
const moved = z
  .strictObject({
    services: count.meta({ description: 'Services. One that both customers have counts: it is one from then on.' }),
    subscriptions: count,
    endpoints: count.meta({ description: 'Servers, terminated ones included.' }),
    domains: count.meta({ description: 'Domains, terminated ones included.' }),
    allowed_ports: count.meta({ description: 'Allowed Ports rules.' }),
    alerts: count.meta({ description: 'Alerts of every kind and status.' }),
    findings: count.meta({ description: 'Leaked credentials and mentions on the dark web.' }),
    recipients: count.meta({ description: "E-mail addresses that get the customer's mail." }),
    channels: count,
  })
  .meta({ id: 'MovedBelongings', description: 'How much the other customer has by it.' });

const leftBehind = z
  .strictObject({
    type: oneOf(leftBehindTypes),
    name: z.string().meta({
      description: 'Address, domain name, `product of service n`, `port:protocol`, e-mail address, or kind of alert.',
    }),
    kept_of: z.int().nullable().meta({
      description: 'The customer whose record is kept, by its id in the billing system before the move.',
    }),
    kept_id: z.guid().nullable().meta({ description: 'The server or domain that is kept. Null: it is neither.' }),
    note: z.string().meta({ description: 'What became of it.' }),
  })
  .meta({ id: 'LeftBehind', description: 'Something that both customers had, so that it could not be moved.' });

const answered = {
  dry_run: z.boolean(),
  created: z.boolean().meta({ description: 'Whether the receiving customer was not on record before.' }),
  moved,
  alerts_resolved: count.meta({
    description: "Alerts that the receiving customer's Allowed Ports rules ended, by then all of them included.",
  }),
  not_moved: z.array(leftBehind).meta({ description: 'What both customers had, and what became of it.' }),
  enforcement: z
    .record(z.string(), z.strictObject({ port_monitoring: capacityReport, domain_monitoring: capacityReport }))
    .meta({ description: 'What both customers pay for and use then, and what was paused or woke, by billing id.' }),
  note: z.string().optional().meta({ description: 'Present when nothing changed: it had been moved before.' }),
};

function merge(types: MovedTypes): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/customers/:billing_customer_id/merge'],
    operationId: 'mergeCustomer',
    group: groups.customers,
    summary: 'Give all that a customer has to another one.',
    description:
      'Servers, domains, services, subscriptions, Allowed Ports, alerts and findings with their history, addresses that get mail, and channels, in one transaction; then capacity is enforced. What is under way goes on for the other customer, which is made on first use. Of one address or name at both, the record with the older history is kept, and is monitored if either was. Whoever was signed in as the customer is signed out. The customer stays on record with nothing: again, nothing changes. `dry_run` answers the same and changes nothing.',
    params: z.object({ billing_customer_id: customerNumber }),
    example: { into: 77 },
    body: z.object({
      into: integer(1).meta(receiving),
      ...receiver,
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({ billing_customer_id: z.int(), into: z.int().meta(receiving), ...answered }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND'],
    absent: 'CUSTOMER_NOT_FOUND',
    async handle({
      operation,
      params: { billing_customer_id: from },
      body: { into, dry_run: isTry = false, ...fill },
    }) {
      const move = await doOrTry(operation, isTry, (tx) => mergeCustomers(tx, types, { from, into, ...fill }));
      return reply(200, success(toMergeAnswer(move, isTry), operation.clock.now()));
    },
  });
}

function transfer(types: MovedTypes): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/customers/:billing_customer_id/services/:service_id/transfer'],
    operationId: 'transferService',
    group: groups.customers,
    summary: 'Give one service to another customer, with what belongs to it.',
    description:
      "Its subscriptions, servers and domains with their rules, alerts, findings and history, in one transaction; then capacity is enforced for both customers. With a customer's last plan for servers go the servers of no service. What is for all that the customer has stays: rules for all servers, addresses, channels, sessions. The other customer is made on first use. Of one address or name at both, the record with the older history is kept, and is monitored if either was. Again: 200 with a note. `dry_run` answers the same and changes nothing.",
    params: z.object({
      billing_customer_id: customerNumber,
      service_id: integer(1).meta({ description: "The service's id in the billing system." }),
    }),
    example: { to: 77 },
    body: z.object({
      to: integer(1).meta(receiving),
      ...receiver,
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          billing_customer_id: z.int(),
          service_id: z.int(),
          to: z.int().meta(receiving),
          ...answered,
        }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND', 'BILLING_CLIENT_NOT_FOUND'],
    absent: 'CUSTOMER_NOT_FOUND',
    async handle({ operation, params, body: { to, dry_run: isTry = false, ...fill } }) {
      const { billing_customer_id: from, service_id: serviceId } = params;
      const request = { from, to, serviceId, ...fill };
      const move = await doOrTry(operation, isTry, (tx) => transferService(tx, types, request));
      return reply(200, success(toTransferAnswer(move, serviceId, isTry), operation.clock.now()));
    },
  });
}

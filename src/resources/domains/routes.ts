import { z } from 'zod';
import { email, integer, text, uuid } from '../../core/api/fields.ts';
import { groups, provisioningPaths, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { changeResourceState, type ResourceTrigger } from '../lifecycle/index.ts';
import { lockDomain } from './domain-record.ts';
import { domainType } from './domain-type.ts';
import { provisionDomain } from './provision-domain.ts';
import { releaseDomain } from './release-domain.ts';
import { domainName, domainStatus } from './schema.ts';
import { updateDomain } from './update-domain.ts';

export function domainRoutes(): RouteDeclaration[] {
  return [
    provision(),
    stateChange('suspend', 'Pause a domain: leak scans stop, findings and history are kept.'),
    stateChange('resume', 'Look for leaks of a paused domain again.'),
    stateChange(
      'terminate',
      'Stop monitoring a domain and free its slot. History is kept; provisioning the domain again restores it.',
    ),
    update(),
    release(),
  ];
}

/** Which domain is meant, and, where the client says so, whose it must be. */
const ofDomain = { monitored_domain_id: uuid, client_id: integer(1).optional() };

const domainAnswer = z.strictObject({
  monitored_domain_id: z.guid(),
  domain: z.string(),
  status: domainStatus,
  note: z.string().optional(),
});

function provision(): RouteDeclaration {
  const answer = successEnvelope(domainAnswer);
  return route({
    method: 'POST',
    paths: provisioningPaths('provision-domain'),
    operationId: 'provisionDomain',
    group: groups.provisioning,
    summary: 'Monitor a domain for a customer.',
    description:
      'Creates the customer on first use and schedules the first leak scan. Again for the same domain and customer: 200 with the existing record and a note. A terminated domain is restored if a slot is free.',
    body: z.object({
      client_id: integer(1),
      domain: domainName,
      service_id: integer(1),
      client_name: text(255).optional(),
      client_email: email.optional(),
    }),
    responses: { 200: answer, 201: answer },
    problems: ['DOMAIN_LIMIT_EXCEEDED'],
    async handle({ operation, body }) {
      const { created, domainId, domain, status, note } = await provisionDomain(operation, body);
      const data = { monitored_domain_id: domainId, domain, status, ...(note ? { note } : {}) };
      return reply(created ? 201 : 200, success(data, operation.clock.now()));
    },
  });
}

function stateChange(trigger: Exclude<ResourceTrigger, 'restore'>, summary: string): RouteDeclaration {
  return route({
    method: 'POST',
    paths: provisioningPaths(`${trigger}-domain`),
    operationId: `${trigger}Domain`,
    group: groups.provisioning,
    summary,
    body: z.object(ofDomain),
    responses: { 200: successEnvelope(domainAnswer.omit({ domain: true })) },
    problems: ['DOMAIN_NOT_FOUND', ...(trigger === 'resume' ? (['DOMAIN_LIMIT_EXCEEDED'] as const) : [])],
    async handle({ operation, body }) {
      const { monitored_domain_id: id, client_id: clientId } = body;
      const lock = (tx: Operation) => lockDomain(tx, id, clientId);
      const { status, note } = await changeResourceState(operation, domainType, lock, trigger);
      const data = { monitored_domain_id: id, status, ...(note ? { note } : {}) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function update(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: provisioningPaths('update-domain'),
    operationId: 'updateDomain',
    group: groups.provisioning,
    summary: 'Give a monitored domain another name.',
    description:
      'Status, findings and history stay with the record. A name that has a record with the customer already, a terminated one included, is refused: `details` has its monitored_domain_id and status.',
    body: z.object({ ...ofDomain, domain: domainName }),
    responses: { 200: successEnvelope(domainAnswer) },
    problems: ['DOMAIN_NOT_FOUND', 'DOMAIN_ALREADY_EXISTS'],
    async handle({ operation, body }) {
      const { domainId, domain, status, note } = await updateDomain(operation, body);
      const data = { monitored_domain_id: domainId, domain, status, ...(note ? { note } : {}) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function release(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/billing/release-domain'],
    operationId: 'releaseDomain',
    group: groups.provisioning,
    summary: 'Give up a domain and its slot for good.',
    description:
      'Works in every state. Any later call with this monitored_domain_id is 404; provisioning the domain again makes a new record.',
    body: z.object(ofDomain),
    responses: {
      200: successEnvelope(
        z.strictObject({
          monitored_domain_id: z.guid(),
          domain: z.string(),
          status: z.literal('terminated'),
          released: z.literal(true),
        }),
      ),
    },
    problems: ['DOMAIN_NOT_FOUND'],
    async handle({ operation, body }) {
      const { monitored_domain_id: id } = body;
      const domain = await releaseDomain(operation, body);
      const data = { monitored_domain_id: id, domain, status: 'terminated' as const, released: true as const };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

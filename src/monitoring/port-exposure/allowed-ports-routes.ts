import { z } from 'zod';
import { instant, integer, madeBy, multilineText, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, envelopeMeta, groups, metaAt } from '../../core/api/groups.ts';
import { errorsOf, type FieldErrorMap } from '../../core/api/input.ts';
import { numberedCut, numberedMeta, numberedPage, numberedQuery } from '../../core/api/list-page.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { type ActorKind, whoDid } from '../../core/audit/who-did.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { pageLinks } from '../../platform/http/links.ts';
import { requireWithinAYear } from '../alerts/index.ts';
import { createRule } from './create-rule.ts';
import { deleteRule } from './delete-rule.ts';
import { listRules } from './list-rules.ts';
import { getRule, type RuleRecord } from './rule-record.ts';
import { updateRule } from './update-rule.ts';

/** @param cooldownSeconds of scans by hand, which those after a rule that covers less wait for */
export function allowedPortRoutes(cooldownSeconds: number): RouteDeclaration[] {
  return [list(), create(), single(), update(cooldownSeconds), remove(cooldownSeconds)];
}

const path = '/api/v1/whitelists';
const rulePath = z.object({ id: uuid });
const ownership = z.object({ billing_customer_id: integer(1).optional() });
const ownershipProblems: ProblemCode[] = ['RULE_NOT_FOUND', 'ACCESS_DENIED'];
const port = integer(1, 65_535);
const protocol = oneOf(['tcp', 'udp', 'both']);
const expiresAt = instant.optional().meta({ description: 'When the rule ends, up to a year ahead.' });

const ruleResource = z
  .strictObject({
    id: z.guid(),
    billing_customer_id: z.int().nullable().meta({ description: "Null: all of the partner's customers." }),
    endpoint_id: z.guid().nullable().meta({ description: 'Null: every endpoint in scope.' }),
    port_start: z.int(),
    port_end: z.int(),
    protocol,
    description: z.string().nullable(),
    source: oneOf(['manual', 'firewall_ingest']),
    created_at: timestamp,
    created_by: madeBy,
    updated_at: timestamp,
    expires_at: timestamp
      .nullable()
      .meta({ description: 'From then on the rule covers nothing. Null: it has no end.' }),
  })
  .meta({ id: 'AllowedPortsRule' });

function toResource(rule: RuleRecord, maker: ActorKind | null): z.output<typeof ruleResource> {
  return {
    id: rule.id,
    billing_customer_id: rule.billing_customer_id,
    endpoint_id: rule.endpoint_id,
    port_start: rule.port_start,
    port_end: rule.port_end,
    protocol: rule.protocol,
    description: rule.description,
    source: rule.source,
    created_at: rule.created_at.toISOString(),
    created_by: maker,
    updated_at: rule.updated_at.toISOString(),
    expires_at: rule.expires_at?.toISOString() ?? null,
  };
}

async function toResources(
  operation: Operation,
  rules: readonly RuleRecord[],
): Promise<z.output<typeof ruleResource>[]> {
  const ids = rules.map(({ id }) => id);
  const makers = await whoDid(operation, ['allowed_ports.created'], ids);
  return rules.map((rule) => toResource(rule, makers.get(rule.id) ?? null));
}

const singleAnswer = z.strictObject({
  data: ruleResource,
  links: z.strictObject({ self: z.url() }),
  meta: envelopeMeta,
});

async function toAnswer(
  operation: Operation,
  rule: RuleRecord,
  baseUrl: string,
): Promise<z.output<typeof singleAnswer>> {
  const [data] = await toResources(operation, [rule]);
  return answerWith(operation, data!, baseUrl);
}

function answerWith(
  operation: Operation,
  data: z.output<typeof ruleResource>,
  baseUrl: string,
): z.output<typeof singleAnswer> {
  return { data, links: { self: `${baseUrl}${path}/${data.id}` }, meta: metaAt(operation.clock.now()) };
}

function portsInOrder({
  body,
}: {
  readonly body: Partial<Record<'port_start' | 'port_end', number | undefined>>;
}): FieldErrorMap {
  const { port_start: start, port_end: end } = body;
  if (start === undefined || end === undefined || end >= start) return {};
  return { port_end: ['The port_end field must not be below port_start.'] };
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listAllowedPorts',
    group: groups.allowedPorts,
    summary: 'Allowed Ports rules, newest first.',
    query: z.object({
      billing_customer_id: integer(1).optional(),
      endpoint_id: uuid.optional(),
      ...numberedQuery,
    }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(ruleResource),
        links: pageLinks,
        meta: z.strictObject(numberedMeta),
      }),
    },
    problems: [],
    async handle({ operation, query, page, baseUrl }) {
      const { limit, offset } = numberedCut(query);
      const filter = { billingCustomerId: query.billing_customer_id, endpointId: query.endpoint_id };
      const { items, total, last } = await listRules(operation, filter, { limit, start: page.start(offset) });
      return reply(200, {
        data: await toResources(operation, items),
        ...numberedPage(`${baseUrl}${path}`, query, total, page.end(last)),
      });
    },
  });
}

function create(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'createAllowedPorts',
    group: groups.allowedPorts,
    summary: 'Allow ports; the alerts that the rule covers are resolved.',
    description:
      'Without billing_customer_id and endpoint_id the rule is for all of the partner. An identical rule: 200 with the existing one, which takes the end that is asked for, or none.',
    body: z.object({
      billing_customer_id: integer(1).optional(),
      endpoint_id: uuid.optional(),
      port_start: port,
      port_end: port.optional(),
      protocol: protocol.default('tcp'),
      description: multilineText(255).optional(),
      expires_at: expiresAt,
    }),
    check: (given) => ({ ...portsInOrder(given), ...endWithinAYear(given) }),
    customer: customerInBody,
    responses: { 200: singleAnswer, 201: singleAnswer },
    problems: ['ENDPOINT_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'ACCESS_DENIED'],
    async handle({ operation, body, baseUrl }) {
      const { rule, created } = await createRule(operation, {
        billingCustomerId: body.billing_customer_id,
        endpointId: body.endpoint_id,
        portStart: body.port_start,
        portEnd: body.port_end ?? body.port_start,
        protocol: body.protocol,
        description: body.description,
        expiresAt: body.expires_at,
      });
      if (!created) return reply(200, await toAnswer(operation, rule, baseUrl));
      return reply(201, answerWith(operation, toResource(rule, operation.caller.actor.kind), baseUrl));
    },
  });
}

function single(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/:id`],
    operationId: 'getAllowedPorts',
    group: groups.allowedPorts,
    summary: 'One Allowed Ports rule.',
    params: rulePath,
    query: ownership,
    customer: customerInQuery,
    responses: { 200: singleAnswer },
    problems: ownershipProblems,
    absent: 'RULE_NOT_FOUND',
    async handle({ operation, params, query, baseUrl }) {
      const rule = await getRule(operation, params.id, query.billing_customer_id);
      return reply(200, await toAnswer(operation, rule, baseUrl));
    },
  });
}

function update(cooldownSeconds: number): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${path}/:id`],
    operationId: 'updateAllowedPorts',
    group: groups.allowedPorts,
    summary: 'Change the ports, protocol, description or end of a rule; its scope is fixed.',
    params: rulePath,
    example: { port_start: 8000, port_end: 8010, protocol: 'tcp' },
    body: z.object({
      billing_customer_id: integer(1).optional(),
      port_start: port.optional(),
      port_end: port.optional(),
      protocol: protocol.optional(),
      description: multilineText(255).optional(),
      expires_at: expiresAt,
    }),
    check: (given) => ({ ...portsInOrder(given), ...endWithinAYear(given) }),
    customer: customerInBody,
    responses: { 200: singleAnswer },
    problems: [...ownershipProblems, 'RULE_ALREADY_EXISTS'],
    absent: 'RULE_NOT_FOUND',
    async handle({ operation, params, body, baseUrl }) {
      const rule = await updateRule(operation, params.id, body.billing_customer_id, body, cooldownSeconds);
      return reply(200, await toAnswer(operation, rule, baseUrl));
    },
  });
}

function remove(cooldownSeconds: number): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'deleteAllowedPorts',
    group: groups.allowedPorts,
    summary:
      'Delete a rule; servers of which it covered open ports are scanned soon, and what is still open is alerted.',
    params: rulePath,
    query: ownership,
    customer: customerInQuery,
    responses: { 204: emptyAnswer },
    problems: ownershipProblems,
    absent: 'RULE_NOT_FOUND',
    async handle({ operation, params, query }) {
      await deleteRule(operation, params.id, query.billing_customer_id, cooldownSeconds);
      return reply(204, null);
    },
  });
}

function endWithinAYear({
  operation,
  body,
}: {
  operation: Operation;
  body: { expires_at?: Date | undefined };
}): FieldErrorMap {
  return errorsOf(() => requireWithinAYear('expires_at', body.expires_at, operation.clock.now()));
}

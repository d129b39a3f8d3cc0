import { z } from 'zod';
import { integer, timestamp, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { cursorField, pageFields } from '../../core/api/list-page.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { SortValues } from '../../core/operation/paged.ts';
import { answerPublicServices, maxServers, publicServicePorts, readPublicServices } from './public-services.ts';

const path = '/api/v1/monitoring/public-services';
const group = groups.monitoringAlerts;

const answeredAt = 'When the question was answered or skipped.';

const serverIds = (ports: readonly number[]) =>
  z
    .array(uuid, { error: 'must be an array of server ids' })
    .max(maxServers, { error: `must have at most ${maxServers} ids` })
    .default([])
    .meta({ description: `Servers whose TCP ports ${ports.join(', ')} are meant to be open.` });

/** “Which of these are websites or mail servers?”, asked of a customer once. */
export function publicServiceRoutes(): RouteDeclaration[] {
  return [read(), answer()];
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'getPublicServices',
    group,
    summary: 'Servers of a customer that look like websites or mail servers.',
    query: z.object({
      billing_customer_id: integer(1),
      limit: integer(1, maxServers).default(maxServers),
      cursor: cursorField,
    }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(
        z.strictObject({
          answered_at: timestamp.nullable().meta({ description: `${answeredAt} Null: neither.` }),
          servers: z
            .array(
              z.strictObject({
                endpoint_id: z.guid(),
                ip_address: z.string(),
                nickname: z.string(),
                web_ports: z.array(z.int()).meta({ description: 'Open ones that websites use, with an alert.' }),
                mail_ports: z.array(z.int()).meta({ description: 'Open ones that mail servers use, with an alert.' }),
              }),
            )
            .meta({ description: `By their names; at most ${maxServers}.` }),
          ...pageFields,
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const cut = { limit: query.limit, start: page.start<SortValues>(0) };
      const found = await readPublicServices(operation, query.billing_customer_id, cut);
      const data = {
        answered_at: found.answeredAt?.toISOString() ?? null,
        servers: found.servers.map(({ id, ip_address, nickname, ports }) => ({
          endpoint_id: id,
          ip_address,
          nickname,
          web_ports: ports.filter((port) => isOneOf(publicServicePorts.website, port)),
          mail_ports: ports.filter((port) => isOneOf(publicServicePorts.mail_server, port)),
        })),
        ...page.end(found.last),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function isOneOf(ports: readonly number[], port: number): boolean {
  return ports.includes(port);
}

function answer(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'answerPublicServices',
    group,
    summary: 'Say which servers are websites or mail servers: their ports are allowed.',
    description:
      'Makes Allowed Ports rules of the servers, all in one transaction. A port of which an open alert says that it is high or critical is not allowed by it. Without servers the question counts as skipped.',
    body: z.object({
      billing_customer_id: integer(1),
      websites: serverIds(publicServicePorts.website),
      mail_servers: serverIds(publicServicePorts.mail_server),
    }),
    customer: customerInBody,
    responses: {
      200: successEnvelope(
        z.strictObject({
          answered_at: timestamp.meta({ description: answeredAt }),
          rules_created: z.int().meta({ description: 'Rules that were made, or had an end and have none now.' }),
          alerts_resolved: z.int(),
        }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND', 'ENDPOINT_NOT_FOUND'],
    async handle({ operation, body }) {
      const servers = { website: unique(body.websites), mail_server: unique(body.mail_servers) };
      const answered = await answerPublicServices(operation, body.billing_customer_id, { servers });
      const data = {
        answered_at: answered.answeredAt.toISOString(),
        rules_created: answered.rulesCreated,
        alerts_resolved: answered.alertsResolved,
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

import { z } from 'zod';
import { booleanField } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { sendsWeeklySummaries, setWeeklySummaries } from '../../identity/partners/index.ts';

const paths = ['/api/v1/settings/weekly-summary'];

const setting = z
  .strictObject({
    enabled: z.boolean().meta({
      description:
        'Whether customers get a mail on Monday after a week in which they heard nothing else. Each address can end it for itself.',
    }),
  })
  .meta({ id: 'WeeklySummarySetting' });

/** The partner's switch for the mail that customers get after a week in which they heard nothing else. */
export function weeklySummaryRoutes(): RouteDeclaration[] {
  return [read(), write()];
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths,
    operationId: 'getWeeklySummarySetting',
    group: groups.notifications,
    summary: 'Whether customers get a mail after a week in which they heard nothing else.',
    responses: { 200: successEnvelope(setting) },
    problems: [],
    async handle({ operation }) {
      return reply(200, success({ enabled: await sendsWeeklySummaries(operation) }, operation.clock.now()));
    },
  });
}

function write(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths,
    operationId: 'setWeeklySummarySetting',
    group: groups.identity,
    summary: 'Set whether customers get a mail after a week in which they heard nothing else.',
    body: z.object({ enabled: booleanField }),
    responses: { 200: successEnvelope(setting) },
    problems: [],
    async handle({ operation, body }) {
      await setWeeklySummaries(operation, body.enabled);
      return reply(200, success({ enabled: body.enabled }, operation.clock.now()));
    },
  });
}

import { z } from 'zod';
import { booleanField } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { demandSecondFactor, getSecondFactorDemand, type SecondFactorDemand } from './second-factor-demand.ts';

const path = '/api/v1/settings/second-factor';

const answer = successEnvelope(
  z.strictObject({
    required: z.boolean().meta({ description: 'Whether administrators must have a second factor.' }),
    required_by_operator: z.boolean().meta({
      description: 'Whether the operator of the installation demands it, which the account cannot lift.',
    }),
  }),
);

/** Whether a partner's people must have a second factor. */
export function secondFactorRoutes(): RouteDeclaration[] {
  return [current(), change()];
}

function current(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'getSecondFactorDemand',
    group: groups.identity,
    summary: 'Whether administrators must have a second factor.',
    responses: { 200: answer },
    problems: [],
    async handle({ operation }) {
      return reply(200, success(toAnswer(await getSecondFactorDemand(operation)), operation.clock.now()));
    },
  });
}

function change(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [path],
    operationId: 'setSecondFactorDemand',
    group: groups.identity,
    role: 'owner',
    stepUp: true,
    summary: 'Demand a second factor of all administrators, or no longer.',
    description:
      'Who has none can then sign in only to set one up, from the next request on. Whoever demands it must have one.',
    body: z.object({
      required: booleanField.meta({ description: 'Whether every administrator must have a second factor.' }),
    }),
    responses: { 200: answer },
    problems: [],
    async handle({ operation, body }) {
      await demandSecondFactor(operation, body.required);
      return reply(200, success(toAnswer(await getSecondFactorDemand(operation)), operation.clock.now()));
    },
  });
}

function toAnswer({ byPartner, byOperator }: SecondFactorDemand) {
  return { required: byPartner || byOperator, required_by_operator: byOperator };
}

import { z } from 'zod';
import { integer, oneOf, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { advanceClock } from './advance-clock.ts';
import { type ClockTools, type DueInSandbox, dueInSandbox, isSettled, settleSandbox } from './due-in-sandbox.ts';
import { readScenario, resetSandbox, scanNow, setScenario } from './sandbox.ts';
import { scenarioDescriptions, scenarios } from './scenario.ts';

/** Always in the account's sandbox, with or without the header (decisions §10.1). */
export function sandboxRoutes(tools: ClockTools): RouteDeclaration[] {
  return [listScenarios(), currentScenario(), writeScenario(), scan(), clockState(), clock(tools), reset()];
}

const group = groups.sandbox;
const scenario = oneOf(scenarios);
const chosen = z.strictObject({ scenario, endpoint_id: z.guid().nullable() });

function listScenarios(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/sandbox/scenarios'],
    operationId: 'listScenarios',
    group,
    summary: 'The scenarios that sandbox scans can take their result from.',
    query: z.object(shortListQuery),
    responses: {
      200: successEnvelope(
        z.strictObject({ scenarios: z.array(z.strictObject({ scenario, description: z.string() })), ...pageFields }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const { items, end } = page.of(scenarios, query.limit, (name) => [scenarios.indexOf(name)]);
      const list = items.map((name) => ({ scenario: name, description: scenarioDescriptions[name] }));
      return reply(200, success({ scenarios: list, ...end }, operation.clock.now()));
    },
  });
}

function currentScenario(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/sandbox/scenario'],
    operationId: 'getScenario',
    group,
    summary: 'The scenario of an endpoint, or of all that have none of their own.',
    query: z.object({ endpoint_id: uuid.optional() }),
    responses: { 200: successEnvelope(chosen) },
    problems: ['ENDPOINT_NOT_FOUND'],
    async handle({ operation, query }) {
      const data = {
        scenario: await readScenario(operation, query.endpoint_id),
        endpoint_id: query.endpoint_id ?? null,
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function writeScenario(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: ['/api/v1/sandbox/scenario'],
    operationId: 'setScenario',
    group,
    summary: 'Choose what scans find, from the next scan on.',
    body: z.object({ scenario, endpoint_id: uuid.optional() }),
    responses: { 200: successEnvelope(chosen) },
    problems: ['ENDPOINT_NOT_FOUND'],
    async handle({ operation, body }) {
      await setScenario(operation, body.scenario, body.endpoint_id);
      return reply(
        200,
        success({ scenario: body.scenario, endpoint_id: body.endpoint_id ?? null }, operation.clock.now()),
      );
    },
  });
}

function scan(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/sandbox/scan'],
    operationId: 'scanInSandbox',
    group,
    summary: 'Scan an endpoint of the sandbox at once, without cooldown.',
    body: z.object({ endpoint_id: uuid }),
    responses: {
      200: successEnvelope(
        z.strictObject({ scan_id: z.guid(), status: z.literal('completed'), open_ports: z.array(z.int()) }),
      ),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ENDPOINT_NOT_ACTIVE'],
    async handle({ operation, body }) {
      const { scanId, openPorts } = await scanNow(operation, body.endpoint_id);
      const data = { scan_id: scanId, status: 'completed' as const, open_ports: openPorts };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

/** A year: more at once has no schedule to try. */
const mostSeconds = 31_536_000;

/** How long an answer waits at the most: less than proxies bear. */
const longestWaitSeconds = 30;

const clockStateFields = {
  settled: z.boolean().meta({ description: 'Whether all that became due has happened.' }),
  due: z
    .strictObject({
      scans: z.int().meta({ description: 'Scans of servers that are due, queued or under way.' }),
      domain_scans: z.int().meta({ description: 'Scans of domains that are due, queued or under way.' }),
      domain_looks: z
        .int()
        .meta({ description: 'Looks at what everybody can see of domains that are due, queued or under way.' }),
      alerts: z.int().meta({ description: 'Alerts that are still set aside, though their time has passed.' }),
      rules: z.int().meta({ description: 'Allowed Ports rules whose end nothing came of yet.' }),
    })
    .meta({ description: 'What is due and has not happened yet.' }),
};

function stateOf(due: DueInSandbox) {
  return { settled: isSettled(due), due };
}

function clockState(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/sandbox/clock'],
    operationId: 'getSandboxClock',
    group,
    summary: 'Whether all that became due in the sandbox has happened.',
    responses: { 200: successEnvelope(z.strictObject(clockStateFields)) },
    problems: [],
    async handle({ operation }) {
      return reply(200, success(stateOf(await dueInSandbox(operation)), operation.clock.now()));
    },
  });
}

function clock(tools: ClockTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/sandbox/clock'],
    operationId: 'advanceSandboxClock',
    group,
    summary: 'Let time pass in the sandbox.',
    description:
      'All that is in the sandbox becomes older by so many seconds. What is due by then happens once: scheduled scans, snoozes ' +
      'and rules that end, cooldowns, overlapping secrets. Windows and usage grow accordingly. The answer waits until it has happened; where that ' +
      'takes longer than `wait_seconds`, `settled` is false, and `GET /sandbox/clock` says what is left.',
    example: { advance_seconds: 86_400, wait_seconds: 20 },
    body: z.object({
      advance_seconds: integer(1, mostSeconds),
      wait_seconds: integer(0, longestWaitSeconds).default(20),
    }),
    responses: { 200: successEnvelope(z.strictObject({ advanced_seconds: z.int(), ...clockStateFields })) },
    problems: ['SANDBOX_BUSY'],
    async handle({ operation, body }) {
      await advanceClock(operation, body.advance_seconds);
      const due = await settleSandbox(operation, tools, body.wait_seconds);
      return reply(200, success({ advanced_seconds: body.advance_seconds, ...stateOf(due) }, operation.clock.now()));
    },
  });
}

function reset(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/sandbox/reset'],
    operationId: 'resetSandbox',
    group,
    summary: 'Empty the sandbox.',
    responses: { 200: successEnvelope(z.strictObject({ reset: z.literal(true) })) },
    problems: ['SANDBOX_BUSY'],
    async handle({ operation }) {
      await resetSandbox(operation);
      return reply(200, success({ reset: true as const }, operation.clock.now()));
    },
  });
}

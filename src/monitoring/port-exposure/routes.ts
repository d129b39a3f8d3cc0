import { z } from 'zod';
import { integer, oneOf, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { platforms, stepRoles } from '../../engines/remediation/remediation.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import {
  type ActionWords,
  type AlertView,
  alertActions,
  alertPage,
  alertPageFields,
  alertPageQuery,
  getAlert,
} from '../alerts/index.ts';
import { portKind } from './kind.ts';
import { portAlert } from './port-alert.ts';
import { remediateAlert } from './remediate-alert.ts';
import { conditionWords, lockoutWarning, ownAddressOf, platformLabels } from './remediation-words.ts';
import { alertResource, alertStatus, explainedAlert, toAlertResource, toExplainedAlert } from './schema.ts';
import { type EndpointSummary, summariseAlerts, summariseEndpoints } from './summarise-alerts.ts';

const alertPath = z.object({ id: uuid });
const ownership = z.object({ billing_customer_id: integer(1).optional() });
const ownershipProblems: ProblemCode[] = ['ALERT_NOT_FOUND', 'ACCESS_DENIED'];

const view: AlertView<typeof explainedAlert> = {
  base: '/api/v1/alerts',
  group: groups.alerts,
  kinds: [portKind],
  namesCustomer: 'if it likes',
  answer: explainedAlert,
  toAnswer: async (operation, alert) => toExplainedAlert(operation, portAlert(alert)),
};

export function alertRoutes(): RouteDeclaration[] {
  return [list(), summary(), endpointSummary(), single(), remediation(), ...alertActions(view, actions)];
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts'],
    operationId: 'listAlerts',
    group: groups.alerts,
    summary: 'Alerts, newest first unless sorted otherwise.',
    query: z.object({ endpoint_id: uuid.optional(), ...alertPageQuery }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(z.strictObject({ alerts: z.array(alertResource), ...alertPageFields })),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const filter = { kinds: [portKind.name], endpointId: query.endpoint_id };
      const { alerts, fields } = await alertPage(operation, filter, query, page);
      const data = { alerts: alerts.map((alert) => toAlertResource(operation, portAlert(alert))), ...fields };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function single(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts/:id'],
    operationId: 'getAlert',
    group: groups.alerts,
    summary: 'One alert with its full explanation.',
    params: alertPath,
    query: ownership,
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ alert: explainedAlert })) },
    problems: ownershipProblems,
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, query }) {
      const alert = await getAlert(operation, params.id, {
        kinds: [portKind.name],
        billingCustomerId: query.billing_customer_id,
      });
      return reply(200, success({ alert: toExplainedAlert(operation, portAlert(alert)) }, operation.clock.now()));
    },
  });
}

const scriptFields = {
  script: z.string().nullable().meta({
    description:
      'The changes as one script, to be run whole and as often as one likes; it stops before anything is changed while what it needs is not filled in. POSIX sh, on Windows PowerShell. Null: only a person can make them.',
  }),
  undo_script: z.string().nullable().meta({ description: 'Takes back what the script did.' }),
};

function remediation(): RouteDeclaration {
  const platform = oneOf(platforms);
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts/:id/remediation'],
    operationId: 'getRemediation',
    group: groups.alerts,
    summary: "Commands that close an alert's port, in the order to run them.",
    description:
      'Without platform: the recommended one. Show the warning before the commands. Words in capitals are for the reader to fill in. Each alternative is enough by itself: show them as either/or.',
    params: alertPath,
    query: z.object({ platform: platform.optional(), billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    alertLink: true,
    responses: {
      200: successEnvelope(
        z.strictObject({
          platform_options: z.record(platform, z.string()),
          selected_platform: platform,
          commands: z.record(z.string(), z.string()),
          warning: z.string().nullable(),
          docs_url: z.url(),
          recommended_platform: platform.meta({
            description: 'Where the port is closed best, by what is open and what the server is known to run.',
          }),
          run_as: z
            .string()
            .meta({ description: 'Where and as whom the commands and the script are run, as a sentence.' }),
          steps: z
            .array(
              z.strictObject({
                name: z.string().meta({ description: 'Its key in `commands`.' }),
                role: oneOf(stepRoles).meta({ description: 'What it is for.' }),
                only_if: z.string().nullable().meta({ description: 'When it is needed at all. Null: always.' }),
              }),
            )
            .meta({ description: 'What each of the commands is, in their order.' }),
          ...scriptFields,
          short_script: z.string().nullable().meta({
            description:
              'The script without what only containers need. It stops, with nothing changed, where Docker or Podman publishes the port. Null: there is no shorter one.',
          }),
          runs_containers: z
            .boolean()
            .meta({ description: 'Whether what answers on the server shows that containers run there.' }),
          own_address: z
            .strictObject({
              placeholder: z.enum(['YOUR_IPV4', 'YOUR_IPV6']).meta({ description: 'What it takes the place of.' }),
              guess: z.string().nullable().meta({
                description:
                  'Where the reader’s request came from, if it is of that family. Null for an API key, whose address is that of a program.',
              }),
            })
            .nullable()
            .meta({ description: 'The address that stays allowed where people administer. Null: none has to.' }),
          alternatives: z
            .array(
              z.strictObject({
                name: z.string().meta({ description: 'Its name.' }),
                label: z.string().meta({ description: 'What it is, for people.' }),
                commands: z.record(z.string(), z.string()),
                ...scriptFields,
              }),
            )
            .meta({
              description:
                'Other ways to close the port, each enough by itself: instead of `commands`, never after them.',
            }),
        }),
      ),
    },
    problems: ownershipProblems,
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, query, client, credential }) {
      const found = await remediateAlert(operation, params.id, {
        platform: query.platform,
        billingCustomerId: query.billing_customer_id,
      });
      const t = messagesIn(operation.language);
      const data = {
        platform_options: platformLabels(t, found.onWindows),
        selected_platform: found.selectedPlatform,
        commands: { ...found.commands },
        warning: lockoutWarning(t, found.lockout),
        docs_url: found.docsUrl,
        recommended_platform: found.recommendedPlatform,
        run_as: t(`alert.remediation.run-as.${found.shell}`),
        steps: found.steps.map((step) => ({ name: step.name, role: step.role, only_if: conditionWords(t, step) })),
        script: found.script,
        undo_script: found.undoScript,
        short_script: found.shortScript ?? null,
        runs_containers: found.runsContainers,
        own_address: found.lockout && {
          placeholder: found.lockout.placeholder,
          guess: credential?.kind === 'api_key' ? null : ownAddressOf(found.lockout, client.address),
        },
        alternatives: found.alternatives.map(({ name, commands, script, undoScript }) => ({
          name,
          label: t(`alert.remediation.way.${name}`),
          commands: { ...commands },
          script,
          undo_script: undoScript,
        })),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

const actions: readonly ActionWords[] = [
  {
    action: 'resolve',
    operationId: 'resolveAlert',
    summary: 'Resolve an alert by hand.',
    description: 'If the port is still open at a later scan, a new alert is raised.',
    messages: [
      'The alert is resolved. If the port is still open, the next scan raises a new one.',
      'The alert was resolved already.',
    ],
  },
  {
    action: 'acknowledge',
    operationId: 'acknowledgeAlert',
    summary: 'Take note of an alert; it still resolves by itself when the port closes.',
    messages: ['The alert is acknowledged.', 'The alert was acknowledged already.'],
  },
  {
    action: 'mark_false_positive',
    operationId: 'markFalsePositive',
    summary: 'Mark an alert as a false positive: the port raises no alert until it has closed.',
    messages: ['The alert is marked as a false positive.', 'The alert was marked as a false positive already.'],
  },
  {
    action: 'reopen',
    operationId: 'reopenAlert',
    summary: 'Take an alert up again while its port is open.',
    messages: ['The alert is open again.', 'The alert was open already.'],
  },
];

const severityCounts = { critical: z.int(), high: z.int(), medium: z.int(), low: z.int() };

function summary(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts/summary'],
    operationId: 'summariseAlerts',
    group: groups.alerts,
    summary: "A customer's alerts, counted by severity.",
    query: z.object({ billing_customer_id: integer(1), status: alertStatus.default('open') }),
    customer: customerInQuery,
    responses: { 200: successEnvelope(z.strictObject({ ...severityCounts, total: z.int() })) },
    problems: [],
    async handle({ operation, query }) {
      const counted = await summariseAlerts(operation, query.billing_customer_id, query.status);
      return reply(200, success(counted, operation.clock.now()));
    },
  });
}

function endpointSummary(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts/endpoint-summary'],
    operationId: 'summariseEndpointAlerts',
    group: groups.alerts,
    summary: "A customer's endpoints that have open alerts, counted by severity, those with most first.",
    query: z.object({ billing_customer_id: integer(1), ...shortListQuery }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(
        z.strictObject({
          endpoints: z.array(
            z.strictObject({
              endpoint_id: z.guid(),
              ip_address: z.string(),
              nickname: z.string(),
              total_open: z.int(),
              ...severityCounts,
            }),
          ),
          ...pageFields,
          totals: z.strictObject({ port_alerts_open: z.int() }),
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const summaries = await summariseEndpoints(operation, query.billing_customer_id);
      const sortKeysOf = ({ counts, created_at: at, endpoint_id: id }: EndpointSummary) => [
        counts.total,
        at.toISOString(),
        id,
      ];
      const { items, end } = page.of(summaries, query.limit, sortKeysOf, 'descending');
      const endpoints = items.map(({ counts: { total, ...bySeverity }, created_at: _, ...endpoint }) => ({
        ...endpoint,
        total_open: total,
        ...bySeverity,
      }));
      const open = summaries.reduce((sum, { counts }) => sum + counts.total, 0);
      return reply(200, success({ endpoints, ...end, totals: { port_alerts_open: open } }, operation.clock.now()));
    },
  });
}

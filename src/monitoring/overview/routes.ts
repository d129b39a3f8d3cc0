import { z } from 'zod';
import { integer, oneOf, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import type { AlertKind } from '../alerts/index.ts';
import { allLookedAt, type LookIntervals, standingCodes, standingWords } from '../looks/index.ts';
import { summariseMonitoring } from './summarise-monitoring.ts';

const bySeverity = z
  .strictObject({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })
  .meta({ description: 'How many, by severity.' });

const lookedAt = {
  all_looked_at: z.boolean().meta({ description: 'Whether there are some, and each was looked at.' }),
  total: z.int().meta({
    description:
      'All that are not terminated. The other counts add up to it, but for `unverified`, `needs_action` and `well`.',
  }),
  looked_at: z.int().meta({ description: 'The last look told how things are.' }),
  failing: z
    .int()
    .meta({ description: 'The last look told nothing, or not all of it, or did not come when it was due.' }),
  never_scanned: z.int().meta({ description: 'The first look is still to come.' }),
  paused: z.int().meta({ description: 'By hand.' }),
  waiting_for_capacity: z.int().meta({ description: 'Paused because paid capacity does not cover them.' }),
};

const answer = z.strictObject({
  all_well: z.boolean().meta({
    description: 'Nothing needs action, and every server and domain was looked at. False where there is none.',
  }),
  all_looked_at: z.boolean().meta({ description: 'Whether there is anything, and all of it was looked at.' }),
  standing: z
    .strictObject({
      code: oneOf(standingCodes),
      count: z.int().meta({ description: 'Of how many alerts, servers or domains it speaks.' }),
      sentence: z.string().meta({
        description: 'The same for people, without a full stop.',
        examples: ['2 servers are not scanned'],
      }),
    })
    .meta({
      id: 'Standing',
      description:
        'What may be said of the customer, the most important first. Only `well` says that there is nothing to do.',
    }),
  needs_action: z
    .strictObject({
      total: z.int(),
      open_ports: z.int().meta({ description: 'Alerts of the kind `port`.' }),
      leaks: z.int().meta({ description: 'Alerts about domains.' }),
      other: z.int().meta({ description: 'Other alerts about servers, such as certificates.' }),
    })
    .meta({ description: 'Open alerts of every severity but low.' }),
  notes: z.int().meta({
    description: 'Open alerts of severity low, such as a web server’s port: nothing has to be done about them.',
  }),
  open_alerts: z
    .strictObject({ servers: bySeverity, domains: bySeverity })
    .meta({ description: 'All open alerts, notes included.' }),
  servers: z
    .strictObject({
      ...lookedAt,
      in_part: z.int().meta({ description: 'They answered their last scan, but not for every port in time.' }),
      needs_action: z
        .int()
        .meta({ description: 'They have an open alert of another severity than low, looked at or not.' }),
      well: z.int().meta({ description: 'They were looked at, and have no such alert.' }),
      outside_policy: z.int().meta({ description: 'Their addresses are in ranges that are never scanned.' }),
    })
    .meta({ description: 'How many servers were looked at, and why others were not.' }),
  domains: z
    .strictObject({
      ...lookedAt,
      no_source: z.int().meta({ description: 'Nobody is set up to be asked who could know anything of leaks.' }),
      posture_only: z
        .int()
        .meta({ description: 'The same, but what everybody can see of them (their posture) was looked at.' }),
      unverified: z
        .int()
        .meta({ description: 'Control of them is not proved, so that less can be told of their leaks.' }),
    })
    .meta({ description: 'The same of domains.' }),
  last_look_at: timestamp.nullable().meta({ description: 'When a server or domain was last looked at.' }),
  oldest_look_at: timestamp
    .nullable()
    .meta({ description: 'Of the last looks at what counts as looked at, the one that is longest ago.' }),
});

/** Whether a customer is safe, in one answer: what needs action, and what nobody looks at. */
export function overviewRoutes(kinds: readonly AlertKind[], intervals: LookIntervals): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/monitoring/overview'],
      operationId: 'getMonitoringOverview',
      group: groups.monitoringAlerts,
      summary: 'What of a customer needs action, and what nobody looks at.',
      query: z.object({ billing_customer_id: integer(1) }),
      customer: customerInQuery,
      responses: { 200: successEnvelope(answer) },
      problems: [],
      async handle({ operation, query }) {
        const summary = await summariseMonitoring(operation, kinds, intervals, query.billing_customer_id);
        const { standing, looks } = summary;
        const { servers, domains } = looks;
        const data = {
          all_well: standing.code === 'well',
          all_looked_at: allLookedAt(servers, domains),
          standing: {
            ...standing,
            sentence: standingWords(messagesIn(operation.language), standing, summary.needsAction.leaks),
          },
          needs_action: { ...summary.needsAction },
          notes: summary.notes,
          open_alerts: { servers: { ...summary.openAlerts.endpoint }, domains: { ...summary.openAlerts.domain } },
          servers: { all_looked_at: allLookedAt(servers), ...servers },
          domains: { all_looked_at: allLookedAt(domains), ...domains },
          last_look_at: looks.lastLookAt?.toISOString() ?? null,
          oldest_look_at: looks.oldestLookAt?.toISOString() ?? null,
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

import { z } from 'zod';
import { integer, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { AlertKind } from '../alerts/index.ts';
import { summariseMonitoring } from './summarise-monitoring.ts';

const bySeverity = z
  .strictObject({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })
  .meta({ description: 'How many, by severity.' });

const lookedAt = {
  total: z.int().meta({ description: 'All that are not terminated. The other counts but `unverified` add up to it.' }),
  looked_at: z.int().meta({ description: 'The last look told how things are.' }),
  failing: z.int().meta({ description: 'The last look told nothing, or did not come when it was due.' }),
  never_scanned: z.int().meta({ description: 'The first look is still to come.' }),
  paused: z.int().meta({ description: 'By hand.' }),
  waiting_for_capacity: z.int().meta({ description: 'Paused because paid capacity does not cover them.' }),
};

const answer = z.strictObject({
  all_well: z.boolean().meta({
    description: 'Nothing needs action, and every server and domain was looked at. False where there is none.',
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
      outside_policy: z.int().meta({ description: 'Their addresses are in ranges that are never scanned.' }),
    })
    .meta({ description: 'How many servers were looked at, and why others were not.' }),
  domains: z
    .strictObject({
      ...lookedAt,
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
export function overviewRoutes(kinds: readonly AlertKind[]): RouteDeclaration[] {
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
        const summary = await summariseMonitoring(operation, kinds, query.billing_customer_id);
        const data = {
          all_well: summary.allWell,
          needs_action: { ...summary.needsAction },
          notes: summary.notes,
          open_alerts: { servers: { ...summary.openAlerts.endpoint }, domains: { ...summary.openAlerts.domain } },
          servers: { ...summary.servers },
          domains: { ...summary.domains },
          last_look_at: summary.lastLookAt?.toISOString() ?? null,
          oldest_look_at: summary.oldestLookAt?.toISOString() ?? null,
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

import { z } from 'zod';
import { capacityReport, toCapacityReport } from '../../accounts/subscriptions/index.ts';
import { integer, oneOf, text } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { CapacityReports } from '../../core/operation/effects.ts';
import type { EndpointType } from '../endpoints/index.ts';
import { syncServices } from './sync-services.ts';

const service = z.strictObject(
  {
    service_id: integer(1),
    client_id: integer(1),
    product_slug: oneOf(['endpoint', 'port_monitoring', 'domain_monitoring']),
    status: oneOf(['active', 'suspended', 'cancelled']),
  },
  { error: 'must be an object with service_id, client_id, product_slug and status' },
);

const serviceCount = 'must have 1 to 500 services';

const enforcement = z.union([
  z.array(z.never()).max(0).meta({ description: 'Nothing changed.' }),
  z.record(z.string(), z.strictObject({ domain_monitoring: capacityReport, port_monitoring: capacityReport })),
]);

export function serviceSyncRoutes(endpointType: EndpointType): RouteDeclaration[] {
  return [
    route({
      method: 'POST',
      paths: ['/api/v1/billing/sync-services'],
      operationId: 'syncServices',
      group: groups.provisioning,
      summary: 'Report the states of services, so that drift is corrected and paid capacity enforced.',
      description:
        'All or nothing. Items apply in order; a service named twice counts twice and the last one wins. Unknown services are listed and never created.',
      body: z.object({
        services: z
          .array(service, { error: 'must be an array of services' })
          .min(1, { error: serviceCount })
          .max(500, { error: serviceCount }),
        module_version: text(20).optional(),
      }),
      bodyLimitBytes: 1_048_576,
      responses: {
        200: successEnvelope(
          z.strictObject({
            changed: z.int(),
            unchanged: z.int(),
            unknown_services: z.array(
              z.strictObject({ client_id: z.int(), service_id: z.int(), product_slug: z.string() }),
            ),
            enforcement,
          }),
        ),
      },
      problems: [],
      async handle({ operation, body }) {
        const result = await syncServices(operation, endpointType, body.services);
        const data = {
          changed: result.changed,
          unchanged: result.unchanged,
          unknown_services: result.unknown.map(({ client_id, service_id, product_slug }) => ({
            client_id,
            service_id,
            product_slug,
          })),
          enforcement: result.enforcement.size === 0 ? [] : Object.fromEntries([...result.enforcement].map(toEntry)),
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

function toEntry([billingCustomerId, reports]: [number, CapacityReports]) {
  const { domain_monitoring, port_monitoring } = reports;
  return [
    `${billingCustomerId}`,
    { domain_monitoring: toCapacityReport(domain_monitoring), port_monitoring: toCapacityReport(port_monitoring) },
  ] as const;
}

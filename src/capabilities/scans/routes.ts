import { z } from 'zod';
import { integer, uuid } from '../../platform/http/fields.ts';
import { groups, success, successEnvelope } from '../../platform/http/groups.ts';
import { type RouteDeclaration, reply, route } from '../../platform/http/route.ts';
import { type ManualScanPolicy, requestManualScan } from './request-manual-scan.ts';

export function scanRoutes(policy: ManualScanPolicy): RouteDeclaration[] {
  return [
    route({
      method: 'POST',
      paths: ['/api/v1/billing/scan-endpoint'],
      operationId: 'scanEndpoint',
      group: groups.provisioning,
      summary: 'Scan a server now.',
      description:
        'The scan is asynchronous. Only an active endpoint can be scanned, and not again within its cooldown or while a scan is under way.',
      body: z.object({ client_id: integer(1), endpoint_id: uuid }),
      responses: {
        202: successEnvelope(
          z.strictObject({ scan_id: z.guid(), status: z.literal('pending'), cooldown_seconds: z.int() }),
        ),
      },
      problems: [
        'ENDPOINT_NOT_FOUND',
        'ENDPOINT_NOT_ACTIVE',
        'RATE_LIMITED',
        'SCANNING_UNAVAILABLE',
        'SCAN_DISPATCH_FAILED',
      ],
      async handle({ operation, body }) {
        const scanId = await requestManualScan(operation, policy, body);
        const data = { scan_id: scanId, status: 'pending' as const, cooldown_seconds: policy.cooldownSeconds };
        return reply(202, success(data, operation.clock.now()));
      },
    }),
  ];
}

import { z } from 'zod';
import { timestamp } from './fields.ts';
import { groups, metaAt } from './groups.ts';
import { type RouteDeclaration, reply, route } from './route.ts';

/** Liveness: it needs no key, no portal domain and no database. */
export const healthRoute: RouteDeclaration = route({
  method: 'GET',
  paths: ['/api/v1/health'],
  operationId: 'getHealth',
  group: groups.health,
  summary: 'Whether the service answers.',
  responses: {
    200: z.strictObject({
      success: z.literal(true),
      status: z.literal('ok'),
      timestamp,
      meta: z.strictObject({ version: z.literal('v1') }),
    }),
  },
  problems: [],
  handle: async ({ operation }) => {
    const { version, timestamp: now } = metaAt(operation.clock.now());
    return reply(200, { success: true as const, status: 'ok' as const, timestamp: now, meta: { version } });
  },
});

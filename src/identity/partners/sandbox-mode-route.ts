import { z } from 'zod';
import { booleanField } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { setSandboxMode } from './sandbox-mode.ts';

export function sandboxModeRoute(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: ['/api/v1/account/sandbox'],
    operationId: 'setSandboxMode',
    group: groups.console,
    summary: 'Turn the sandbox mode of the account on or off; its world is kept when it is off.',
    body: z.object({ enabled: booleanField }),
    responses: { 200: successEnvelope(z.strictObject({ enabled: z.boolean(), changed: z.boolean() })) },
    problems: [],
    async handle({ operation, body }) {
      const changed = await setSandboxMode(operation, body.enabled);
      return reply(200, success({ enabled: body.enabled, changed }, operation.clock.now()));
    },
  });
}

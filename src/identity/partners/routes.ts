import { z } from 'zod';
import { timestamp, worldField } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { account } from './account.ts';

export interface AccountRouteOptions {
  /** Requests per minute and key in the groups of each kind. */
  readonly limits: { readonly strict: number; readonly default: number };
  readonly cooldownSeconds: number;
}

const cap = z.int().nullable();

const accountResource = z
  .strictObject({
    partner: z.strictObject({ id: z.guid(), name: z.string() }),
    portal_domain: z.string().meta({ description: 'The one that the key is bound to.' }),
    sandbox: z.strictObject({ enabled: z.boolean() }),
    key: z.strictObject({ prefix: z.string(), world: worldField, name: z.string(), expires_at: timestamp.nullable() }),
    limits: z.strictObject({
      requests_per_minute: z.strictObject({
        strict: z.int().meta({ description: 'Provisioning, sign-in, alerts, domain monitoring, firewall ingest.' }),
        default: z.int().meta({ description: 'Everything else.' }),
      }),
      manual_scan_cooldown_seconds: z.int(),
      unsubscribed_caps: z.strictObject({ port_monitoring: cap, domain_monitoring: cap }).meta({
        description: 'Resources of a customer that never had a subscription to the product. Null: any number.',
      }),
    }),
  })
  .meta({ id: 'Account' });

export function accountRoutes({ limits, cooldownSeconds }: AccountRouteOptions): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/account'],
      operationId: 'getAccount',
      group: groups.account,
      summary: "The account behind the API key, for a billing module's connection test.",
      responses: { 200: successEnvelope(accountResource) },
      problems: [],
      async handle({ operation }) {
        const { partner, key, sandboxEnabled, unsubscribedCaps } = await account(operation);
        const data = {
          partner,
          portal_domain: key.portalDomain,
          sandbox: { enabled: sandboxEnabled },
          key: {
            prefix: key.prefix,
            world: key.world,
            name: key.name,
            expires_at: key.expiresAt?.toISOString() ?? null,
          },
          limits: {
            requests_per_minute: { strict: limits.strict, default: limits.default },
            manual_scan_cooldown_seconds: cooldownSeconds,
            unsubscribed_caps: unsubscribedCaps,
          },
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}

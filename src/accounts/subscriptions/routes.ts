import { z } from 'zod';
import { booleanField, email, integer, money, oneOf, text, timestamp } from '../../core/api/fields.ts';
import { groups, provisioningPaths, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { capacityReport, type PlacesInUse, toCapacityReport } from './capacity-report.ts';
import { changeSubscription } from './change-subscription.ts';
import { changeSubscriptionState } from './change-subscription-state.ts';
import type { SubscriptionTrigger } from './lifecycle.ts';
import { provisionSubscription } from './provision-subscription.ts';

/** @param placesInUse what a smaller plan is measured against */
export function subscriptionRoutes(placesInUse: PlacesInUse): RouteDeclaration[] {
  return [
    provision(placesInUse),
    stateChange(
      placesInUse,
      'suspend',
      'Suspend a subscription; what its capacity no longer covers is paused, newest first.',
    ),
    stateChange(
      placesInUse,
      'resume',
      'Resume a suspended subscription; what the platform paused comes back, oldest first.',
    ),
    stateChange(
      placesInUse,
      'terminate',
      'Cancel a subscription. Nothing is deleted; what is no longer paid for is paused.',
    ),
    change(placesInUse),
  ];
}

const subscriptionStatus = oneOf(['active', 'suspended', 'cancelled']);

const address = { client_id: integer(1), service_id: integer(1), product_slug: text(50) };

function provision(placesInUse: PlacesInUse): RouteDeclaration {
  const answer = successEnvelope(
    z.strictObject({
      subscription_id: z.guid(),
      product_slug: z.string(),
      plan_slug: z.string().nullable(),
      quantity: z.int().nullable(),
      status: subscriptionStatus,
      capacity: capacityReport,
      note: z.string().optional(),
    }),
  );
  return route({
    method: 'POST',
    paths: provisioningPaths('provision-subscription'),
    operationId: 'provisionSubscription',
    group: groups.provisioning,
    summary: 'Create a subscription, or change the one that the service has.',
    description:
      'port_monitoring takes a plan_slug, domain_monitoring a quantity. A cancelled subscription becomes active again; a suspended one stays suspended.',
    example: { client_id: 42, service_id: 1001, product_slug: 'port_monitoring', plan_slug: 'starter', mrr: 9.9 },
    body: z.object({
      ...address,
      plan_slug: text(50).optional(),
      quantity: integer(1, 10_000).optional(),
      mrr: money(0.01, 9999.99).optional(),
      client_name: text(255).optional(),
      client_email: email.optional(),
    }),
    responses: { 200: answer, 201: answer },
    problems: ['PRODUCT_NOT_FOUND', 'DOWNGRADE_USAGE_EXCEEDED'],
    async handle({ operation, body }) {
      const { created, subscription, capacity, note } = await provisionSubscription(operation, placesInUse, body);
      const data = {
        subscription_id: subscription.id,
        product_slug: subscription.product_slug,
        plan_slug: subscription.plan_slug,
        quantity: subscription.quantity ?? 1,
        status: subscription.status,
        capacity: toCapacityReport(capacity),
        ...(note ? { note } : {}),
      };
      return reply(created ? 201 : 200, success(data, operation.clock.now()));
    },
  });
}

function stateChange(placesInUse: PlacesInUse, trigger: SubscriptionTrigger, summary: string): RouteDeclaration {
  return route({
    method: 'POST',
    paths: provisioningPaths(`${trigger}-subscription`),
    operationId: `${trigger}Subscription`,
    group: groups.provisioning,
    summary,
    body: z.object(address),
    responses: {
      200: successEnvelope(
        z.strictObject({
          subscription_id: z.guid(),
          status: subscriptionStatus,
          capacity: capacityReport,
          note: z.string().optional(),
        }),
      ),
    },
    problems: [
      'PRODUCT_NOT_FOUND',
      'BILLING_CLIENT_NOT_FOUND',
      'SUBSCRIPTION_NOT_FOUND',
      ...(trigger === 'terminate' ? [] : (['SUBSCRIPTION_NOT_CHANGEABLE'] as const)),
    ],
    async handle({ operation, body }) {
      const moved = await changeSubscriptionState(operation, placesInUse, body, trigger);
      const { subscriptionId, status, note } = moved;
      const capacity = toCapacityReport(moved.capacity);
      const data = { subscription_id: subscriptionId, status, capacity, ...(note ? { note } : {}) };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function change(placesInUse: PlacesInUse): RouteDeclaration {
  return route({
    method: 'POST',
    paths: provisioningPaths('change-subscription'),
    operationId: 'changeSubscription',
    group: groups.provisioning,
    summary: 'Change the plan or quantity of an active subscription.',
    description:
      'At least one of new_plan_slug and new_quantity. `force` skips the usage check and pauses what no longer fits; `dry_run` answers what would happen and changes nothing; its capacity report has what would be paid for, and names nothing that was paused.',
    example: { client_id: 42, service_id: 1001, product_slug: 'port_monitoring', new_plan_slug: 'business' },
    body: z.object({
      ...address,
      new_plan_slug: text(50).optional(),
      new_quantity: integer(1, 10_000).optional(),
      mrr: money(0.01, 9999.99).optional(),
      force: booleanField.optional(),
      dry_run: booleanField.optional(),
    }),
    check: ({ named }) =>
      named.has('new_plan_slug') || named.has('new_quantity')
        ? {}
        : {
            new_plan_slug: ['The new_plan_slug field is required when new_quantity is not given.'],
            new_quantity: ['The new_quantity field is required when new_plan_slug is not given.'],
          },
    responses: {
      200: successEnvelope(
        z.strictObject({
          changed: z.boolean(),
          subscription_id: z.guid(),
          plan_slug: z.string().nullable(),
          quantity: z.int(),
          direction: oneOf(['upgrade', 'downgrade', 'lateral']).nullable(),
          previous_plan_slug: z.string().nullable(),
          previous_quantity: z.int(),
          effective_at: timestamp,
          capacity: capacityReport,
          dry_run: z.boolean().optional(),
          note: z.string().optional(),
        }),
      ),
    },
    problems: [
      'PRODUCT_NOT_FOUND',
      'SUBSCRIPTION_NOT_FOUND',
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'DOWNGRADE_USAGE_EXCEEDED',
    ],
    async handle({ operation, body }) {
      const result = await changeSubscription(operation, placesInUse, body);
      const { changed, before, after, direction, effectiveAt, capacity, note } = result;
      const data = {
        changed,
        subscription_id: before.id,
        plan_slug: after.plan_slug,
        quantity: after.quantity ?? 1,
        direction,
        previous_plan_slug: before.plan_slug,
        previous_quantity: before.quantity ?? 1,
        effective_at: effectiveAt.toISOString(),
        capacity: toCapacityReport(capacity),
        ...(body.dry_run ? { dry_run: true } : {}),
        ...(note ? { note } : {}),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

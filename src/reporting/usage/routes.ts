import { z } from 'zod';
import { integer, oneOf, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import type { FieldErrorMap } from '../../core/api/input.ts';
import { cursorField, pageFields } from '../../core/api/list-page.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { stateHistoryBegin } from '../../resources/lifecycle/index.ts';
import { readUsage, type ServiceUsage, type UsagePosition } from './read-usage.ts';

const maxDays = 366;
/** Without pages: who does not know of them must not take a part for the whole. */
const maxServices = 50_000;
const dayMs = 86_400_000;

const day = z.iso.date({ error: 'must be a date, such as 2026-11-01' });

const usageWindow = z.strictObject({
  started_at: timestamp.meta({ description: 'When this number began, not before the period.' }),
  ended_at: timestamp.meta({ description: 'When it ended; now while it lasts, not behind the period.' }),
  active: z.int().meta({ description: 'Active resources during the window.' }),
});

const serviceUsage = z
  .strictObject({
    client_id: z.int().meta({ description: "The customer's id in the billing system." }),
    service_id: z
      .int()
      .nullable()
      .meta({ description: "The service's id in the billing system. Null: resources of no service." }),
    product_slug: z.string().nullable().meta({ description: 'What the service is known as.' }),
    plan_slug: z.string().nullable().meta({ description: 'The plan that the service has now.' }),
    unit: oneOf(['endpoint', 'domain']).meta({ description: 'What is counted.' }),
    current: z.int().meta({ description: 'Active at the end of the period, or now while it lasts.' }),
    peak: z.int().meta({ description: 'The most that were active at once.' }),
    average: z.string().meta({
      description: 'Active on average over what has passed of the period: a decimal with four places.',
      examples: ['2.5000'],
    }),
    active_seconds: z.int().meta({
      description:
        'Seconds that its resources were active, added up: each full second of the clock counts as what it ended as.',
    }),
    windows: z
      .array(usageWindow)
      .meta({ description: 'When how many were active, oldest first, without times of none.' }),
    is_estimated: z.boolean().meta({
      description:
        'Whether a part of the figures is from before changes were recorded: until then a resource counts as active from its creation until it was terminated or, if it was paused at that time, last changed.',
    }),
  })
  .meta({ id: 'ServiceUsage' });

export function usageRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/usage'],
      operationId: 'getUsage',
      group: groups.customers,
      summary: 'What each service had active in a period, for metered billing.',
      description:
        'Servers and domains count while they are active; what is paused, by hand or for capacity, or terminated does not. Periods that follow one another add up: active_seconds of two halves are those of the whole.',
      query: z.object({
        from: day.meta({ description: 'First day of the period (UTC).', examples: ['2026-11-01'] }),
        to: day.meta({
          description: `The day behind the last one (UTC), at most ${maxDays} days on.`,
          examples: ['2026-12-01'],
        }),
        billing_customer_id: integer(1).optional().meta({ description: 'Only what this customer has.' }),
        limit: integer(1, 1_000)
          .optional()
          .meta({
            description: `How many services a page has. Left out: all are told, up to ${maxServices.toLocaleString('en')}.`,
          }),
        cursor: cursorField,
      }),
      check: ({ query: { from, to } }) => (from && to ? periodErrors(from, to) : {}),
      responses: {
        200: successEnvelope(
          z.strictObject({
            from: z.iso.date().meta({ description: 'As asked for.' }),
            to: z.iso.date().meta({ description: 'As asked for.' }),
            services: z
              .array(serviceUsage)
              .meta({ description: 'Services that had anything active, by customer and service.' }),
            ...pageFields,
          }),
        ),
      },
      problems: [],
      async handle({ operation, page, query: { from, to, billing_customer_id: billingCustomerId, limit } }) {
        const period = { from: startOf(from), to: startOf(to), billingCustomerId };
        const now = operation.clock.now();
        refuseForgotten(period.from, now);
        const cut = { after: page.after<UsagePosition>(), limit: limit ?? maxServices };
        const { services, hasMore } = await readUsage(operation, period, cut);
        if (hasMore && limit === undefined)
          throw new InvalidInput({
            limit: [
              `The period has more than ${maxServices.toLocaleString('en')} services: ask for them in pages, by limit.`,
            ],
          });
        const data = {
          from,
          to,
          services: services.map(toServiceUsage),
          ...page.end(hasMore ? positionOf(services.at(-1)!) : null),
        };
        return reply(200, success(data, now));
      },
    }),
  ];
}

/** @throws InvalidInput when a part of the answer would be missing */
function refuseForgotten(from: Date, now: Date): void {
  const begin = stateHistoryBegin(now);
  if (from < begin)
    throw new InvalidInput({
      from: [`The from field must not be before ${begin.toISOString().slice(0, 10)}: older usage is not kept.`],
    });
}

function positionOf({ client_id, service_id, unit }: UsagePosition): UsagePosition {
  return { client_id, service_id, unit };
}

function startOf(date: string): Date {
  return new Date(`${date}T00:00:00.000Z`);
}

function periodErrors(from: string, to: string): FieldErrorMap {
  const days = (startOf(to).getTime() - startOf(from).getTime()) / dayMs;
  if (days < 1) return { to: ['The to field must be after from.'] };
  return days > maxDays ? { to: [`The to field must be at most ${maxDays} days after from.`] } : {};
}

function toServiceUsage(usage: ServiceUsage): z.output<typeof serviceUsage> {
  return { ...usage, windows: usage.windows.map((window) => ({ ...window })) };
}

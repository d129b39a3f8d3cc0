import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { TargetFields } from '../../engines/messengers/messenger.ts';
import { parseTarget, type Target } from '../../engines/messengers/messengers.ts';
import { canonicalTimeZone } from '../../engines/notification-timing/local-time.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { Channel, ChannelOwner } from './channel-record.ts';

/** What people choose of a channel besides its destination. What is undefined stays, or is as it is by default. */
export interface ChannelChoices {
  readonly name?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly min_severity?: Severity | undefined;
  readonly billing_customer_ids?: readonly number[] | undefined;
  readonly endpoint_ids?: readonly string[] | undefined;
  readonly urgency?: Channel['urgency'] | undefined;
  /** `HH:MM`; the same time twice: there are none. */
  readonly quiet_from?: string | undefined;
  readonly quiet_until?: string | undefined;
  readonly time_zone?: string | undefined;
}

/** What a URL that requests may not go to says: a sentence's end, or null. */
export type UrlCheck = (url: string) => string | null;

/** @throws InvalidInput on the fields that do not name a target of the type */
export function requireTarget(type: string, fields: TargetFields, problemWithUrl: UrlCheck): Target {
  const parsed = parseTarget(type, fields);
  if ('problems' in parsed)
    throw new InvalidInput(Object.fromEntries(Object.entries(parsed.problems).map(([field, text]) => [field, [text]])));
  const problem = 'url' in parsed.target ? problemWithUrl(parsed.target.url) : null;
  if (problem !== null) throw new InvalidInput({ url: [`The url field ${problem}.`] });
  return parsed.target;
}

type Columns = Pick<
  Channel,
  'name' | 'kinds' | 'min_severity' | 'customers' | 'endpoints' | 'urgency' | 'quiet_from' | 'quiet_until' | 'time_zone'
>;

export const defaultChoices: Omit<Columns, 'name'> = {
  kinds: [],
  min_severity: 'low',
  customers: [],
  endpoints: [],
  urgency: 'five_minutes',
  quiet_from: null,
  quiet_until: null,
  time_zone: 'UTC',
};

/**
 * The columns that the choices make.
 * @param known the kinds of alerts
 * @throws InvalidInput on the fields that name what there is not
 */
export async function columnsOf(
  tx: Operation,
  owner: ChannelOwner,
  choices: ChannelChoices,
  before: Columns,
  known: readonly string[],
): Promise<Columns> {
  const errors: Record<string, string[]> = {};
  const { kinds = before.kinds } = choices;
  const time_zone = choices.time_zone === undefined ? before.time_zone : canonicalTimeZone(choices.time_zone);
  if (kinds.some((kind) => !known.includes(kind)))
    errors.kinds = [`The kinds field must only name: ${known.join(', ')}.`];
  if (time_zone === null) errors.time_zone = ['The time zone field must be a zone such as Europe/Berlin.'];
  const quietFrom = choices.quiet_from === undefined ? before.quiet_from : minuteOf(choices.quiet_from);
  const quietUntil = choices.quiet_until === undefined ? before.quiet_until : minuteOf(choices.quiet_until);
  if ((quietFrom === null) !== (quietUntil === null))
    errors.quiet_until = ['The quiet until field must be given together with quiet_from.'];
  const hasQuiet = quietFrom !== quietUntil;
  const customers = await customersOf(tx, owner, choices, before, errors);
  const endpoints = await endpointsOf(tx, owner, choices, before, errors);
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return {
    name: choices.name ?? before.name,
    kinds: [...new Set(kinds)],
    min_severity: choices.min_severity ?? before.min_severity,
    customers,
    endpoints,
    urgency: choices.urgency ?? before.urgency,
    quiet_from: hasQuiet ? quietFrom : null,
    quiet_until: hasQuiet ? quietUntil : null,
    time_zone: time_zone!,
  };
}

async function customersOf(
  tx: Operation,
  owner: ChannelOwner,
  { billing_customer_ids: wanted }: ChannelChoices,
  before: Columns,
  errors: Record<string, string[]>,
): Promise<string[]> {
  if (wanted === undefined) return before.customers;
  if (owner !== null && wanted.length > 0)
    errors.billing_customer_ids = ["The billing customer ids field has no effect on a customer's own channel."];
  const ids: string[] = [];
  for (const billingCustomerId of new Set(wanted)) {
    const id = await findCustomerId(tx, billingCustomerId);
    if (id === undefined) errors.billing_customer_ids = ['The billing customer ids field must name your customers.'];
    else ids.push(id);
  }
  return ids;
}

async function endpointsOf(
  tx: Operation,
  owner: ChannelOwner,
  { endpoint_ids: wanted }: ChannelChoices,
  before: Columns,
  errors: Record<string, string[]>,
): Promise<string[]> {
  if (wanted === undefined || wanted.length === 0) return wanted === undefined ? before.endpoints : [];
  const rows = await tx.db
    .selectFrom('endpoints')
    .select('id')
    .where(inIds('id', wanted))
    .where(owner === null ? sql<boolean>`true` : sql<boolean>`customer_id = ${owner}::uuid`)
    .execute();
  const ids = [...new Set(wanted)];
  if (rows.length < ids.length) errors.endpoint_ids = ['The endpoint ids field must name servers that there are.'];
  return ids;
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

import type { Customer } from '../../accounts/customers/index.ts';
import type { MoveOutcome } from './move-owner.ts';

export const leftBehindTypes = [
  'endpoint',
  'domain',
  'subscription',
  'allowed_port',
  'recipient',
  'notification_setting',
] as const;

export interface LeftBehindRecord {
  readonly type: (typeof leftBehindTypes)[number];
  readonly name: string;
  readonly kept_of: number | null;
  readonly kept_id: string | null;
  readonly note: string;
}

/** What both customers had, in the words of an answer. */
export function whatDidNotMove({
  from,
  to,
  result: { duplicates, joined, belongings },
}: {
  readonly from: Customer;
  readonly to: Customer;
  readonly result: MoveOutcome;
}): LeftBehindRecord[] {
  const numberOf = (customerId: string) => (customerId === from.id ? from : to).billing_customer_id;
  const whose = (customerId: string) => `that of customer ${numberOf(customerId)}`;
  const words = {
    allowed_port: 'Both customers had this rule for all of their servers: it stands once.',
    recipient: 'The address gets mail of both customers: it stands once.',
    notification_setting: `What customer ${to.billing_customer_id} has chosen stands.`,
  } as const;
  return [
    ...duplicates.map(({ kind, kept, givenUp }) => ({
      type: kind,
      name: kept.label,
      kept_of: numberOf(kept.customerId),
      kept_id: kept.id,
      note: `Both customers had it: ${whose(kept.customerId)} has the older history and is kept, ${whose(givenUp.customerId)} is given up.`,
    })),
    ...joined.map(({ product, billingServiceId, keptOf }) => ({
      type: 'subscription' as const,
      name: `${product} of service ${billingServiceId}`,
      kept_of: numberOf(keptOf),
      kept_id: null,
      note: `Both customers had it: ${whose(keptOf)} is kept.`,
    })),
    ...belongings.left.map(({ type, name }) => ({
      type,
      name,
      kept_of: to.billing_customer_id,
      kept_id: null,
      note: words[type],
    })),
  ];
}

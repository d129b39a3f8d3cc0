import type { WebhookFailureKind } from '../../core/operation/tables/notifications.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure } from '../../platform/http/outbound/outbound-failure.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { bodyOf } from './list-deliveries.ts';
import { signatureHeader } from './sign.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface DeliveryTools {
  readonly client: Pick<OutboundClient, 'request' | 'deadlineMs'>;
  readonly secrets: WebhookSecrets;
  readonly clock: Clock;
}

/** What was sent, and what it came to. */
export interface Attempt {
  readonly at: Date;
  readonly signature: string | null;
  readonly durationMs: number;
  /** Null: there was none. */
  readonly answer: OutboundAnswer | null;
  /** Null: it arrived. */
  readonly failure: { readonly kind: WebhookFailureKind; readonly message: string } | null;
}

/**
 * Sends a claimed event, once, signed for this attempt (Standard Webhooks 1.0.0). Never throws but for a secret that cannot be opened.
 */
export async function attemptDelivery(
  { client, secrets, clock }: DeliveryTools,
  claimed: ClaimedDelivery,
): Promise<Attempt> {
  const at = clock.now();
  const unsent = { at, signature: null, durationMs: 0, answer: null };
  const { type, occurred_at, data, event_id: id } = claimed;
  if (claimed.sandbox_off)
    return { ...unsent, failure: { kind: 'suspended', message: 'Sandbox mode is off, so nothing was sent.' } };
  if (claimed.suspended)
    return { ...unsent, failure: { kind: 'suspended', message: 'The account is suspended, so nothing was sent.' } };
  if (type === null || occurred_at === null || data === null)
    return { ...unsent, failure: { kind: 'expired', message: 'The event is no longer kept, so nothing was sent.' } };
  const body = bodyOf({ type, occurred_at, data });
  const timestamp = Math.floor(at.getTime() / 1_000);
  const inForce = secrets.inForce({ ...claimed, id: claimed.webhook_id }, at);
  const signature = signatureHeader(inForce, { id, timestamp, body });
  const startedMs = performance.now();
  const sent = () => ({ at, signature, durationMs: Math.round(performance.now() - startedMs) });
  try {
    const headers = requestHeaders({ id, timestamp, signature });
    const answer = await client.request({ url: claimed.url, method: 'POST', headers, body });
    return { ...sent(), answer, failure: failureIn(answer) };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { ...sent(), answer: null, failure: { kind: error.kind, message: error.message } };
  }
}

/** The headers that belong to the signature, and what the body is. */
export function requestHeaders({
  id,
  timestamp,
  signature,
}: {
  readonly id: string;
  readonly timestamp: number;
  readonly signature: string;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
}

function failureIn({ status, headers }: OutboundAnswer): Attempt['failure'] {
  if (status >= 200 && status <= 299) return null;
  const redirect = status >= 300 && status <= 399;
  const where = redirect && headers.location ? ` to ${headers.location}` : '';
  const message = redirect
    ? `The receiver answered ${status}${where}; redirects are not followed.`
    : `The receiver answered ${status}.`;
  return { kind: 'answer', message };
}

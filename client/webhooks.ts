import type { Event } from './api.ts';

/**
 * What a webhook tells: the event as GET /api/v1/events shows it. Its `type` says what its `data` has. A server newer than this package may
 * tell types that are not among these.
 */
export type WebhookEvent = Event;

/** A request that does not come from Breakwater, or comes too late. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookRequest {
  /** The body as it came, before anything has parsed it: text or bytes. */
  readonly body: string | Uint8Array;
  /** Headers by name, of whatever case: those of a Request, or an object as Node gives it. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`, as it was shown once; both while it is being rotated. */
  readonly secrets: readonly string[];
  /** How far the clocks may differ. 300 by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/**
 * The event of a request, once its signature is found to be right (Standard Webhooks 1.0.0, HMAC-SHA256).
 * @throws WebhookError when a header is missing, no signature fits, or the request is older than allowed
 */
export async function verifyWebhook({
  body,
  headers,
  secrets,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1_000 - seconds) <= toleranceSeconds))
    throw new WebhookError('The webhook-timestamp is too far from the present time.');
  const encoder = new TextEncoder();
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      const [version, value = ''] = signature.split(',', 2);
      const given = version === 'v1' ? bytesOf(value) : null;
      // Compares in constant time.
      if (given !== null && (await crypto.subtle.verify('HMAC', key, given, signed))) return eventOf(id, bytes);
    }
  }
  throw new WebhookError('No signature of the request fits the secret.');
}

function eventOf(id: string, bytes: Uint8Array): WebhookEvent {
  const { type, timestamp, data } = JSON.parse(new TextDecoder().decode(bytes));
  return { id, type, timestamp, data };
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The request has no ${name}.`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : null;
  // A mistake of the receiver, whatever was received.
  if (key === null || key.length === 0) throw new TypeError('A webhook secret is whsec_ and Base64.');
  return key;
}

/** The bytes of standard Base64; null where it is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

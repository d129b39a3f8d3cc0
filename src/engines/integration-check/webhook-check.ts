import { createHmac, randomUUID } from 'node:crypto';
import type { Rule, Verdict } from './rules.ts';

/** What is posted to a receiver. */
export interface WebhookEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Receiver {
  readonly url: string;
  /** `whsec_…`, which it verifies with. */
  readonly secret: string;
  /** How often it acted on the event with this id. Absent: nobody says. */
  readonly timesActedOn?: (eventId: string) => Promise<number | null>;
}

interface Posting {
  readonly event: WebhookEvent;
  readonly id?: string;
  /** How old it says that it is. */
  readonly ageSeconds?: number;
  readonly secret?: string;
}

/** Longer than a receiver that does its work later takes. */
const deadlineMs = 15_000;
const page = 'webhooks';

async function post(
  receiver: Receiver,
  { event, id = randomUUID(), ageSeconds = 0, secret = receiver.secret }: Posting,
): Promise<number | null> {
  const at = Date.now() - ageSeconds * 1_000;
  const timestamp = String(Math.floor(at / 1_000));
  const body = JSON.stringify({ type: event.type, timestamp: new Date(at).toISOString(), data: event.data });
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const answer = await fetch(receiver.url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300;
const words = (status: number | null) => (status === null ? 'not answered' : `answered with ${status}`);

/** What a receiver of webhooks is held against, each with what is posted to it. */
const checks: readonly (Rule & {
  readonly run: (receiver: Receiver, events: readonly WebhookEvent[]) => Promise<Verdict>;
})[] = [
  {
    name: 'webhook-taken',
    sentence: 'A webhook with a good signature is answered with 2xx.',
    page,
    async run(receiver, [event]) {
      const status = await post(receiver, { event: event! });
      return { state: isTaken(status) ? 'kept' : 'broken', seen: `It was ${words(status)}.` };
    },
  },
  {
    name: 'webhook-signature',
    sentence: 'A webhook that is signed with another secret is refused.',
    page,
    async run(receiver, [event]) {
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const status = await post(receiver, { event: event!, secret });
      return {
        state: status !== null && status >= 400 && status < 500 ? 'kept' : 'broken',
        seen: `It was ${words(status)}.`,
      };
    },
  },
  {
    name: 'webhook-age',
    sentence: 'A webhook of an hour ago is refused, whose signature is good.',
    page,
    async run(receiver, [event]) {
      const status = await post(receiver, { event: event!, ageSeconds: 3_600 });
      return {
        state: status !== null && status >= 400 && status < 500 ? 'kept' : 'broken',
        seen: `It was ${words(status)}.`,
      };
    },
  },
  {
    name: 'webhook-once',
    sentence: 'A webhook that comes twice is taken twice, and acted on once.',
    page,
    async run(receiver, [event]) {
      const id = randomUUID();
      const statuses = [await post(receiver, { event: event!, id }), await post(receiver, { event: event!, id })];
      const refused = statuses.find((status) => !isTaken(status));
      if (refused !== undefined) return { state: 'broken', seen: `One of the two was ${words(refused)}.` };
      const times = (await receiver.timesActedOn?.(id)) ?? null;
      if (times === null)
        return { state: 'not_tried', seen: 'Both were taken; nobody said how often it was acted on.' };
      return { state: times === 1 ? 'kept' : 'broken', seen: `It was acted on ${times} times.` };
    },
  },
  {
    name: 'webhook-order',
    sentence: 'Webhooks that come in another order are taken.',
    page,
    async run(receiver, events) {
      for (const event of events.toReversed()) {
        const status = await post(receiver, { event });
        if (!isTaken(status)) return { state: 'broken', seen: `${event.type} was ${words(status)}.` };
      }
      return { state: 'kept', seen: 'All were taken.' };
    },
  },
];

/** The rules for receivers of webhooks. */
export const webhookRules: readonly Rule[] = checks;

/**
 * Posts to a receiver what a service posts, and what an attacker would.
 * @param events in the order in which they happened
 */
export async function checkReceiver(
  receiver: Receiver,
  events: readonly WebhookEvent[],
): Promise<{ readonly rule: Rule; readonly verdict: Verdict }[]> {
  const results = [];
  for (const { run, ...rule } of checks) results.push({ rule, verdict: await run(receiver, events) });
  return results;
}

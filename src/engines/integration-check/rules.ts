import { type Exchange, isOrder, retryAfterSeconds } from './exchange.ts';

/** What was seen of a step. */
export interface Observation {
  readonly exchanges: readonly Exchange[];
  /** Whether the integration says that it worked. Null: nobody said. */
  readonly succeeded: boolean | null;
  readonly order: Order;
}

/** What a step asks to be sold, or whose page to be shown. */
export interface Order {
  readonly clientId: number;
  readonly serviceId: number;
  readonly ipAddress: string;
}

export interface Verdict {
  readonly state: 'kept' | 'broken' | 'not_tried';
  readonly seen: string;
}

export interface Rule {
  readonly name: string;
  /** What an integration does. */
  readonly sentence: string;
  /** Of the guide, where it stands. */
  readonly page: string;
}

type Judge = (observation: Observation) => Verdict;

const kept = (seen: string): Verdict => ({ state: 'kept', seen });
const broken = (seen: string): Verdict => ({ state: 'broken', seen });
const notTried = (seen: string): Verdict => ({ state: 'not_tried', seen });
/** Of two clocks in one process. */
const tolerantMs = 50;

/** An order that was done, for the customer and the service that were meant. */
export const judgeSale: Judge = ({ exchanges, order, succeeded }) => {
  const orders = exchanges.filter(isOrder);
  if (orders.length === 0) return broken('No order came.');
  const done = orders.find(({ status }) => status === 200 || status === 201);
  if (!done) return broken(`The order was answered with ${orders.at(-1)!.status}.`);
  const { client_id, service_id } = fieldsOf(done);
  if (Number(client_id) !== order.clientId) return broken(`client_id was ${shown(client_id)}, not ${order.clientId}.`);
  if (Number(service_id) !== order.serviceId)
    return broken(
      `service_id was ${shown(service_id)}, not ${order.serviceId}: the service cannot be suspended or compared by it.`,
    );
  if (succeeded === false) return broken('The order was done, and the integration says that it failed.');
  return kept('The order was done.');
};

/** The service is suspended, by its own operation or by sync-services. */
export const judgeSuspension: Judge = ({ exchanges, order }) => {
  const told = exchanges.filter(
    ({ method, path }) => method === 'POST' && /\/(suspend(-\w+)?|sync-services)$/.test(path),
  );
  if (told.length === 0) return broken('Breakwater was told of no suspension.');
  const failed = told.find(({ status }) => status === null || status >= 300);
  if (failed) return broken(`${failed.path} was answered with ${failed.status}.`);
  const sync = told.find(({ path }) => path.endsWith('/sync-services'));
  if (sync && !sync.body.includes(String(order.serviceId))) return broken('sync-services did not name the service.');
  return kept(`${told[0]!.path} was done.`);
};

/** A full plan stays full: the customer is told, and nothing is asked again. */
export const judgeFullPlan: Judge = ({ exchanges, succeeded }) => {
  const orders = exchanges.filter(isOrder);
  if (orders.length === 0) return notTried('No order came.');
  if (orders.length > 1)
    return broken(`The order was sent ${orders.length} times, though its plan was full each time.`);
  if (succeeded === true) return broken('The order was refused, and the integration says that it succeeded.');
  return kept('The order was sent once.');
};

export const judgeThrottled: Judge = ({ exchanges }) => judgeWait(exchanges, 429, retryAfterSeconds.throttled);

export const judgeInFlight: Judge = ({ exchanges }) => {
  const [first, second] = exchanges.filter(isOrder);
  if (!first) return notTried('No order came.');
  if (first.idempotencyKey === null) return notTried('The order had no Idempotency-Key, so that none can be in use.');
  const waited = judgeWait(exchanges, 409, retryAfterSeconds.in_flight);
  if (waited.state !== 'kept') return waited;
  return second!.idempotencyKey === first.idempotencyKey
    ? waited
    : broken('The order was repeated with another Idempotency-Key, so that it could be done twice.');
};

/** @param status what the first order was answered with */
function judgeWait(exchanges: readonly Exchange[], status: number, seconds: number): Verdict {
  const [first, second] = exchanges.filter(isOrder);
  if (!first) return notTried('No order came.');
  if (!second) return broken(`After ${status} the order was not sent again.`);
  const waitedMs = second.atMs - first.atMs;
  const words = `It was sent again after ${(waitedMs / 1_000).toFixed(1)} seconds; Retry-After was ${seconds}.`;
  return waitedMs + tolerantMs >= seconds * 1_000 ? kept(words) : broken(words);
}

/** Whoever gets no answer asks again, so that it is done once. */
export const judgeLostAnswer: Judge = ({ exchanges }) => {
  const [first, second] = exchanges.filter(isOrder);
  if (!first) return notTried('No order came.');
  if (!second) return broken('The answer was lost, and the order was not sent again: nobody knows that it was done.');
  if (first.idempotencyKey === null) return broken('The order was sent again without an Idempotency-Key.');
  if (second.idempotencyKey !== first.idempotencyKey)
    return broken('The order was sent again with another Idempotency-Key, so that it could be done twice.');
  if (second.body !== first.body)
    return broken('The order was sent again with another body under the same Idempotency-Key.');
  return kept('It was sent again with the same Idempotency-Key.');
};

const readOfLists = /^\/api\/v1\/(endpoints|alerts|monitoring\/alerts|whitelists|domain-monitoring\/\w+[\w-]*)(\/|$)/;

/** What is shown to a customer is asked for that customer. */
export const judgeScope: Judge = ({ exchanges, order }) => {
  const reads = exchanges.filter(({ method, path }) => method === 'GET' && readOfLists.test(path));
  if (reads.length === 0) return notTried('Nothing of the customer was read.');
  const open = reads.find(({ query }) => query.get('billing_customer_id') !== String(order.clientId));
  if (!open) return kept(`${reads.length === 1 ? 'The request' : `All ${reads.length} requests`} named the customer.`);
  const named = open.query.get('billing_customer_id');
  return broken(
    named === null
      ? `GET ${open.path} named no customer, so that it answers what belongs to all of them.`
      : `GET ${open.path} named the customer ${shown(named)}, not ${order.clientId}.`,
  );
};

function fieldsOf({ body }: Exchange): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return value instanceof Object ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

import { CheckProxy } from './check-proxy.ts';
import type { Order, Rule, Verdict } from './rules.ts';
import { steps } from './steps.ts';
import { checkReceiver, type Receiver, type WebhookEvent, webhookRules } from './webhook-check.ts';

/** What an integration is asked to do. */
export interface Task {
  /** A step's, or `webhook-acted`: say how often the webhook with the id was acted on. */
  readonly name: string;
  readonly instruction: string;
  /** Where it finds Breakwater meanwhile. */
  readonly url: string;
  readonly order: Order;
  readonly eventId?: string;
}

/** Has an integration do things: a person who reads instructions, or a script. */
export interface Integrator {
  /** @returns whether the integration says that it worked (null: nobody says), and what it printed */
  perform(task: Task): Promise<{ readonly succeeded: boolean | null; readonly output: string }>;
}

export interface CheckOptions {
  /** The portal domain, as a URL without a path. */
  readonly upstream: string;
  /** Of the proxy; 0: any that is free. */
  readonly port: number;
  readonly integrator: Integrator;
  /** Absent: webhooks are not tried. */
  readonly receiver?: { readonly url: string; readonly secret: string } | undefined;
  /** That webhooks tell of, in the order in which they happened. */
  readonly events: readonly WebhookEvent[];
  /** Of customers and services that nobody has yet. */
  readonly firstId: number;
}

export interface CheckedRule {
  readonly rule: Rule;
  readonly verdict: Verdict;
}

/** Some other key than one of the sandbox came, with which everything would happen for real. */
export class RealKeyError extends Error {
  override readonly name = 'RealKeyError';

  constructor() {
    super('The integration came without a key of the sandbox (bwk_test_…), so that nothing of it was passed on.');
  }
}

/**
 * Takes an integration through what happens to it sooner or later, and says what it does about it.
 * @throws RealKeyError
 */
export async function checkIntegration(options: CheckOptions): Promise<CheckedRule[]> {
  const { upstream, port, integrator, events, firstId } = options;
  await using proxy = await CheckProxy.start(upstream, port);
  const orderAt = (index: number): Order => ({
    clientId: firstId,
    serviceId: firstId + index,
    ipAddress: `198.51.100.${1 + index}`,
  });
  const checked: CheckedRule[] = [];
  for (const { name, rule, fault, order: index, instruction, judge } of steps) {
    const order = orderAt(index);
    proxy.begin(fault);
    const { succeeded } = await integrator.perform({ name, instruction: instruction(order), url: proxy.url, order });
    if (proxy.sawRealKey) throw new RealKeyError();
    checked.push({ rule, verdict: judge({ exchanges: proxy.exchanges, succeeded, order }) });
  }
  if (!options.receiver)
    return [
      ...checked,
      ...webhookRules.map((rule) => ({
        rule,
        verdict: { state: 'not_tried', seen: 'No receiver was named.' } as const,
      })),
    ];
  const receiver: Receiver = {
    ...options.receiver,
    timesActedOn: async (eventId) => {
      const { output } = await integrator.perform({
        name: 'webhook-acted',
        instruction: `How often was the webhook ${eventId} acted on?`,
        url: proxy.url,
        order: orderAt(0),
        eventId,
      });
      return /^\d+$/.test(output.trim()) ? Number(output) : null;
    },
  };
  return [...checked, ...(await checkReceiver(receiver, events))];
}

import { type TargetType, targetTypes } from '../../../src/engines/messengers/messengers.ts';
import type { SendRequest } from '../../../src/notifications/channels/send-message.ts';
import { FakeDestination } from './fake-destination.ts';
import { ProviderStates, providers } from './providers.ts';

/** A fake of every provider, and the way to them instead of to the internet. */
export class FakeProviders extends ProviderStates implements AsyncDisposable {
  #fakes!: Readonly<Record<TargetType, FakeDestination>>;

  static async start(): Promise<FakeProviders> {
    const all = new FakeProviders();
    const started = targetTypes.map(async (type) => [type, await FakeDestination.start(providers[type].rules(all))]);
    all.#fakes = Object.fromEntries(await Promise.all(started));
    return all;
  }

  of(type: TargetType): FakeDestination {
    return this.#fakes[type];
  }

  /** Leads what is meant for a provider to its fake; other hosts cannot be reached. */
  readonly send: SendRequest = async ({ url, headers, body }) => {
    const address = new URL(url);
    const type = targetTypes.find((each) => providers[each].hosts.includes(address.hostname));
    if (type === undefined) return { kind: 'failed', reason: 'The host has no address that requests may go to.' };
    try {
      const answer = await fetch(`${this.of(type).url}${address.pathname}${address.search}`, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
      });
      const text = (await answer.text()).slice(0, 4_096);
      return { kind: 'answered', status: answer.status, headers: Object.fromEntries(answer.headers), body: text };
    } catch {
      return { kind: 'failed', reason: 'The connection broke.' };
    }
  };

  async [Symbol.asyncDispose](): Promise<void> {
    for (const fake of Object.values(this.#fakes)) await fake[Symbol.asyncDispose]();
  }
}

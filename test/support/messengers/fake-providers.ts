import type { TargetType } from '../../../src/engines/messengers/targets.ts';
import type { SendRequest } from '../../../src/notifications/channels/send-message.ts';
import { FakeDestination } from './fake-destination.ts';
import {
  discordRules,
  mattermostRules,
  ntfyRules,
  OpsgenieRules,
  PagerDutyRules,
  slackRules,
  teamsRules,
  telegramRules,
} from './provider-rules.ts';

const hosts: Readonly<Record<string, TargetType>> = {
  'hooks.slack.com': 'slack',
  'x.environment.api.powerplatform.com': 'teams',
  'discord.com': 'discord',
  'api.telegram.org': 'telegram',
  'events.pagerduty.com': 'pagerduty',
  'events.eu.pagerduty.com': 'pagerduty',
  'api.opsgenie.com': 'opsgenie',
  'ntfy.sh': 'ntfy',
  'chat.example.com': 'mattermost',
  'rocket.example.com': 'rocketchat',
};

/** A fake of every provider, and the way to them instead of to the internet. */
export class FakeProviders implements AsyncDisposable {
  readonly pagerDuty = new PagerDutyRules();
  readonly opsgenie = new OpsgenieRules();
  /** Chats that were upgraded, and what they are by now. */
  readonly movedChats = new Map<string, string>();
  #fakes!: Readonly<Record<TargetType, FakeDestination>>;

  static async start(): Promise<FakeProviders> {
    const all = new FakeProviders();
    const rules = {
      slack: slackRules,
      teams: teamsRules,
      discord: discordRules,
      telegram: telegramRules(all.movedChats),
      pagerduty: all.pagerDuty.rules,
      opsgenie: all.opsgenie.rules,
      ntfy: ntfyRules,
      mattermost: mattermostRules,
      rocketchat: mattermostRules,
    };
    const started = Object.entries(rules).map(async ([type, those]) => [type, await FakeDestination.start(those)]);
    all.#fakes = Object.fromEntries(await Promise.all(started));
    return all;
  }

  of(type: TargetType): FakeDestination {
    return this.#fakes[type];
  }

  /** Leads what is meant for a provider to its fake; other hosts cannot be reached. */
  readonly send: SendRequest = async ({ url, headers, body }) => {
    const address = new URL(url);
    const type = hosts[address.hostname];
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

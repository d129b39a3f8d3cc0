import type { TargetFields } from '../../../src/engines/messengers/messenger.ts';
import type { TargetType } from '../../../src/engines/messengers/messengers.ts';
import type { Rules } from './fake-destination.ts';
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

/** What providers remember. */
export class ProviderStates {
  readonly pagerDuty = new PagerDutyRules();
  readonly opsgenie = new OpsgenieRules();
  /** Chats of Telegram that were upgraded, and what they are by now. */
  readonly movedChats = new Map<string, string>();
}

interface Provider {
  /** Where it listens. */
  readonly hosts: readonly string[];
  /** A target that it takes. */
  readonly target: TargetFields;
  /** What it takes there, and answers. */
  rules(states: ProviderStates): Rules;
}

/** What stands in for each provider. */
export const providers: Readonly<Record<TargetType, Provider>> = {
  slack: {
    hosts: ['hooks.slack.com'],
    target: { url: 'https://hooks.slack.com/services/T0001/B0001/abcdefghijklmnop' },
    rules: () => slackRules,
  },
  teams: {
    hosts: ['x.environment.api.powerplatform.com'],
    target: {
      url: `https://x.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=${'s'.repeat(500)}`,
    },
    rules: () => teamsRules,
  },
  discord: {
    hosts: ['discord.com'],
    target: { url: 'https://discord.com/api/webhooks/123456789/token-of-the_webhook' },
    rules: () => discordRules,
  },
  telegram: {
    hosts: ['api.telegram.org'],
    target: { token: '123456789:AAEabcdefghijklmnopqrstuvwxyz-12345', chat_id: '-1001234567890', thread_id: 7 },
    rules: ({ movedChats }) => telegramRules(movedChats),
  },
  pagerduty: {
    hosts: ['events.pagerduty.com', 'events.eu.pagerduty.com'],
    target: { token: '0123456789abcdef0123456789abcdef', region: 'eu' },
    rules: ({ pagerDuty }) => pagerDuty.rules,
  },
  opsgenie: {
    hosts: ['api.opsgenie.com'],
    target: { token: '01234567-89ab-cdef-0123-456789abcdef' },
    rules: ({ opsgenie }) => opsgenie.rules,
  },
  ntfy: {
    hosts: ['ntfy.sh'],
    target: { topic: 'acme-alerts', token: 'tk_0123456789' },
    rules: () => ntfyRules,
  },
  mattermost: {
    hosts: ['chat.example.com'],
    target: { url: 'https://chat.example.com/hooks/abcdefghij' },
    rules: () => mattermostRules,
  },
  rocketchat: {
    hosts: ['rocket.example.com'],
    target: { url: 'https://rocket.example.com/hooks/abcdefghij/klmnopqrst' },
    rules: () => mattermostRules,
  },
};

/** By type, a target that the stand-in takes. */
export const goodTargets = Object.fromEntries(
  Object.entries(providers).map(([type, { target }]) => [type, target]),
) as Readonly<Record<TargetType, TargetFields>>;

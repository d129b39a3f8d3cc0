import type { MessageKey } from '../messages/messages.ts';
import type { ChannelType } from './data.ts';

/** A field of a destination, as the API names it. */
export type DestinationField = 'url' | 'token' | 'chat_id' | 'thread_id' | 'topic' | 'region';

interface Destination {
  /** The service, as it writes itself. */
  readonly name: string;
  /** Where one finds there what is asked for. */
  readonly hint: MessageKey;
  readonly fields: readonly DestinationField[];
  /** What the token is called there. */
  readonly token?: MessageKey;
}

/** What each kind of channel takes. */
export const destinations: Readonly<Record<ChannelType, Destination>> = {
  slack: { name: 'Slack', hint: 'portal.channels.hint.slack', fields: ['url'] },
  teams: { name: 'Microsoft Teams', hint: 'portal.channels.hint.teams', fields: ['url'] },
  discord: { name: 'Discord', hint: 'portal.channels.hint.discord', fields: ['url'] },
  telegram: {
    name: 'Telegram',
    hint: 'portal.channels.hint.telegram',
    fields: ['token', 'chat_id', 'thread_id'],
    token: 'portal.channels.token.bot',
  },
  pagerduty: {
    name: 'PagerDuty',
    hint: 'portal.channels.hint.pagerduty',
    fields: ['token', 'region'],
    token: 'portal.channels.token.integration',
  },
  opsgenie: {
    name: 'Opsgenie',
    hint: 'portal.channels.hint.opsgenie',
    fields: ['token', 'region'],
    token: 'portal.channels.token.api',
  },
  ntfy: {
    name: 'ntfy',
    hint: 'portal.channels.hint.ntfy',
    fields: ['topic', 'url', 'token'],
    token: 'portal.channels.token.access',
  },
  mattermost: { name: 'Mattermost', hint: 'portal.channels.hint.mattermost', fields: ['url'] },
  rocketchat: { name: 'Rocket.Chat', hint: 'portal.channels.hint.rocketchat', fields: ['url'] },
};

export const channelTypes = Object.keys(destinations) as ChannelType[];

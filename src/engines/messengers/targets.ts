import { isIP } from 'node:net';
import type { DiscordTarget } from './discord.ts';
import type { MattermostTarget } from './mattermost.ts';
import type { NtfyTarget } from './ntfy.ts';
import type { OpsgenieTarget } from './opsgenie.ts';
import type { PagerDutyTarget } from './pagerduty.ts';
import type { SlackTarget } from './slack.ts';
import type { TeamsTarget } from './teams.ts';
import type { TelegramTarget } from './telegram.ts';

/** Where messages go, with what lets us in there: a secret as a whole. */
export type Target =
  | SlackTarget
  | TeamsTarget
  | DiscordTarget
  | TelegramTarget
  | PagerDutyTarget
  | OpsgenieTarget
  | NtfyTarget
  | MattermostTarget;

export const targetTypes = [
  'slack',
  'teams',
  'discord',
  'telegram',
  'pagerduty',
  'opsgenie',
  'ntfy',
  'mattermost',
  'rocketchat',
] as const satisfies readonly Target['type'][];
export type TargetType = Target['type'];

/** What people give to name a target; which of it a type needs, `parseTarget` says. */
export interface TargetFields {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly chat_id?: string | undefined;
  readonly thread_id?: number | undefined;
  readonly topic?: string | undefined;
  readonly region?: 'us' | 'eu' | undefined;
}

type Problems = Partial<Record<keyof TargetFields, string>>;

const defaultNtfy = 'https://ntfy.sh';
const slackHosts = /^hooks\.slack(-gov)?\.com$/;
const discordHosts = /^((ptb|canary)\.)?discord(app)?\.com$/;
const teamsHosts = /\.(api\.powerplatform\.com|logic\.azure\.com)$/;
const retiredTeams = /\.webhook\.office(365)?\.com$/;

/** The target that the fields name, or what is wrong with them: sentences that begin with the field. */
export function parseTarget(type: TargetType, fields: TargetFields): { target: Target } | { problems: Problems } {
  const { url, token, chat_id, thread_id, topic, region = 'us' } = fields;
  const problems: Problems = {};
  const expect = (field: keyof TargetFields, holds: boolean, rule: string) => {
    if (!holds) problems[field] = `The ${field.replace('_', ' ')} field must be ${rule}`;
  };
  const done = (target: () => Target) => (Object.keys(problems).length > 0 ? { problems } : { target: target() });
  switch (type) {
    case 'slack':
      expect(
        'url',
        isAt(url, slackHosts, /^\/services\/./),
        'an incoming webhook: https://hooks.slack.com/services/….',
      );
      return done(() => ({ type, url: url! }));
    case 'discord':
      expect(
        'url',
        isAt(url, discordHosts, /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+$/),
        'a webhook: https://discord.com/api/webhooks/….',
      );
      return done(() => ({ type, url: url! }));
    case 'teams':
      if (retiredTeams.test(addressOf(url)?.hostname ?? ''))
        problems.url = 'The url field must be of a workflow: Microsoft has retired the connectors of Office 365.';
      else
        expect(
          'url',
          isAt(url, teamsHosts, /./),
          'of the workflow "Post to a channel when a webhook request is received".',
        );
      return done(() => ({ type, url: url! }));
    case 'mattermost':
    case 'rocketchat':
      expect(
        'url',
        isUsable(url) && new URL(url!).pathname.includes('/hooks/'),
        'an incoming webhook: https://…/hooks/….',
      );
      return done(() => ({ type, url: url! }));
    case 'telegram':
      expect(
        'token',
        /^\d{1,20}:[\w-]{20,100}$/.test(token ?? ''),
        'the token of a bot: digits, a colon, and the rest of it.',
      );
      expect('chat_id', /^(-?\d{1,16}|@\w{4,64})$/.test(chat_id ?? ''), 'the id of a chat, or @ and its name.');
      return done(() => ({ type, bot_token: token!, chat_id: chat_id!, thread_id: thread_id ?? null }));
    case 'pagerduty':
      expect('token', /^[A-Za-z0-9]{32}$/.test(token ?? ''), 'the integration key: 32 letters and digits.');
      return done(() => ({ type, routing_key: token!, region }));
    case 'opsgenie':
      expect('token', /^[\w-]{20,64}$/.test(token ?? ''), 'the key of an API integration.');
      return done(() => ({ type, api_key: token!, region }));
    case 'ntfy':
      expect('url', url === undefined || isUsable(url), 'the address of a server.');
      expect('topic', /^[-\w]{1,64}$/.test(topic ?? ''), 'up to 64 letters, digits, hyphens and underscores.');
      expect('token', token === undefined || /^[!-~]{1,200}$/.test(token), 'an access token.');
      return done(() => ({ type, url: url ?? defaultNtfy, topic: topic!, token: token ?? null }));
  }
}

/** A target as whoever reads it may see it: what it is, and nothing that lets anybody in. */
export function maskTarget(target: Target): string {
  switch (target.type) {
    case 'telegram':
      return `${target.chat_id} by bot ${target.bot_token.split(':')[0]}`;
    case 'pagerduty':
      return `…${target.routing_key.slice(-4)}`;
    case 'opsgenie':
      return `…${target.api_key.slice(-4)}`;
    case 'ntfy':
      return `${target.topic} at ${new URL(target.url).host}`;
    default:
      return `${new URL(target.url).host}/…${target.url.slice(-4)}`;
  }
}

function addressOf(url: string | undefined): URL | null {
  return url !== undefined && URL.canParse(url) ? new URL(url) : null;
}

/** A hosted service: by TLS, at its own port, at a name of its own. */
function isAt(url: string | undefined, hosts: RegExp, path: RegExp): boolean {
  const address = addressOf(url);
  if (address?.protocol !== 'https:' || address.port !== '' || !isUsable(url)) return false;
  return isIP(address.hostname) === 0 && hosts.test(address.hostname) && path.test(address.pathname);
}

/** What connects judges the rest. */
function isUsable(url: string | undefined): boolean {
  const address = addressOf(url);
  return address !== null && /^https?:$/.test(address.protocol) && address.username === '' && address.password === '';
}

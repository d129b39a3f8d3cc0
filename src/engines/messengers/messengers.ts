import { discord } from './discord.ts';
import { mattermost } from './mattermost.ts';
import type { Messenger } from './messenger.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerDuty } from './pagerduty.ts';
import { slack } from './slack.ts';
import type { Target, TargetType } from './targets.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';

const messengers: { readonly [Type in TargetType]: Messenger<Extract<Target, { type: Type }>> } = {
  slack,
  teams,
  discord,
  telegram,
  pagerduty: pagerDuty,
  opsgenie,
  ntfy,
  mattermost: mattermost as Messenger<Extract<Target, { type: 'mattermost' }>>,
  rocketchat: mattermost as Messenger<Extract<Target, { type: 'rocketchat' }>>,
};

/** What speaks to targets of a type. */
export function messengerOf(type: TargetType): Messenger<Target> {
  return messengers[type] as Messenger<Target>;
}

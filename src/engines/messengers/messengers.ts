import { discord } from './discord.ts';
import { mattermost } from './mattermost.ts';
import type { Messenger, TargetField, TargetFields } from './messenger.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerDuty } from './pagerduty.ts';
import { rocketChat } from './rocketchat.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';

/** All there are, by the type of their targets. */
export const messengers = {
  slack,
  teams,
  discord,
  telegram,
  pagerduty: pagerDuty,
  opsgenie,
  ntfy,
  mattermost,
  rocketchat: rocketChat,
};

export type TargetType = keyof typeof messengers;
export const targetTypes = Object.keys(messengers) as [TargetType, ...TargetType[]];

type TargetOf<Type extends TargetType> = Parameters<(typeof messengers)[Type]['mask']>[0];
/** Where messages go, with what lets us in there: a secret as a whole. */
export type Target = { [Type in TargetType]: { readonly type: Type } & TargetOf<Type> }[TargetType];

/** What speaks to targets of a type, one of `targetTypes`. */
export function messengerOf(type: string): Messenger<Target> {
  // Nothing looks for a messenger but by the type of the target that it is given.
  return messengers[type as TargetType] as Messenger<unknown> as Messenger<Target>;
}

type Problems = Partial<Record<TargetField, string>>;

/** The target that the fields name, or what is wrong with them: sentences that begin with the field. */
export function parseTarget(type: string, fields: TargetFields): { target: Target } | { problems: Problems } {
  const problems: Problems = {};
  const target = messengerOf(type).parse(fields, (field, holds, rule) => {
    if (!holds) problems[field] ??= `The ${field.replace('_', ' ')} field must be ${rule}`;
  });
  return Object.keys(problems).length > 0 ? { problems } : { target: Object.assign({ type }, target) };
}

/** A target as whoever reads it may see it: what it is, and nothing that lets anybody in. */
export function maskTarget(target: Target): string {
  return messengerOf(target.type).mask(target);
}

import type { Severity } from '../../common/severity.ts';
import { fitted } from './fitted.ts';
import { headlineOf, labelOf, linesOf, type Message, worstOf } from './message.ts';
import { jsonRequest, type Messenger, type Reading } from './messenger.ts';
import { readAnswer } from './read-answer.ts';

export interface PagerDutyTarget {
  /** The integration key: 32 characters. */
  readonly routing_key: string;
  readonly region: 'us' | 'eu';
}

const hosts = { us: 'events.pagerduty.com', eu: 'events.eu.pagerduty.com' } as const;
const severities: Readonly<Record<Severity, string>> = {
  critical: 'critical',
  high: 'error',
  medium: 'warning',
  low: 'info',
};
/** A message without the end of a minute says nothing of how long: less has been seen to be refused again. */
const unaskedWaitSeconds = 60;

/** Events API v2. A test opens an incident, which is closed by hand. */
export const pagerDuty: Messenger<PagerDutyTarget> = {
  name: 'PagerDuty',
  fields: { token: { is: 'the integration key' }, region: { is: 'where the account is', byDefault: 'us' } },
  parse({ token = '', region = 'us' }, expect) {
    expect('token', /^[A-Za-z0-9]{32}$/.test(token), 'the integration key: 32 letters and digits.');
    return { routing_key: token, region };
  },
  mask: ({ routing_key }) => `…${routing_key.slice(-4)}`,
  pages: true,
  knowsRepeats: true,
  // About 120 a minute and key.
  paceMs: 600,
  render({ routing_key, region }, message) {
    const key = message.incident?.key ?? `test-${message.at.getTime()}`;
    const event =
      message.incident?.action === 'resolve'
        ? { routing_key, event_action: 'resolve', dedup_key: key }
        : { routing_key, event_action: 'trigger', dedup_key: key, ...triggerOf(message) };
    return jsonRequest(`https://${hosts[region]}/v2/enqueue`, event);
  },
  read(answer, now): Reading {
    const common = readAnswer(answer, now);
    if (common.kind !== 'later' || answer.kind !== 'answered' || answer.status !== 429) return common;
    return { ...common, seconds: common.seconds ?? unaskedWaitSeconds };
  },
};

function triggerOf(message: Message): object {
  const { shown, rest } = linesOf(message);
  const [first] = message.items;
  const alone = message.items.length === 1 ? first : undefined;
  return {
    client: fitted(message.sender, { characters: 200 }),
    client_url: message.url,
    links: [{ href: alone?.url ?? message.url, text: alone ? message.words.alert : message.words.allAlerts }],
    payload: {
      summary: fitted(headlineOf(message), { characters: 1_024 }),
      source: fitted(first?.where ?? message.sender, { characters: 250 }) || '-',
      severity: severities[worstOf(message.items) ?? 'low'],
      timestamp: message.at.toISOString(),
      custom_details: {
        alerts: shown.map(
          (item) =>
            `${labelOf(message.words, item)}: ${fitted(item.title, { characters: 200 })}, ${fitted(item.where, { characters: 120 })}`,
        ),
        ...(rest === null ? {} : { rest }),
      },
    },
  };
}

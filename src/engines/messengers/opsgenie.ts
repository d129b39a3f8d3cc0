import type { Severity } from '../../common/severity.ts';
import { fitted } from './fitted.ts';
import { itemsText } from './items-text.ts';
import { headlineOf, labelOf, type Message, worstOf } from './message.ts';
import { jsonRequest, type Messenger } from './messenger.ts';
import { readAnswer } from './read-answer.ts';

export interface OpsgenieTarget {
  readonly api_key: string;
  readonly region: 'us' | 'eu';
}

const hosts = { us: 'api.opsgenie.com', eu: 'api.eu.opsgenie.com' } as const;
const priorities: Readonly<Record<Severity, string>> = { critical: 'P1', high: 'P2', medium: 'P3', low: 'P4' };

/** The alert API. Atlassian ends it on 5 April 2027. */
export const opsgenie: Messenger<OpsgenieTarget> = {
  name: 'Opsgenie',
  fields: { token: { is: 'the API key' }, region: { is: 'where the account is', byDefault: 'us' } },
  parse({ token = '', region = 'us' }, expect) {
    expect('token', /^[\w-]{20,64}$/.test(token), 'the key of an API integration.');
    return { api_key: token, region };
  },
  mask: ({ api_key }) => `…${api_key.slice(-4)}`,
  pages: true,
  knowsRepeats: true,
  paceMs: 600,
  render({ api_key, region }, message) {
    const headers = { authorization: `GenieKey ${api_key}` };
    const alias = message.incident?.key ?? `test-${message.at.getTime()}`;
    const alerts = `https://${hosts[region]}/v2/alerts`;
    const source = fitted(message.sender, { characters: 100 });
    if (message.incident?.action === 'resolve')
      return jsonRequest(`${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias`, { source }, headers);
    const body = {
      message: fitted(headlineOf(message), { characters: 130 }),
      alias,
      description: descriptionOf(message),
      source,
      priority: message.kind === 'test' ? 'P5' : priorities[worstOf(message.items) ?? 'low'],
    };
    return jsonRequest(alerts, body, headers);
  },
  read: readAnswer,
};

function descriptionOf(message: Message): string {
  return itemsText(
    message,
    { characters: 15_000 },
    (item) =>
      `${labelOf(message.words, item)}: ${fitted(item.title, { characters: 200 })}, ${fitted(item.where, { characters: 120 })} ${item.url}`,
  );
}

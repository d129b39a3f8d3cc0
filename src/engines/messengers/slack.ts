import { isAt, maskUrl } from './addresses.ts';
import { fitted } from './fitted.ts';
import { itemsText } from './items-text.ts';
import { headlineOf, labelOf, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger, type Reading } from './messenger.ts';
import { readAnswer, reasonOf } from './read-answer.ts';

export interface SlackTarget {
  readonly url: string;
}

const hosts = /^hooks\.slack(-gov)?\.com$/;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Marks of mrkdwn become the look-alikes that mark nothing, since it has no escape for them. */
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', '~': '∼', '`': 'ˋ' };
const escapeSlack = (character: string) => entities[character] ?? lookAlikes[character] ?? character;

/** Slack's own bare words for destinations that are no more. */
const goneWords = new Set([
  'invalid_token',
  'action_prohibited',
  'no_service',
  'no_service_id',
  'channel_not_found',
  'channel_is_archived',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'posting_to_general_channel_denied',
]);

/** Incoming webhooks of Slack, as Block Kit. */
export const slack: Messenger<SlackTarget> = {
  name: 'Slack',
  fields: { url: { is: 'an incoming webhook' } },
  parse({ url }, expect) {
    expect('url', isAt(url, hosts, /^\/services\/./), 'an incoming webhook: https://hooks.slack.com/services/….');
    return { url: url! };
  },
  mask: maskUrl,
  pages: false,
  knowsRepeats: false,
  paceMs: 1_000,
  render({ url }, message) {
    const headline = headlineOf(message);
    const text = itemsText(message, { characters: 3_000 }, (item) => lineOf(message.words, item));
    return jsonRequest(url, {
      text: fitted(headline, { characters: 3_000 }, escapeSlack),
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: fitted(headline, { characters: 150 }), emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
        {
          type: 'context',
          elements: [{ type: 'plain_text', text: fitted(message.sender, { characters: 150 }) || '-', emoji: false }],
        },
      ],
    });
  },
  read(answer, now): Reading {
    const common = readAnswer(answer, now);
    if (answer.kind === 'failed') return common;
    const word = answer.body.trim();
    if (goneWords.has(word)) return { kind: 'gone', reason: reasonOf(answer) };
    // What takes such a request and does not say so is no incoming webhook.
    return common.kind === 'delivered' && word !== 'ok' ? { kind: 'gone', reason: reasonOf(answer) } : common;
  },
};

function lineOf(words: MessageWords, item: MessageItem): string {
  const title = fitted(item.title, { characters: 200 }, escapeSlack).replaceAll('|', '¦');
  const where = fitted(item.where, { characters: 120 }, escapeSlack);
  return `*${labelOf(words, item)}:* <${item.url}|${title}>, ${where}${item.flaps ? `. ${words.flapNote}` : ''}`;
}

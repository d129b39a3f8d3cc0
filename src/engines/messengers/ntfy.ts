import { isUsable } from './addresses.ts';
import { type Look, lookOf } from './colours.ts';
import { fitted } from './fitted.ts';
import { itemsText } from './items-text.ts';
import { headlineOf, labelOf, type Message, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger, type Reading } from './messenger.ts';
import { jsonOf, readAnswer } from './read-answer.ts';

export interface NtfyTarget {
  /** Of the server, which may be one's own. */
  readonly url: string;
  readonly topic: string;
  /** Null: the topic is open to all who know its name. */
  readonly token: string | null;
}

const publicServer = 'https://ntfy.sh';
const priorities: Readonly<Record<Look, number>> = { critical: 5, high: 4, medium: 3, low: 2, over: 2 };
/** Of the day's quota, which is over at midnight UTC. */
const quotaUsedUp = 42_908;
const quotaWaitSeconds = 3_600;

/** A topic of ntfy, at the root of its server. */
export const ntfy: Messenger<NtfyTarget> = {
  name: 'ntfy',
  fields: {
    topic: { is: 'the topic, which is open to all who know its name unless the server protects it' },
    url: { is: 'the server', byDefault: publicServer },
    token: { is: 'the access token', byDefault: null },
  },
  parse({ url = publicServer, topic = '', token }, expect) {
    expect('url', isUsable(url), 'the address of a server.');
    expect('topic', /^[-\w]{1,64}$/.test(topic), 'up to 64 letters, digits, hyphens and underscores.');
    expect('token', token === undefined || /^[!-~]{1,200}$/.test(token), 'an access token.');
    return { url, topic, token: token ?? null };
  },
  mask: ({ url, topic }) => `${topic} at ${new URL(url).host}`,
  pages: false,
  knowsRepeats: false,
  // One per five seconds once sixty have passed at once.
  paceMs: 5_000,
  render({ url, topic, token }, message) {
    const [first] = message.items;
    const click = (message.items.length === 1 && first?.url) || message.url;
    const body = {
      topic,
      title: fitted(headlineOf(message), { characters: 250 }),
      message: textOf(message),
      priority: first ? priorities[lookOf(first)] : 3,
      tags: [first ? tagOf(first) : 'wave'],
      click,
      actions: [{ action: 'view', label: message.words.open, url: click }],
    };
    return jsonRequest(new URL('/', url).href, body, token === null ? {} : { authorization: `Bearer ${token}` });
  },
  read(answer, now): Reading {
    const common = readAnswer(answer, now);
    if (common.kind !== 'later' || common.seconds !== null || answer.kind !== 'answered') return common;
    return jsonOf(answer).code === quotaUsedUp ? { ...common, seconds: quotaWaitSeconds } : common;
  },
};

function tagOf(item: MessageItem): string {
  return lookOf(item) === 'over' ? 'white_check_mark' : item.severity === 'critical' ? 'rotating_light' : 'warning';
}

/** Within 4,096 bytes: what is longer becomes an attachment. */
function textOf(message: Message): string {
  return itemsText(message, { characters: 4_000, bytes: 4_000 }, (item) => lineOf(message.words, item));
}

function lineOf(words: MessageWords, item: MessageItem): string {
  const [title, where] = [
    fitted(item.title, { characters: 200, bytes: 600 }),
    fitted(item.where, { characters: 120, bytes: 400 }),
  ];
  return `${labelOf(words, item)}: ${title}, ${where}${item.flaps ? `. ${words.flapNote}` : ''}`;
}

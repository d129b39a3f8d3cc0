import { addressOf, isUsable, maskUrl } from './addresses.ts';
import { colours, lookOf } from './colours.ts';
import { fitted } from './fitted.ts';
import { headlineOf, labelOf, linesOf, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger } from './messenger.ts';
import { readAnswer } from './read-answer.ts';

export interface MattermostTarget {
  readonly url: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** An @ is followed by a space of no width, so that it calls nobody. */
const escapeMattermost = (character: string) =>
  entities[character] ??
  (character === '@' ? '@\u200b' : /[\\*_~`[\]()#|:]/.test(character) ? `\\${character}` : character);

/** Incoming webhooks in Slack's old format of attachments, with Markdown. */
export const mattermost: Messenger<MattermostTarget> = {
  name: 'Mattermost',
  fields: { url: { is: 'an incoming webhook' } },
  parse({ url }, expect) {
    const isHook = isUsable(url) && addressOf(url)!.pathname.includes('/hooks/');
    expect('url', isHook, 'an incoming webhook: https://…/hooks/….');
    return { url: url! };
  },
  mask: maskUrl,
  pages: false,
  knowsRepeats: false,
  paceMs: 500,
  render({ url }, message) {
    const { shown, rest } = linesOf(message);
    const headline = fitted(headlineOf(message), { characters: 400 }, escapeMattermost);
    const text =
      message.kind === 'test'
        ? `${headline}\n${message.words.testText}`
        : `${headline}${rest === null ? '' : `\n${rest}`}`;
    return jsonRequest(url, { text, attachments: shown.map((item) => attachmentOf(message.words, item)) });
  },
  read: readAnswer,
};

function attachmentOf(words: MessageWords, item: MessageItem): object {
  const where = fitted(item.where, { characters: 120 }, escapeMattermost);
  return {
    fallback: fitted(`${labelOf(words, item)}: ${item.title}`, { characters: 250 }, escapeMattermost),
    color: colours[lookOf(item)],
    title: fitted(`${labelOf(words, item)}: ${item.title}`, { characters: 250 }, escapeMattermost),
    title_link: item.url,
    text: `${where}${item.flaps ? `. ${words.flapNote}` : ''}`,
  };
}

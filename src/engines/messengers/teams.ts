import { addressOf, isAt, maskUrl } from './addresses.ts';
import { type Look, lookOf } from './colours.ts';
import { fitted } from './fitted.ts';
import { headlineOf, labelOf, linesOf, type Message, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger } from './messenger.ts';
import { readAnswer } from './read-answer.ts';

export interface TeamsTarget {
  readonly url: string;
}

const hosts = /\.(api\.powerplatform\.com|logic\.azure\.com)$/;
const retiredHosts = /\.webhook\.office(365)?\.com$/;
/** Below the 21 to 28 KB at which flows were seen to fail. */
const maxBytes = 20_000;
const styles: Readonly<Record<Look, string>> = {
  critical: 'attention',
  high: 'warning',
  medium: 'accent',
  low: 'emphasis',
  over: 'good',
};
const escapeMarkdown = (character: string) => (/[\\*_[\]()`#~<>|]/.test(character) ? `\\${character}` : character);

/** The Workflows template "Post to a channel when a webhook request is received", as an Adaptive Card. */
export const teams: Messenger<TeamsTarget> = {
  name: 'Microsoft Teams',
  fields: { url: { is: 'the address of a workflow' } },
  parse({ url }, expect) {
    const isRetired = retiredHosts.test(addressOf(url)?.hostname ?? '');
    expect('url', !isRetired, 'of a workflow: Microsoft has retired the connectors of Office 365.');
    expect('url', isAt(url, hosts, /./), 'of the workflow "Post to a channel when a webhook request is received".');
    return { url: url! };
  },
  mask: maskUrl,
  pages: false,
  knowsRepeats: false,
  paceMs: 1_000,
  render({ url }, message) {
    const { shown } = linesOf(message);
    for (let lines = shown.length; ; lines -= 1) {
      const request = jsonRequest(url, cardOf(message, lines));
      if (lines <= 1 || Buffer.byteLength(request.body) <= maxBytes) return request;
    }
  },
  // 202 says that the flow has it: whether it could be posted, nobody tells.
  read: readAnswer,
};

function cardOf(message: Message, lines: number): object {
  const { shown, rest } = linesOf(message, lines);
  const headline = headlineOf(message);
  const small = { type: 'TextBlock', wrap: true, isSubtle: true, size: 'Small' };
  return {
    type: 'message',
    summary: fitted(headline, { characters: 200 }),
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            text(fitted(headline, { characters: 300 }, escapeMarkdown), { size: 'Medium', weight: 'Bolder' }),
            ...(message.kind === 'test'
              ? [text(message.words.testText, {})]
              : shown.map((item) => containerOf(message.words, item))),
            ...(rest === null ? [] : [{ ...small, text: rest }]),
            { ...small, text: fitted(message.sender, { characters: 150 }, escapeMarkdown) },
          ],
          actions: [{ type: 'Action.OpenUrl', title: message.words.open, url: shown[0]?.url ?? message.url }],
        },
      },
    ],
  };
}

function containerOf(words: MessageWords, item: MessageItem): object {
  const title = fitted(item.title, { characters: 200 }, escapeMarkdown);
  const where = fitted(item.where, { characters: 120 }, escapeMarkdown);
  return {
    type: 'Container',
    style: styles[lookOf(item)],
    bleed: true,
    items: [
      text(`${labelOf(words, item)}: ${title}`, { weight: 'Bolder' }),
      text(`${where}${item.flaps ? `. ${words.flapNote}` : ''}`, {}),
    ],
  };
}

function text(content: string, more: object): object {
  return { type: 'TextBlock', text: content, wrap: true, ...more };
}

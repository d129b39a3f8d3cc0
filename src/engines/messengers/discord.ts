import { isAt, maskUrl } from './addresses.ts';
import { colours, lookOf } from './colours.ts';
import { fitted } from './fitted.ts';
import { itemsText } from './items-text.ts';
import { headlineOf, labelOf, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger, type Reading } from './messenger.ts';
import { jsonOf, readAnswer, waitOf } from './read-answer.ts';

export interface DiscordTarget {
  readonly url: string;
}

const hosts = /^((ptb|canary)\.)?discord(app)?\.com$/;
/** With the colon, so that no text becomes a link. */
const escapeDiscord = (character: string) => (/[\\*_~`|>[\]()#<:@-]/.test(character) ? `\\${character}` : character);

/** Webhooks of Discord: one embed. */
export const discord: Messenger<DiscordTarget> = {
  name: 'Discord',
  fields: { url: { is: 'a webhook' } },
  parse({ url }, expect) {
    const isWebhook = isAt(url, hosts, /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+$/);
    expect('url', isWebhook, 'a webhook: https://discord.com/api/webhooks/….');
    return { url: url! };
  },
  mask: maskUrl,
  pages: false,
  knowsRepeats: false,
  paceMs: 1_000,
  render({ url }, message) {
    const address = new URL(url);
    // Only then are errors told.
    address.searchParams.set('wait', 'true');
    const [first] = message.items;
    return jsonRequest(address.href, {
      username: usernameOf(message.sender),
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: fitted(headlineOf(message), { characters: 256 }, escapeDiscord),
          url: (message.items.length === 1 && first?.url) || message.url,
          color: Number.parseInt(colours[first ? lookOf(first) : 'over'].slice(1), 16),
          // All texts of all embeds have 6,000 characters together.
          description: itemsText(message, { characters: 4_096 }, (item) => lineOf(message.words, item)),
          timestamp: message.at.toISOString(),
          footer: { text: fitted(message.sender, { characters: 200 }) || '-' },
        },
      ],
    });
  },
  read(answer, now): Reading {
    const common = readAnswer(answer, now);
    if (answer.kind !== 'answered' || answer.status !== 429) return common;
    const seconds = waitOf(jsonOf(answer).retry_after);
    return common.kind === 'later' && common.seconds === null ? { ...common, seconds } : common;
  },
};

/** Discord refuses names with its own in them. */
function usernameOf(sender: string): string {
  const name = fitted(sender.replaceAll(/discord|clyde/gi, ''), { characters: 80 });
  return name === '' || /discord|clyde/i.test(name) ? 'Security' : name;
}

function lineOf(words: MessageWords, item: MessageItem): string {
  const title = fitted(item.title, { characters: 200 }, escapeDiscord);
  const where = fitted(item.where, { characters: 120 }, escapeDiscord);
  return `**${labelOf(words, item)}:** [${title}](${item.url}), ${where}${item.flaps ? `. ${words.flapNote}` : ''}`;
}

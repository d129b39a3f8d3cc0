import { fitted, fittedLines } from './fitted.ts';
import { headlineOf, labelOf, linesOf, type Message, type MessageItem, type MessageWords } from './message.ts';
import { jsonRequest, type Messenger, type Reading } from './messenger.ts';
import { jsonOf, readAnswer, waitOf } from './read-answer.ts';

export interface TelegramTarget {
  readonly bot_token: string;
  /** Up to 52 bits as decimal digits, or `@name`. */
  readonly chat_id: string;
  /** The topic of a forum. */
  readonly thread_id: number | null;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (character: string) => entities[character] ?? character;
/** A message has 100 entities, each line of ours three. */
const maxTelegramLines = 20;

/** Bots of Telegram, in its HTML. */
export const telegram: Messenger<TelegramTarget> = {
  name: 'Telegram',
  fields: {
    token: { is: 'the token of the bot' },
    chat_id: { is: 'the id of the chat, or @ and its name' },
    thread_id: { is: 'the topic of a forum', byDefault: null },
  },
  parse({ token = '', chat_id = '', thread_id }, expect) {
    const isToken = /^\d{1,20}:[\w-]{20,100}$/.test(token);
    expect('token', isToken, 'the token of a bot: digits, a colon, and the rest of it.');
    expect('chat_id', /^(-?\d{1,16}|@\w{4,64})$/.test(chat_id), 'the id of a chat, or @ and its name.');
    return { bot_token: token, chat_id, thread_id: thread_id ?? null };
  },
  mask: ({ bot_token, chat_id }) => `${chat_id} by bot ${bot_token.split(':')[0]}`,
  pages: false,
  knowsRepeats: false,
  // Twenty a minute in a group.
  paceMs: 3_000,
  render({ bot_token, chat_id, thread_id }, message, plainly) {
    return jsonRequest(`https://api.telegram.org/bot${bot_token}/sendMessage`, {
      chat_id,
      ...(thread_id === null ? {} : { message_thread_id: thread_id }),
      text: textOf(message, plainly),
      ...(plainly ? {} : { parse_mode: 'HTML' }),
      link_preview_options: { is_disabled: true },
    });
  },
  read(answer, now): Reading {
    const common = readAnswer(answer, now);
    if (answer.kind === 'failed') return common;
    const { ok, description = '', parameters = {} } = jsonOf(answer) as Partial<TelegramAnswer>;
    if (common.kind === 'delivered')
      return ok === true ? common : { kind: 'later', seconds: null, reason: 'Telegram did not say that it took it.' };
    if (answer.status === 429) {
      const seconds = waitOf(parameters.retry_after);
      return common.kind === 'later' && seconds !== null ? { ...common, seconds } : common;
    }
    const reason = `Telegram answered ${answer.status}: ${fitted(String(description), { characters: 200 })}`;
    if (answer.status === 400) {
      const { migrate_to_chat_id: chatId } = parameters;
      if (chatId !== undefined && /^-?\d{1,20}$/.test(String(chatId))) return { kind: 'moved', chatId: String(chatId) };
      if (/chat not found|chat_id is empty|have no rights|thread not found/i.test(description))
        return { kind: 'gone', reason };
      if (/can't parse entities|too long/i.test(description)) return { kind: 'plainly', reason };
    }
    return common.kind === 'gone' ? { kind: 'gone', reason } : common;
  },
};

interface TelegramAnswer {
  readonly ok: boolean;
  readonly description: string;
  readonly parameters: { readonly retry_after?: number; readonly migrate_to_chat_id?: number | string };
}

function textOf(message: Message, plainly: boolean): string {
  const escaped = plainly ? (same: string) => same : escapeHtml;
  const headline = fitted(headlineOf(message), { characters: 400 }, escaped);
  const sender = fitted(message.sender, { characters: 150 }, escaped);
  const head = plainly ? headline : `<b>${headline}</b>`;
  const { shown, rest } = linesOf(message, maxTelegramLines);
  const listed =
    message.kind === 'test' ? [message.words.testText] : shown.map((item) => lineOf(message.words, item, plainly));
  const lines = [head, ...listed, ...(rest === null ? [] : [rest]), ...(sender === '' ? [] : [`— ${sender}`])];
  return fittedLines(lines, { characters: 4_096, bytes: 8_000 }, rest ?? message.words.more);
}

function lineOf(words: MessageWords, item: MessageItem, plainly: boolean): string {
  const note = item.flaps ? `. ${words.flapNote}` : '';
  if (plainly) {
    const title = fitted(item.title, { characters: 150 });
    return `${labelOf(words, item)}: ${title}, ${fitted(item.where, { characters: 120 })}${note} ${item.url}`;
  }
  const title = fitted(item.title, { characters: 150 }, escapeHtml);
  const where = fitted(item.where, { characters: 120 }, escapeHtml);
  const url = Array.from(item.url, escapeHtml).join('');
  return `${labelOf(words, item)}: <a href="${url}">${title}</a>, <code>${where}</code>${note}`;
}

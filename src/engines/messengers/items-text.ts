import { fittedLines, type Limit } from './fitted.ts';
import { linesOf, type Message, type MessageItem } from './message.ts';

/** What a message says: a line for each item that is listed, and one about those that are not. A test message has its own text. */
export function itemsText(message: Message, limit: Limit, lineOf: (item: MessageItem) => string): string {
  const { kind, words } = message;
  if (kind === 'test') return words.testText;
  const { shown, rest } = linesOf(message);
  return fittedLines([...shown.map(lineOf), ...(rest === null ? [] : [rest])], limit, rest ?? words.more);
}

import type { Severity } from '../../common/severity.ts';

/**
 * What became of one alert. - `new`: it is open. - `worse`: more severe than was told. - `again`: it speaks again after somebody
 * had dealt with it for a time. - `over`: it was told, and is over. - `passed`: it came and went before anybody was told.
 */
export const changes = ['new', 'worse', 'again', 'over', 'passed'] as const;
export type Change = (typeof changes)[number];

/** What messages say in the reader's language, besides their items. */
export interface MessageWords {
  /** How urgent a change is: `Critical`, `High, worse`, `Over`. */
  label(change: Change, severity: Severity): string;
  /** Several items in one line: how many of each change, and the most severe that is open. */
  summary(counts: Readonly<Record<Change, number>>, worst: Severity | null): string;
  testHeadline(sender: string): string;
  readonly testText: string;
  /** Of what opens and closes again and again. */
  readonly flapNote: string;
  /** That the portal has so many more. */
  rest(count: number): string;
  /** That the portal has more. */
  readonly more: string;
  /** What leads to an alert, and to all of them. */
  readonly open: string;
  readonly alert: string;
  readonly allAlerts: string;
}

/** One line of a message. Its texts are whatever a stranger's server or a customer chose. */
export interface MessageItem {
  readonly change: Change;
  readonly severity: Severity;
  /** What is exposed. */
  readonly title: string;
  /** Which server or domain. */
  readonly where: string;
  /** It opens and closes again and again: what becomes of it is told when it is steady. */
  readonly flaps: boolean;
  /** The page of the alert. */
  readonly url: string;
}

/** What a destination is to be told, whichever it is. */
export interface Message {
  /** A test says that it is one and has no items; any other message has at least one, the most urgent first. */
  readonly kind: 'news' | 'test';
  /** In whose name it speaks. */
  readonly sender: string;
  readonly words: MessageWords;
  readonly items: readonly MessageItem[];
  /** Where all alerts are. */
  readonly url: string;
  readonly at: Date;
  /** Of pagers: what opens and closes together, by one name at most 64 characters long. Null: nothing is opened or closed. */
  readonly incident: { readonly key: string; readonly action: 'trigger' | 'resolve' } | null;
}

/** As many lines as a reader goes through; the portal has them all. */
const maxLines = 20;

/** A message in one line. */
export function headlineOf({ kind, sender, items, words }: Message): string {
  const [first] = items;
  if (kind === 'test' || !first) return words.testHeadline(sender);
  if (items.length === 1) return `${labelOf(words, first)}: ${first.title}, ${first.where}`;
  const counts = Object.fromEntries(
    changes.map((change) => [change, items.filter((item) => item.change === change).length]),
  ) as Record<Change, number>;
  return words.summary(counts, worstOf(items));
}

/** How urgent an item is, in words: `Critical`, `High, worse`, `Over`. */
export function labelOf(words: MessageWords, { change, severity }: MessageItem): string {
  return words.label(change, severity);
}

/** The most severe of what is open; null: nothing is. */
export function worstOf(items: readonly MessageItem[]): Severity | null {
  const open = items.filter(({ change }) => change !== 'over' && change !== 'passed').map(({ severity }) => severity);
  return (['critical', 'high', 'medium', 'low'] as const).find((severity) => open.includes(severity)) ?? null;
}

/** The items that are listed, and a line about those that are not. */
export function linesOf(
  { items, words }: Message,
  most = maxLines,
): { shown: readonly MessageItem[]; rest: string | null } {
  const shown = items.slice(0, most);
  const left = items.length - shown.length;
  return { shown, rest: left === 0 ? null : words.rest(left) };
}

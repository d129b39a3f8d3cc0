import type { Severity } from '../common/severity.ts';

/**
 * What became of one alert. - `new`: it is open. - `worse`: more severe than was told. - `again`: it speaks again after somebody
 * had dealt with it for a time. - `over`: it was told, and is over. - `passed`: it came and went before anybody was told.
 */
export type Change = 'new' | 'worse' | 'again' | 'over' | 'passed';

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
  readonly items: readonly MessageItem[];
  /** Where all alerts are. */
  readonly url: string;
  readonly at: Date;
  /** Of pagers: what opens and closes together, by one name at most 64 characters long. Null: nothing is opened or closed. */
  readonly incident: { readonly key: string; readonly action: 'trigger' | 'resolve' } | null;
}

/** As many lines as a reader goes through; the portal has them all. */
const maxLines = 20;

const severityWords: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

const changeWords: Readonly<Record<Change, string | null>> = {
  new: null,
  worse: 'worse',
  again: 'open again',
  over: 'over',
  passed: 'came and went',
};

/** How urgent an item is, in words: `Critical`, `High, worse`, `Over`. */
export function labelOf({ change, severity }: MessageItem): string {
  if (change === 'over') return 'Over';
  const word = changeWords[change];
  return word === null ? severityWords[severity] : `${severityWords[severity]}, ${word}`;
}

export const flapNote = 'It opens and closes again and again. You hear of it when it has been steady for two days.';

/** A message in one line. */
export function headlineOf({ kind, sender, items }: Message): string {
  const [first] = items;
  if (kind === 'test' || !first) return `Test: ${sender} reaches you here`;
  if (items.length === 1) return `${labelOf(first)}: ${first.title}, ${first.where}`;
  const count = (...changes: readonly Change[]) => items.filter(({ change }) => changes.includes(change)).length;
  const parts = [
    [count('new'), 'new'],
    [count('worse'), 'worse'],
    [count('again'), 'open again'],
    [count('over'), 'over'],
    [count('passed'), 'came and went'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const worst = worstOf(items);
  return `Security alerts: ${told.join(', ')}${worst === null ? '' : ` (most severe: ${worst})`}`;
}

export const testText = 'If you can read this, alerts will reach you here.';

/** The most severe of what is open; null: nothing is. */
export function worstOf(items: readonly MessageItem[]): Severity | null {
  const open = items.filter(({ change }) => change !== 'over' && change !== 'passed').map(({ severity }) => severity);
  return (['critical', 'high', 'medium', 'low'] as const).find((severity) => open.includes(severity)) ?? null;
}

/** The items that are listed, and a line about those that are not. */
export function linesOf({ items }: Message, most = maxLines): { shown: readonly MessageItem[]; rest: string | null } {
  const shown = items.slice(0, most);
  const left = items.length - shown.length;
  return { shown, rest: left === 0 ? null : `There ${left === 1 ? 'is 1 more' : `are ${left} more`} in the portal.` };
}

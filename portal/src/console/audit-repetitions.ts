import { aboutWords, changeWords, originWords } from './audit-words.ts';
import type { AuditEntry } from './data.ts';

/** Entries that follow one another and say the same of perhaps different things, newest first. */
export type Repetition = readonly [AuditEntry, ...AuditEntry[]];

/** Entries newest first, with what the same caller did again and again as one. */
export function repetitionsOf(entries: readonly AuditEntry[]): Repetition[] {
  const repetitions: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = repetitions.at(-1);
    if (last !== undefined && saidOf(last[0]) === saidOf(entry)) last.push(entry);
    else repetitions.push([entry]);
  }
  return repetitions;
}

/** What all of them were done to; null where they differ, or nothing says it. */
export function sharedAbout([first, ...others]: Repetition): string | null {
  const about = aboutWords(first);
  return others.every((entry) => aboutWords(entry) === about) ? about : null;
}

function saidOf(entry: AuditEntry): string {
  const { action, actor } = entry;
  return JSON.stringify([action, actor.kind, actor.id, changeWords(entry), originWords(entry.details)]);
}

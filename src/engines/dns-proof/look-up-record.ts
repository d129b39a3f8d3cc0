import { abortable } from '../../common/abortable.ts';
import type { ChallengeRecord } from './challenge-record.ts';

/** The question that is put to DNS; `Resolver` of node:dns/promises answers it. */
export interface TextResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

/**
 * - `present`: the value is among the records.
 * - `missing`: the DNS answers that it is not.
 * - `unknown`: there was no answer, or none that could be relied on.
 */
export type RecordLookup = 'present' | 'missing' | 'unknown';

const timeoutMs = 8_000;
/** No such name; no record of that type. Everything else may be different in a minute. */
const definite = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks a challenge record up. Never throws and never takes much longer than a browser waits. */
export async function lookUpRecord(resolver: TextResolver, { name, value }: ChallengeRecord): Promise<RecordLookup> {
  return settled(resolver.resolveTxt(name), (records) =>
    // Long texts come in pieces; some control panels add blanks or keep the quotes.
    records.some(
      (pieces) =>
        pieces
          .join('')
          .trim()
          .replace(/^"(.*)"$/, '$1') === value,
    ),
  );
}

/** The same for a CNAME record that was asked for: whether it leads to the target. */
export async function lookUpTarget(question: Promise<string[]>, target: string): Promise<RecordLookup> {
  return settled(question, (names) => names.some((name) => name.toLowerCase().replace(/\.$/, '') === target));
}

async function settled<T>(question: Promise<T>, isProof: (answer: T) => boolean): Promise<RecordLookup> {
  return abortable(judged(question, isProof), AbortSignal.timeout(timeoutMs)).catch(() => 'unknown');
}

async function judged<T>(question: Promise<T>, isProof: (answer: T) => boolean): Promise<RecordLookup> {
  try {
    return isProof(await question) ? 'present' : 'missing';
  } catch (error) {
    return definite.has((error as { code?: string }).code ?? '') ? 'missing' : 'unknown';
  }
}

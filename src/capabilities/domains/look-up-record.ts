import type { ChallengeRecord } from './verification.ts';

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
/** No such name; no TXT record of that name. Everything else may be different in a minute. */
const definite = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks a challenge record up. Never throws and never takes much longer than a browser waits. */
export async function lookUpRecord(resolver: TextResolver, record: ChallengeRecord): Promise<RecordLookup> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<RecordLookup>((resolve) =>
    deadline.addEventListener('abort', () => resolve('unknown'), { once: true }),
  );
  return Promise.race([ask(resolver, record), expired]);
}

async function ask(resolver: TextResolver, { name, value }: ChallengeRecord): Promise<RecordLookup> {
  try {
    const records = await resolver.resolveTxt(name);
    // Long texts come in pieces; some control panels add blanks or keep the quotes.
    const values = records.map((pieces) =>
      pieces
        .join('')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
    return values.includes(value) ? 'present' : 'missing';
  } catch (error) {
    return definite.has((error as { code?: string }).code ?? '') ? 'missing' : 'unknown';
  }
}

import { abortable } from '../../common/abortable.ts';
import type { SourceOutcome } from '../../core/operation/tables/monitoring.ts';
import { type LeakSource, LeakSourceError, type LeakSourceFailure } from '../../engines/leak-sources/leak-source.ts';
import { mergeFindings } from './merge-findings.ts';
import { type DomainFinding, type NormaliseContext, normaliseFinding } from './normalise-finding.ts';

export interface AskLimits {
  /** Most findings that a scan takes from one source. */
  readonly maxFindings: number;
  /** Longest that one source may take. */
  readonly timeoutMs: number;
}

export const askLimits: AskLimits = { maxFindings: 20_000, timeoutMs: 300_000 };

export interface SourceAnswer extends SourceOutcome {
  /** How long the source wants to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** Not for the history: what went wrong when that was no answer of the source. */
  readonly cause: unknown;
}

export interface SourcesAnswer {
  /** Each fingerprint once. */
  readonly findings: readonly DomainFinding[];
  readonly answers: readonly SourceAnswer[];
}

interface CollectedAnswer {
  readonly answer: SourceAnswer;
  readonly findings: readonly DomainFinding[];
}

/**
 * Asks sources side by side for all that they know of a domain. One that fails, hangs or answers nonsense takes nothing from the
 * others, and what it said before counts.
 * @throws only when the signal aborts
 */
export async function askSources(
  sources: readonly LeakSource[],
  context: Omit<NormaliseContext, 'source'>,
  limits: AskLimits,
  signal: AbortSignal,
): Promise<SourcesAnswer> {
  const collected = await Promise.all(sources.map((source) => askSource(source, context, limits, signal)));
  signal.throwIfAborted();
  const merged = new Map<string, DomainFinding>();
  for (const { findings } of collected) for (const finding of findings) addTo(merged, finding);
  return { findings: [...merged.values()], answers: collected.map(({ answer }) => answer) };
}

async function askSource(
  source: LeakSource,
  context: Omit<NormaliseContext, 'source'>,
  { maxFindings, timeoutMs }: AskLimits,
  signal: AbortSignal,
): Promise<CollectedAnswer> {
  const startedAt = performance.now();
  const found = new Map<string, DomainFinding>();
  const ended = (ending: Omit<SourceAnswer, 'source' | 'findings' | 'duration_ms'>): CollectedAnswer => ({
    answer: {
      source: source.name,
      findings: found.size,
      duration_ms: Math.round(performance.now() - startedAt),
      ...ending,
    },
    findings: [...found.values()],
  });
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    for await (const told of untilAborted(source.find(context.domain, deadline), deadline)) {
      addTo(found, normaliseFinding(told, { ...context, source: source.name }));
      if (found.size >= maxFindings) return ended(truncated(maxFindings));
    }
    return ended({ outcome: 'complete', failure: null, error: null, retryAfterMs: null, cause: null });
  } catch (error) {
    return ended(failed(error));
  }
}

function truncated(maxFindings: number): Omit<SourceAnswer, 'source' | 'findings' | 'duration_ms'> {
  const error = `Only the first ${maxFindings} findings were taken.`;
  return { outcome: 'truncated', failure: null, error, retryAfterMs: null, cause: null };
}

/** What goes into the history never carries what a source answered. */
function failed(error: unknown): Omit<SourceAnswer, 'source' | 'findings' | 'duration_ms'> {
  const as = (failure: LeakSourceFailure, message: string, retryAfterMs: number | null, cause: unknown) =>
    ({ outcome: 'failed', failure, error: message, retryAfterMs, cause }) as const;
  if (error instanceof LeakSourceError) return as(error.failure, error.message, error.retryAfterMs, null);
  const { name } = error as Error;
  if (name === 'TimeoutError') return as('unavailable', 'There was no complete answer in time.', null, null);
  if (name === 'ZodError') return as('malformed', 'The answer has a shape that was not expected.', null, error);
  return as('unavailable', 'The source could not be asked.', null, error);
}

function addTo(findings: Map<string, DomainFinding>, finding: DomainFinding): void {
  const known = findings.get(finding.fingerprint);
  findings.set(finding.fingerprint, known ? mergeFindings(known, finding) : finding);
}

/** The items of an iterable until the signal aborts, even if the iterable pays no heed to it. */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: an iterator that hangs would hang here, too.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

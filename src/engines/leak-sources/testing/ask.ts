import type { LeakFinding, LeakSource, LeakSourceError } from '../leak-source.ts';

/** Everything that a source says of a domain, and how it failed at the end, if it did. */
export async function ask(
  source: LeakSource,
  domain: string,
  signal = new AbortController().signal,
): Promise<{ findings: LeakFinding[]; error: LeakSourceError | null }> {
  const findings: LeakFinding[] = [];
  try {
    for await (const finding of source.find(domain, signal)) findings.push(finding);
    return { findings, error: null };
  } catch (error) {
    return { findings, error: error as LeakSourceError };
  }
}

import type { RecordLookup } from './look-up-record.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Proof is withdrawn when the record was missing this many times in a row, over at least the following time. */
const missesToWithdraw = 3;
const usualPatience: ProofPatience = { patienceMs: 2 * dayMs, everyMs: dayMs };

/** How long a record may be missing, and how often it is looked for meanwhile. In milliseconds. */
export interface ProofPatience {
  readonly patienceMs: number;
  readonly everyMs: number;
}

/** What the looks at a record have come to. */
export interface ProofState {
  readonly missingSince: Date | null;
  readonly misses: number;
}

/** A proof that holds, and when to look again. */
export interface KeptProof {
  readonly state: ProofState;
  readonly nextAt: Date;
}

export type RecheckOutcome = ({ readonly kind: 'keep' } & KeptProof) | { readonly kind: 'withdraw' };

/** A proof that was seen just now. */
export function freshProof(now: Date): KeptProof {
  return { state: { missingSince: null, misses: 0 }, nextAt: new Date(now.getTime() + dayMs) };
}

/**
 * What a look at the record of a proved domain means. Somebody's mistake with a zone file costs nothing as long as
 * there is patience, two days unless given; name servers that do not answer prove nothing at all.
 */
export function decideRecheck(
  { missingSince, misses }: ProofState,
  found: RecordLookup,
  now: Date,
  { patienceMs, everyMs }: ProofPatience = usualPatience,
): RecheckOutcome {
  const at = (delayMs: number) => new Date(now.getTime() + delayMs);
  if (found === 'unknown') return { kind: 'keep', state: { missingSince, misses }, nextAt: at(hourMs) };
  if (found === 'present') return { kind: 'keep', ...freshProof(now) };
  const since = missingSince ?? now;
  if (misses + 1 >= missesToWithdraw && now.getTime() - since.getTime() >= patienceMs) return { kind: 'withdraw' };
  return { kind: 'keep', state: { missingSince: since, misses: misses + 1 }, nextAt: at(everyMs) };
}

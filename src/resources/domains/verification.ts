import { deriveKey, keyedDigest } from '../../platform/sealing.ts';

const recordLabel = '_security-monitoring';
const valuePrefix = 'security-monitoring-verification=';
const maxNameLength = 253;
/** 128 bits. */
const tokenDigits = 32;

/** What has to stand in the DNS for the control of a domain to be proved. */
export interface ChallengeRecord {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

/**
 * The TXT record that proves control of a monitored domain. Its value belongs to this record of this customer under this name:
 * others who monitor the same domain have values of their own, and all of them can stand side by side.
 */
export function challengeRecord(
  secretKey: string,
  domain: { readonly partner_id: string; readonly id: string; readonly domain: string },
): ChallengeRecord {
  const key = deriveKey(secretKey, 'domain verification');
  const token = keyedDigest(key, [domain.partner_id, domain.id, domain.domain]).toString('hex').slice(0, tokenDigits);
  const name = `${recordLabel}.${domain.domain}`;
  // There is no name below one that is as long as names can be.
  return { type: 'TXT', name: name.length <= maxNameLength ? name : domain.domain, value: `${valuePrefix}${token}` };
}

/** The columns of a domain whose control is not proved. */
export const unverified = {
  verified_at: null,
  next_verification_at: null,
  verification_missing_since: null,
  verification_misses: 0,
} as const;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Proof is withdrawn when the record was missing this many times in a row, over at least the following time. */
const missesToWithdraw = 3;
const usualPatienceMs = 2 * dayMs;

export interface VerificationState {
  readonly missingSince: Date | null;
  readonly misses: number;
}

export type RecheckOutcome =
  | { readonly kind: 'keep'; readonly state: VerificationState; readonly nextAt: Date }
  | { readonly kind: 'withdraw' };

/**
 * What a look at the record of a verified domain means. Somebody else's mistake with a zone file costs a customer nothing for
 * `patienceMs`, two days; name servers that do not answer prove nothing at all.
 */
export function decideRecheck(
  { missingSince, misses }: VerificationState,
  found: 'present' | 'missing' | 'unknown',
  now: Date,
  patienceMs: number = usualPatienceMs,
): RecheckOutcome {
  const at = (delayMs: number) => new Date(now.getTime() + delayMs);
  if (found === 'unknown') return { kind: 'keep', state: { missingSince, misses }, nextAt: at(hourMs) };
  if (found === 'present') return { kind: 'keep', state: { missingSince: null, misses: 0 }, nextAt: at(dayMs) };
  const since = missingSince ?? now;
  if (misses + 1 >= missesToWithdraw && now.getTime() - since.getTime() >= patienceMs) return { kind: 'withdraw' };
  return { kind: 'keep', state: { missingSince: since, misses: misses + 1 }, nextAt: at(dayMs) };
}

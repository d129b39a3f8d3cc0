import { type ChallengeRecord, challengeRecord } from '../../engines/dns-proof/challenge-record.ts';
import type { KeptProof } from '../../engines/dns-proof/decide-recheck.ts';
import { keyedToken } from '../../platform/sealing.ts';

export interface ProvableDomain {
  readonly partner_id: string;
  readonly id: string;
  readonly domain: string;
  readonly transfers: number;
}

/** The TXT record that proves control of a monitored domain, for this record of this customer under this name. */
export function verificationRecord(
  secretKey: string,
  { partner_id, id, domain, transfers }: ProvableDomain,
): ChallengeRecord {
  // Of one that was never transferred it is as it was before there were transfers: it stands in the DNS of customers.
  const owner = transfers === 0 ? [] : [String(transfers)];
  return challengeRecord(domain, keyedToken(secretKey, 'domain verification', [partner_id, id, domain, ...owner]));
}

/** The columns of a domain whose control is not proved. */
export const unverified = {
  verified_at: null,
  next_verification_at: null,
  verification_missing_since: null,
  verification_misses: 0,
} as const;

/** The columns of a domain whose control is proved, as far as looking again is concerned. */
export function verificationColumns({ state, nextAt }: KeptProof) {
  return {
    next_verification_at: nextAt,
    verification_missing_since: state.missingSince,
    verification_misses: state.misses,
  };
}

import { type ChallengeRecord, challengeRecord } from '../../engines/dns-proof/challenge-record.ts';
import type { KeptProof } from '../../engines/dns-proof/decide-recheck.ts';
import {
  lookUpRecord,
  lookUpTarget,
  type RecordLookup,
  type TextResolver,
} from '../../engines/dns-proof/look-up-record.ts';
import { keyedToken } from '../../platform/sealing.ts';
import type { PortalDomain } from './portal-domain-record.ts';

/** The two questions that are put to DNS; `Resolver` of node:dns/promises answers them. */
export interface ProofResolver extends TextResolver {
  resolveCname(name: string): Promise<string[]>;
}

export interface ProofSettings {
  readonly secretKey: string;
  /**
   * A name below which every name leads to this installation; null: there is none, and a TXT record is the only proof.
   */
  readonly cnameBase: string | null;
}

/** What has to stand in the DNS for a portal domain to serve: either of them is enough. */
export interface ProofRecords {
  readonly txt: ChallengeRecord;
  /** Leads the domain here and proves it at once. Null without a base. */
  readonly cname: { readonly type: 'CNAME'; readonly name: string; readonly value: string } | null;
}

/**
 * Both are the partner's alone: a domain whose DNS still points here after its owner has left proves nothing for
 * anybody else. The value of the TXT record belongs to this claim of this name, the target of the CNAME to the partner.
 */
export function proofRecords(
  { secretKey, cnameBase }: ProofSettings,
  { partner_id, id, domain }: Pick<PortalDomain, 'partner_id' | 'id' | 'domain'>,
): ProofRecords {
  const txt = challengeRecord(domain, keyedToken(secretKey, 'domain verification', [partner_id, id, domain]));
  if (cnameBase === null) return { txt, cname: null };
  const label = keyedToken(secretKey, 'portal names', [partner_id]);
  return { txt, cname: { type: 'CNAME', name: domain, value: `${label}.${cnameBase}` } };
}

/** The columns of a portal domain that say when to look again and what the looks have come to. */
export function proofColumns({ state, nextAt }: KeptProof) {
  return { next_check_at: nextAt, missing_since: state.missingSince, misses: state.misses };
}

/** Whether either record is there. Only name servers that say so of both make it missing. */
export async function lookUpProof(
  settings: ProofSettings,
  resolver: ProofResolver,
  domain: PortalDomain,
): Promise<RecordLookup> {
  const { txt, cname } = proofRecords(settings, domain);
  const found = await Promise.all([
    lookUpRecord(resolver, txt),
    cname === null ? 'missing' : lookUpTarget(resolver.resolveCname(cname.name), cname.value),
  ]);
  if (found.includes('present')) return 'present';
  return found.includes('unknown') ? 'unknown' : 'missing';
}

import { deriveKey, keyedDigest } from '../../platform/sealing.ts';
import {
  lookUpRecord,
  lookUpTarget,
  type RecordLookup,
  type TextResolver,
} from '../../resources/domains/look-up-record.ts';
import { type ChallengeRecord, challengeRecord } from '../../resources/domains/verification.ts';
import type { PortalDomain } from './portal-domain-record.ts';

/** The two questions that are put to DNS; `Resolver` of node:dns/promises answers them. */
export interface ProofResolver extends TextResolver {
  resolveCname(name: string): Promise<string[]>;
}

export interface ProofSettings {
  readonly secretKey: string;
  /** A name below which every name leads to this installation; null: there is none, and a TXT record is the only proof. */
  readonly cnameBase: string | null;
}

/** What has to stand in the DNS for a portal domain to serve: either of them is enough. */
export interface ProofRecords {
  readonly txt: ChallengeRecord;
  /** Leads the domain here and proves it at once. Null without a base. */
  readonly cname: { readonly type: 'CNAME'; readonly name: string; readonly value: string } | null;
}

/** 128 bits. */
const labelDigits = 32;

/**
 * Both are the partner's alone: a domain whose DNS still points here after its owner has left proves nothing for anybody else.
 * The value of the TXT record belongs to this claim of this name, the target of the CNAME to the partner.
 */
export function proofRecords({ secretKey, cnameBase }: ProofSettings, domain: PortalDomain): ProofRecords {
  const label = () =>
    keyedDigest(deriveKey(secretKey, 'portal names'), [domain.partner_id]).toString('hex').slice(0, labelDigits);
  return {
    txt: challengeRecord(secretKey, domain),
    cname: cnameBase === null ? null : { type: 'CNAME', name: domain.domain, value: `${label()}.${cnameBase}` },
  };
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

import type { Severity } from '../../common/severity.ts';

/**
 * Where a level comes from:
 * - `shadowserver`: the severity that Shadowserver publishes for its report on the exposed service;
 * - `cisa_bod_23_02`: a management interface in the sense of CISA's Binding Operational Directive 23-02;
 * - `cisa_ransomware`: on CISA's list of misconfigurations and weaknesses used in ransomware campaigns (one level up);
 * - `vendor`: the maker says what a stranger could do there;
 * - `judgement`: ours, no published row.
 */
type RiskSource = 'shadowserver' | 'cisa_bod_23_02' | 'cisa_ransomware' | 'vendor' | 'judgement';

/** What it changes that a service was seen to answer strangers. */
interface OpenJudgement {
  /** Default: one level above the row's. */
  readonly severity?: Severity;
  /** What strangers can do there, after “because”, without a full stop. */
  readonly reason: string;
  /** Where the maker says so, or asks that it be kept from strangers. */
  readonly reference?: string;
  /** Default: the row's. */
  readonly advice?: string;
}

/** What it changes that a service was seen to ask for a login. What is left out is the row's. */
interface GuardedJudgement {
  /** Inside TLS or not. Default: the row's, and inside TLS one level below it. */
  readonly severity?: Severity;
  readonly why?: string;
  readonly advice?: string;
}

/** One kind of exposure: its level, where the level comes from, and what the customer reads. */
export interface RiskRow {
  /** Names the row among its texts in other languages: see wording.ts. */
  readonly id: string;
  /** Names under which the service is detected or registered, lower case. */
  readonly services: readonly string[];
  /** Transports on which the service names above mean this row. */
  readonly protocols: readonly ('tcp' | 'udp')[];
  readonly tcp: readonly number[];
  readonly udp: readonly number[];
  readonly severity: Severity;
  readonly sources: readonly RiskSource[];
  /** The service is spoken over HTTP, so a plain web server found on one of these ports is taken for it. */
  readonly overHttp: boolean;
  /** With its article, for the middle of a sentence: `a MySQL database`. At most 60 characters. */
  readonly thing: string;
  /** Why anybody should care: what it is for, and what strangers do with it. Whole sentences. */
  readonly why: string;
  /** What to do, the best way first. Whole sentences, addressed to the owner. */
  readonly advice: string;
  /** For services that may, or may not, ask for a login. */
  readonly open?: OpenJudgement;
  readonly guarded?: GuardedJudgement;
}

/** As a row is written: what most rows have in common is left out. */
export interface RiskRowText
  extends Pick<RiskRow, 'services' | 'severity' | 'sources' | 'thing' | 'why' | 'advice' | 'open' | 'guarded'> {
  /** Default: the first of its services. */
  readonly id?: string;
  readonly tcp?: readonly number[];
  readonly udp?: readonly number[];
  /** Default: those for which ports are listed, TCP when none is. */
  readonly protocols?: RiskRow['protocols'];
  readonly overHttp?: true;
}

export function riskRows(texts: readonly RiskRowText[]): readonly RiskRow[] {
  return texts.map((text) => {
    const { tcp = [], udp = [] } = text;
    const listed = [...(tcp.length > 0 ? ['tcp' as const] : []), ...(udp.length > 0 ? ['udp' as const] : [])];
    const protocols = text.protocols ?? (listed.length > 0 ? listed : ['tcp']);
    return { ...text, id: text.id ?? text.services[0]!, tcp, udp, protocols, overHttp: text.overHttp ?? false };
  });
}

/** What the records of each type that is asked for hold. Names are in lower case and without the last dot; that of the root is empty. */
export interface DnsData {
  readonly A: string;
  readonly AAAA: string;
  readonly CAA: { readonly isCritical: boolean; readonly tag: string; readonly value: string };
  readonly DNSKEY: { readonly flags: number; readonly algorithm: number; readonly key: Uint8Array };
  readonly DS: {
    readonly keyTag: number;
    readonly algorithm: number;
    readonly digestType: number;
    readonly digest: Uint8Array;
  };
  readonly MX: { readonly preference: number; readonly exchange: string };
  readonly NS: string;
  readonly SOA: { readonly serial: number };
  /** The pieces of a text joined, without blanks between them. */
  readonly TXT: string;
}

export type DnsType = keyof DnsData;

export interface DnsQuestion<Type extends DnsType = DnsType> {
  /** In lower case, without the last dot. */
  readonly name: string;
  readonly type: Type;
  /** Whether the resolver is to answer what does not validate, too (CD). */
  readonly checkingDisabled?: boolean;
  /** Address of a name server that is asked itself, without recursion, and not the resolver. */
  readonly at?: string;
}

/**
 * - `records`: there are some. - `no_data`: the name has none of that type. - `no_name`: there is no such name (NXDOMAIN).
 * - `failed`: SERVFAIL, or an error that is as vague. - `refused`: REFUSED. - `silent`: no answer in time, or none that could be read.
 *
 * The first three are evidence of what is in the DNS; the others only of whom was asked.
 */
export type DnsOutcome = 'records' | 'no_data' | 'no_name' | 'failed' | 'refused' | 'silent';

/** What came of a question. It is evidence, and kept as such. */
export interface DnsAnswer<Type extends DnsType = DnsType> {
  readonly question: DnsQuestion<Type>;
  readonly outcome: DnsOutcome;
  readonly records: readonly DnsData[Type][];
  /** Whether the name is an alias (CNAME), and the records are those of its target. */
  readonly isAlias: boolean;
  /** The zone that says that there is nothing. */
  readonly zone: string | null;
  readonly isAuthoritative: boolean;
  /** Whether a resolver that is trusted says that it validated the answer (AD). */
  readonly isValidated: boolean;
  /** Why it failed (EDE, RFC 8914), where whoever was asked says so. */
  readonly extendedError: number | null;
  /** Who was asked. */
  readonly server: string;
  readonly at: Date;
}

/** Asks one resolver. Never throws: no answer is an answer. */
export type AskDns = <Type extends DnsType>(question: DnsQuestion<Type>) => Promise<DnsAnswer<Type>>;

/** Whether the answer says what is in the DNS, be it nothing. */
export function isEvidence({ outcome }: Pick<DnsAnswer, 'outcome'>): boolean {
  return outcome === 'records' || outcome === 'no_data' || outcome === 'no_name';
}

import type { AskDns, DnsAnswer } from '../../common/dns-answer.ts';

/** What was fetched by HTTP. It is evidence, and kept as such. */
export type Fetched<Answer extends { readonly outcome: string }> = Answer & { readonly url: string; readonly at: Date };

/** What came of fetching an MTA-STS policy. */
export type PolicyAnswer =
  | { readonly outcome: 'policy'; readonly text: string }
  /** The host answers, and not with a policy. `status`: of the answer, where that is why. */
  | {
      readonly outcome: 'none';
      readonly why: 'certificate' | 'address' | 'status' | 'type' | 'length';
      readonly status?: number;
    }
  | { readonly outcome: 'silent' };

/** What a registry says of a domain. Nothing of persons is kept. */
export interface Registration {
  /** In lower case and without blanks, as `clienthold` (RFC 8056 maps the two ways of writing). */
  readonly statuses: readonly string[];
  /** Null: the registry does not say (RFC 9083, 4.5). */
  readonly expiresAt: Date | null;
  readonly registrar: string | null;
  /** The registrar's number at IANA, which stays when its name is written otherwise; null: there is none. */
  readonly registrarId: string | null;
  /** Names of the servers that it is delegated to, in lower case and sorted; none: the registry does not say. */
  readonly nameServers: readonly string[];
}

/** What came of asking a registry. */
export type RegistrationAnswer =
  | { readonly outcome: 'registered'; readonly registration: Registration }
  | { readonly outcome: 'not_registered' }
  /** The registry answers no such questions. */
  | { readonly outcome: 'no_server' }
  | { readonly outcome: 'silent' };

/** Whose a server's address is: the customer's own; another one's now; nobody's since it was terminated. */
export type AddressHolder = 'own' | 'other' | 'former';

/** What a look at a domain asks. */
export interface LookTools {
  readonly ask: AskDns;
  /** Gets `https://mta-sts.<domain>/.well-known/mta-sts.txt`. */
  readonly fetchPolicy: (domain: string) => Promise<Fetched<PolicyAnswer>>;
  /** Asks the registry about the registrable name of a domain. */
  readonly askRegistration: (domain: string) => Promise<Fetched<RegistrationAnswer>>;
  /** A label that nobody chose, to tell wildcards by. */
  readonly randomLabel: () => string;
  /** Whose addresses are, of those that the domain's customer has or had. Absent: nobody knows, and dangling names are not looked for. */
  readonly holdersOf?: ((addresses: readonly string[]) => Promise<ReadonlyMap<string, AddressHolder>>) | undefined;
}

export interface LookedAtDomain {
  /** In punycode and lower case, without the last dot. */
  readonly name: string;
  /** Those that its owner named, besides the usual ones. */
  readonly dkimSelectors: readonly string[];
  /** Whether its owner says that it takes and sends mail; null: its MX says so. */
  readonly expectsMail: boolean | null;
  /** What whoever hosts it sets up for such domains. */
  readonly template: RecordTemplate;
}

/** How a hoster has records written. */
export interface RecordTemplate {
  /** The name whose SPF record names all of the hoster's servers that send. */
  readonly spfInclude: string | null;
  /** Selectors that are asked like the usual ones. */
  readonly dkimSelectors: readonly string[];
  /** Where reports go; null: to postmaster of the domain. */
  readonly reportAddress: string | null;
}

export const noTemplate: RecordTemplate = { spfInclude: null, dkimSelectors: [], reportAddress: null };

/** Mail to postmaster is taken wherever mail is (RFC 5321, 4.5.1). */
export function reportsTo({ name, template: { reportAddress } }: LookedAtDomain): string {
  return `mailto:${reportAddress ?? `postmaster@${name}`}`;
}

/** What all checks of a domain share. */
export interface DomainLook {
  readonly domain: LookedAtDomain;
  /** Whether it takes mail, by what its owner says or by its MX; null: nobody answered. */
  readonly hasMail: boolean | null;
  readonly mx: DnsAnswer<'MX'>;
  readonly soa: DnsAnswer<'SOA'>;
}

/** The null MX (RFC 7505). */
export function isNullMx({ exchange }: { readonly exchange: string }): boolean {
  return exchange === '';
}

/** The zone of a name, as the answer about its SOA says it. */
export function zoneOf({ question, outcome, isAlias, zone }: DnsAnswer<'SOA'>): string | null {
  return outcome === 'records' && !isAlias ? question.name : zone;
}

/** The name one label up; null: there is none but the root. */
export function parentOf(name: string): string | null {
  const dot = name.indexOf('.');
  return dot === -1 ? null : name.slice(dot + 1);
}

import { type DumpTextKey, type DumpWording, dumpInEnglish, dumpPhrase } from './dump-wording.ts';

/** How somebody is told from strangers: by what the connection has, or by a list that the dump names and does not show. */
export type PartyKind =
  | 'interface'
  | 'interface-other'
  | 'source-port'
  | 'tag'
  | 'service-account'
  | 'security-group'
  | 'application-security-group'
  | 'service-tag'
  | 'ipset'
  | 'set'
  | 'countries'
  | 'prefixes'
  | 'csf'
  /** Called by its name alone: `IPsec`. */
  | 'named';

/** Somebody who is told from strangers, as one text that can be compared: `interface wg0`. */
export type Party = `${PartyKind} ${string}`;

export function party(kind: PartyKind, name: string): Party {
  return `${kind} ${name}`;
}

export function isParty(given: Party, kind: PartyKind): boolean {
  return given.startsWith(`${kind} `);
}

/** Who may connect. */
export interface CallerSource {
  /** `10.0.0.0/8, 192.0.2.1-192.0.2.9`; `any`: the world. Empty: nobody by the address alone. */
  readonly addresses: string;
  /** So many further ranges of addresses. */
  readonly more: number;
  /** Lists of those from there who may not; empty: they have no names. Null: there are none. */
  readonly except: readonly Party[] | null;
  /** What else is asked of who comes from there. */
  readonly needs: Party | null;
  /** Who may besides, from anywhere. */
  readonly others: readonly Party[];
}

export const noCaller: CallerSource = { addresses: '', more: 0, except: null, needs: null, others: [] };
export const everybody: CallerSource = { ...noCaller, addresses: 'any' };

export function isSameSource(a: CallerSource, b: CallerSource): boolean {
  return (
    a === b ||
    (a.addresses === b.addresses &&
      a.more === b.more &&
      a.needs === b.needs &&
      isSameList(a.except, b.except) &&
      isSameList(a.others, b.others))
  );
}

function isSameList(a: readonly Party[] | null, b: readonly Party[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Nobody reads further than that, and a dump can name as many as it likes. */
const listedParties = 20;
const maxNameLength = 200;
const maxLength = 300;

/** The same, as long as anybody reads it: it leaves the thread that reads dumps. */
export function bounded(source: CallerSource): CallerSource {
  const listed = (parties: readonly Party[]) =>
    parties.slice(0, listedParties).map((each) => each.slice(0, maxNameLength) as Party);
  const { except, needs, others } = source;
  return {
    ...source,
    except: except && listed(except),
    needs: needs && (needs.slice(0, maxNameLength) as Party),
    others: listed(others),
  };
}

/** Who may connect, for people of a language; `any` stays so in all of them. */
export function sourceWords(source: CallerSource, say: DumpWording): string {
  return [...(source.addresses === '' ? [] : [mainWords(source, say)]), ...source.others.map((of) => nameOf(of, say))]
    .join(', ')
    .slice(0, maxLength);
}

export function sourceInEnglish(source: CallerSource): string {
  return sourceWords(source, dumpInEnglish);
}

function mainWords({ addresses, more, except, needs }: CallerSource, say: DumpWording): string {
  let words = more === 0 ? addresses : say(dumpPhrase('from-more', { addresses, count: String(more) }, maxLength));
  if (except !== null) words = exceptWords(words, except, say);
  return needs === null ? words : say(dumpPhrase('from-with', { source: words, party: nameOf(needs, say) }, maxLength));
}

function exceptWords(source: string, except: readonly Party[], say: DumpWording): string {
  if (except.length === 0) return say(dumpPhrase('from-except-unnamed', { source }, maxLength));
  const lists = except.map((list) => nameOf(list, say)).join(', ');
  return say(dumpPhrase('from-except', { source, lists }, maxLength));
}

function nameOf(of: Party, say: DumpWording): string {
  const space = of.indexOf(' ');
  const [kind, name] = [of.slice(0, space) as PartyKind, of.slice(space + 1)];
  return kind === 'named' ? name : say(dumpPhrase(`from-${kind}` satisfies DumpTextKey, { name }));
}

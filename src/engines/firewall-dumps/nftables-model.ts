import type { DumpPhrase } from './dump-wording.ts';
/** A ruleset of nftables, as its text and its JSON both say it. Words stay as they are written: `80-90`, `10.0.0.0/8`. */
export interface NftTable {
  readonly family: string;
  readonly name: string;
  readonly chains: Map<string, NftChain>;
  readonly sets: Map<string, NftSet>;
  /** The line from which on something that is not in the dump may change it. Null: none. */
  unread: number | null;
}

export interface NftChain {
  readonly line: number;
  hook: NftHook | null;
  /** Base chains that name none accept. */
  policy: string | null;
  readonly rules: NftRule[];
}

export interface NftHook {
  readonly type: string;
  readonly hook: string;
  readonly priority: number;
}

/** Elements of a named set or map; null: the dump leaves them out. */
export type NftSet = readonly NftElement[] | null;

export interface NftElement {
  /** Parts of a concatenation; one part when there is none. */
  readonly key: readonly string[];
  /** Of a verdict map. */
  readonly verdict: NftVerdict | null;
}

export interface NftVerdict {
  readonly kind: 'accept' | 'drop' | 'return' | 'continue' | 'jump' | 'goto' | 'unclear';
  /** Of jump and goto. */
  readonly chain: string;
  /** Of an unclear one, why it is. */
  readonly why?: DumpPhrase;
  /** Of an unclear one, the command whose output tells what it does. */
  readonly paste?: string;
}

export interface NftRule {
  readonly line: number;
  readonly statements: readonly NftStatement[];
}

/** What a field is compared with. */
export type NftValue =
  /** One, or any of several bits: `established,related`. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'elements'; readonly elements: readonly NftElement[] }
  | { readonly kind: 'named'; readonly name: string };

export type NftStatement =
  | {
      readonly kind: 'match';
      /** `tcp dport`; several when they are concatenated. */
      readonly fields: readonly string[];
      /** Words between the field and the operator, as in `tcp flags & (syn | ack)`. Null: none. */
      readonly mask: readonly string[] | null;
      readonly operator: '==' | '!=' | '<' | '>' | '<=' | '>=' | '!' | 'in';
      readonly value: NftValue;
    }
  | { readonly kind: 'vmap'; readonly fields: readonly string[]; readonly value: NftValue }
  | { readonly kind: 'verdict'; readonly verdict: NftVerdict }
  | { readonly kind: 'reject'; readonly type: string }
  | { readonly kind: 'limit'; readonly isOver: boolean }
  | { readonly kind: 'connections'; readonly isOver: boolean; readonly count: number }
  | { readonly kind: 'translate'; readonly address: string; readonly port: string }
  | { readonly kind: 'untrack' }
  /** It reads these fields: packets without them do not match. */
  | { readonly kind: 'reads'; readonly fields: readonly string[] }
  /** A condition that the dump does not decide. */
  | { readonly kind: 'doubt'; readonly reason: DumpPhrase };

import { isEvidence } from '../../common/dns-answer.ts';
import {
  effectiveSpfTerms,
  isSpf,
  maxSpfLookups,
  type SpfQualifier,
  type SpfTerm,
  spfLookups,
  spfTerms,
} from '../../common/spf-record.ts';
import { type DomainLook, isNullMx, type LookedAtDomain, type LookTools } from './domain-look.ts';
import { type JudgedCheck, only, type PublishedRecord, type Remark, remark, shown } from './remarks.ts';

const maxVoids = 2;
const maxMxHosts = 10;
/** Nobody follows records further than this: what they cost is only counted to be told. */
const followedLookups = 30;

/** Whether the SPF record of a domain works, and keeps others from sending in its name (RFC 7208). */
export async function judgeSpf({ ask }: LookTools, { domain, hasMail }: DomainLook): Promise<JudgedCheck> {
  const { name } = domain;
  const answer = await ask({ name, type: 'TXT' });
  if (!isEvidence(answer)) return only('spf.unanswered', { name });
  const records = answer.records.filter(isSpf);
  const [record] = records;
  if (record === undefined) return absent(domain, hasMail);
  if (records.length > 1)
    return { remarks: [remark('spf.several')], found: shown(records), shouldBe: text(name, merged(records)) };
  const evaluation = new SpfEvaluation(ask);
  const all = await evaluation.follow(name, record, []);
  const remarks = [...evaluation.remarks, ...openness(all, evaluation)];
  return {
    remarks: remarks.length > 0 ? remarks : [remark('spf.fine', { count: String(evaluation.lookups) })],
    found: shown(records),
    shouldBe: evaluation.isOpenedByOthers ? null : better(name, record, remarks),
  };
}

function absent({ name, template: { spfInclude } }: LookedAtDomain, hasMail: boolean | null): JudgedCheck {
  if (hasMail === null) return only('spf.unanswered', { name });
  return hasMail
    ? {
        remarks: [remark('spf.absent')],
        found: [],
        shouldBe: text(name, `v=spf1 mx ${spfInclude === null ? '' : `include:${spfInclude} `}~all`),
      }
    : { remarks: [remark('spf.absent_without_mail')], found: [], shouldBe: text(name, 'v=spf1 -all') };
}

function openness(all: SpfQualifier | null, { hasHiddenAll }: SpfEvaluation): Remark[] {
  if (all === '+') return [remark('spf.everyone')];
  return (all === '?' || all === null) && !hasHiddenAll ? [remark('spf.neutral')] : [];
}

/** The same record without what is wrong in itself; null: what is wrong stands elsewhere, or has no cure that can be seen from here. */
function better(name: string, record: string, remarks: readonly Remark[]): PublishedRecord | null {
  const mended = new Set(['spf.everyone', 'spf.neutral', 'spf.ptr']);
  if (remarks.length === 0 || !remarks.every(({ reason }) => mended.has(reason))) return null;
  const kept = effectiveSpfTerms(record).filter((term) => !['all', 'ptr'].includes(term.name) && !admitsAll(term));
  const redirects = kept.some(({ name: term }) => term === 'redirect');
  const terms = [...kept.map((term) => term.text), ...(redirects ? [] : [closing(record)])];
  const value = ['v=spf1', ...terms].join(' ');
  return value === record ? null : text(name, value);
}

function closing(record: string): string {
  return spfTerms(record).find(({ name, qualifier }) => name === 'all' && '~-'.includes(qualifier))?.text ?? '~all';
}

/** One record of the terms of several. */
function merged(records: readonly string[]): string {
  const terms = records.flatMap((record) =>
    spfTerms(record).filter(({ name, isValid }) => isValid && name !== 'all' && name !== 'redirect'),
  );
  return ['v=spf1', ...new Set(terms.map((term) => term.text)), '~all'].join(' ');
}

function admitsAll({ name, qualifier, target }: SpfTerm): boolean {
  return qualifier === '+' && (name === 'ip4' || name === 'ip6') && /\/0+$/.test(target);
}

function text(name: string, value: string): PublishedRecord {
  return { name, type: 'TXT', value };
}

/** What receivers go through in the worst case: a message for which no term matches before the end. */
class SpfEvaluation {
  lookups = 0;
  voids = 0;
  /** Whether what decides about everybody else depends on the message. */
  hasHiddenAll = false;
  /** Whether a term that names another record or name lets everybody send. */
  isOpenedByOthers = false;
  /** What becomes of everybody, if everybody matches a term that was not answered; null: all were. What stands behind it may not be reached. */
  #lost: SpfQualifier | null = null;
  readonly #ask: LookTools['ask'];
  readonly #remarks = new Map<string, Remark>();

  constructor(ask: LookTools['ask']) {
    this.#ask = ask;
  }

  get remarks(): readonly Remark[] {
    return [...this.#remarks.values()];
  }

  /**
   * Goes through a record and those that it leads to.
   * @param above the domains whose records led here
   * @returns what becomes of everybody who is not named; null: nothing is said
   */
  async follow(domain: string, record: string, above: readonly string[]): Promise<SpfQualifier | null> {
    const path = [...above, domain];
    const wrong = spfTerms(record).filter(({ isValid }) => !isValid);
    for (const { text: term } of wrong.slice(0, 3)) this.#tell('spf.syntax', { term, name: domain });
    if (spfTerms(record).filter(({ name }) => name === 'redirect').length > 1)
      this.#tell('spf.syntax', { term: 'redirect=', name: domain });
    let all: SpfQualifier | null = null;
    for (const term of effectiveSpfTerms(record)) {
      // What admits everybody behind what may admit everybody does so for certain.
      if (this.#lost !== null && (this.#lost !== '+' || spfLookups.has(term.name))) continue;
      if (!term.isValid || this.lookups > followedLookups) continue;
      const led = await this.#goThrough(term, domain, path);
      all ??= led;
      // What stands behind a term that everybody matches is not reached; all of IPv4 is not everybody.
      if (led !== null && !admitsAll(term)) break;
    }
    return all;
  }

  /** @returns what becomes of everybody by a term; null: it is about some */
  async #goThrough(term: SpfTerm, domain: string, path: readonly string[]): Promise<SpfQualifier | null> {
    if (term.name === 'all') return term.qualifier;
    if (admitsAll(term)) return '+';
    if (!spfLookups.has(term.name)) return null;
    this.lookups += 1;
    if (this.lookups > maxSpfLookups) this.#tell('spf.too_many_lookups', { count: String(this.lookups) });
    if (term.name === 'ptr') this.#tell('spf.ptr', { name: domain });
    else if (term.name === 'include' || term.name === 'redirect') return this.#lead(term, path);
    else if (!term.hasMacro) {
      const isThere = await this.#lookUp(term, term.target || domain);
      // Whether a name exists that does not depend on the message is the same for everybody.
      if (isThere && term.name === 'exists') return this.#opened(term.qualifier);
    }
    return null;
  }

  #opened(qualifier: SpfQualifier): SpfQualifier {
    this.isOpenedByOthers ||= qualifier === '+';
    return qualifier;
  }

  async #lead({ name, target, qualifier, hasMacro, text: term }: SpfTerm, path: readonly string[]) {
    if (hasMacro) {
      this.#tell('spf.macro', { term });
      this.hasHiddenAll = true;
      return null;
    }
    if (path.includes(target)) {
      this.#tell('spf.loop', { name: target });
      return null;
    }
    const answer = await this.#ask({ name: target, type: 'TXT' });
    if (!isEvidence(answer)) {
      this.#loseWay(target, qualifier);
      return null;
    }
    if (answer.records.length === 0) this.#countVoid();
    const records = answer.records.filter(isSpf);
    if (records.length !== 1) {
      this.#tell(records.length === 0 ? 'spf.nothing_included' : 'spf.several_included', { name: target });
      return null;
    }
    const all = await this.follow(target, records[0]!, path);
    if (this.#lost !== null && qualifier !== '+') this.#lost = qualifier;
    if (name === 'redirect') return all;
    return all === '+' ? this.#opened(qualifier) : null;
  }

  /** @returns whether there is what is looked for */
  async #lookUp({ name: term, qualifier }: SpfTerm, name: string): Promise<boolean> {
    if (term === 'mx') return this.#lookUpMx(name);
    const first = await this.#ask({ name, type: 'A' });
    if (first.outcome === 'records') return true;
    // `exists` asks for A alone (RFC 7208, 5.7); `a` for the kind that the sender's address is of.
    const second = term === 'exists' ? first : await this.#ask({ name, type: 'AAAA' });
    if (second.outcome === 'records') return true;
    if (isEvidence(first) && isEvidence(second)) this.#countVoid();
    else if (term === 'exists') this.#loseWay(name, qualifier);
    else this.#tell('spf.unanswered', { name });
    return false;
  }

  #loseWay(name: string, qualifier: SpfQualifier): void {
    this.#tell('spf.unanswered', { name });
    this.hasHiddenAll = true;
    this.#lost = qualifier;
  }

  async #lookUpMx(name: string): Promise<boolean> {
    const answer = await this.#ask({ name, type: 'MX' });
    if (!isEvidence(answer)) {
      this.#tell('spf.unanswered', { name });
      return false;
    }
    if (answer.records.length === 0) this.#countVoid();
    if (answer.records.filter((record) => !isNullMx(record)).length > maxMxHosts)
      this.#tell('spf.too_many_hosts', { name });
    return answer.records.length > 0;
  }

  #countVoid(): void {
    this.voids += 1;
    if (this.voids > maxVoids) this.#tell('spf.too_many_voids', { count: String(this.voids) });
  }

  /** Each once; of what is counted the last count stays. */
  #tell(reason: Remark['reason'], values: Remark['values']): void {
    const { count: _, ...about } = values;
    this.#remarks.set(`${reason} ${Object.values(about).join(' ')}`, remark(reason, values));
  }
}

import { effectiveSpfTerms, isSpf, maxSpfLookups, spfLookups } from '../../common/spf-record.ts';
import { tagsOf } from '../../common/tag-list.ts';

/** The question that is put to DNS; `Resolver` of node:dns/promises answers it. */
export interface SenderResolver {
  resolveTxt(name: string): Promise<string[][]>;
}

/**
 * - `present`: the record is there and says what it has to.
 * - `missing`: the DNS answers that there is none.
 * - `wrong`: there is one, and `problem` says what it lacks.
 * - `unknown`: there was no answer that could be relied on.
 */
export interface RecordCheck {
  readonly state: 'present' | 'missing' | 'wrong' | 'unknown';
  /** The records of that kind that are there. */
  readonly found: readonly string[];
  /** A sentence; null unless it is wrong. */
  readonly problem: string | null;
}

export interface SenderChecks {
  readonly spf: RecordCheck;
  readonly dkim: RecordCheck;
  readonly dmarc: RecordCheck;
}

export interface CheckedSender {
  /** Of the sender's address. */
  readonly domain: string;
  /** The one above it that was registered (RFC 7489, 3.2), or itself: its DMARC record holds for all below. */
  readonly registrable: string;
  /** Whose SPF record names the servers that send. */
  readonly sendingDomain: string;
  readonly selector: string;
  /** Base64 of the DER form. */
  readonly publicKey: string;
}

const timeoutMs = 8_000;
const shownRecords = 5;
const shownLength = 600;
/** No such name; no record of that type. Everything else may be different in a minute. */
const definite = new Set(['ENOTFOUND', 'ENODATA']);

class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/**
 * Whether the records of a domain let mail in its name be sent by the servers of another one and signed with a key: SPF has
 * to include the sending domain, which has an SPF record itself; DKIM has to have the key; DMARC has to be there, with any policy. Never
 * throws. Which addresses the sending domain's record names is not looked at.
 */
export async function checkSender(resolver: SenderResolver, sender: CheckedSender): Promise<SenderChecks> {
  const guarded = async (check: Promise<RecordCheck>) => {
    try {
      return await check;
    } catch (error) {
      if (error instanceof Unanswered) return { state: 'unknown', found: [], problem: null } as const;
      throw error;
    }
  };
  const [spf, dkim, dmarc] = await Promise.all([
    guarded(checkSpf(resolver, sender)),
    guarded(checkDkim(resolver, sender)),
    guarded(checkDmarc(resolver, sender)),
  ]);
  return { spf, dkim, dmarc };
}

/** Whether all of it is there; one that is not counts for more than one that is not known. */
export function verdictOf({ spf, dkim, dmarc }: SenderChecks): 'present' | 'missing' | 'unknown' {
  const states = [spf, dkim, dmarc].map(({ state }) => state);
  if (states.every((state) => state === 'present')) return 'present';
  return states.some((state) => state === 'missing' || state === 'wrong') ? 'missing' : 'unknown';
}

async function checkSpf(resolver: SenderResolver, { domain, sendingDomain }: CheckedSender): Promise<RecordCheck> {
  const records = await spfRecords(resolver, domain);
  if (records.length === 0) return missing;
  if (records.length > 1) return wrong(records, 'There must be one SPF record only.');
  const search = { resolver, target: sendingDomain, lookups: 0 };
  const found = domain === sendingDomain || (await includes(search, records[0]!));
  if (search.lookups > maxSpfLookups) return wrong(records, 'It takes more than 10 look-ups, so receivers ignore it.');
  if (!found) return wrong(records, `It does not include ${sendingDomain}.`);
  if ((await spfRecords(resolver, sendingDomain)).length !== 1)
    return wrong(records, `${sendingDomain} itself, which your provider sends from, has no SPF record.`);
  return present(records);
}

interface SpfSearch {
  readonly resolver: SenderResolver;
  readonly target: string;
  lookups: number;
}

/** Whether a record lets the servers of the target send: by `include` or `redirect`, in itself or in what it includes. */
async function includes(search: SpfSearch, record: string): Promise<boolean> {
  for (const { name, qualifier, target, hasMacro } of effectiveSpfTerms(record)) {
    if (!spfLookups.has(name)) continue;
    search.lookups += 1;
    if (search.lookups > maxSpfLookups) return false;
    const leadsOn = name === 'include' || name === 'redirect';
    // Macros stand for what only a mail has.
    if (!leadsOn || qualifier !== '+' || hasMacro) continue;
    if (target === search.target) return true;
    const [nested, ...others] = await spfRecords(search.resolver, target);
    if (nested !== undefined && others.length === 0 && (await includes(search, nested))) return true;
  }
  return false;
}

async function spfRecords(resolver: SenderResolver, domain: string): Promise<string[]> {
  return (await textsOf(resolver, domain)).filter(isSpf);
}

async function checkDkim(
  resolver: SenderResolver,
  { domain, selector, publicKey }: CheckedSender,
): Promise<RecordCheck> {
  const records = await textsOf(resolver, `${selector}._domainkey.${domain}`);
  if (records.length === 0) return missing;
  const keys = records.map((record) => tagsOf(record).get('p')?.replaceAll(/\s/g, ''));
  if (records.length > 1) return wrong(records, 'There must be one DKIM record only under this name.');
  return keys[0] === publicKey ? present(records) : wrong(records, 'It has another key, or not all of it.');
}

async function checkDmarc(resolver: SenderResolver, { domain, registrable }: CheckedSender): Promise<RecordCheck> {
  for (const name of new Set([domain, registrable])) {
    const records = (await textsOf(resolver, `_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(?:;|$)/.test(text));
    if (records.length > 1) return wrong(records, 'There must be one DMARC record only.');
    const [record] = records;
    if (record === undefined) continue;
    const policy = tagsOf(record).get('p')?.toLowerCase() ?? '';
    return ['none', 'quarantine', 'reject'].includes(policy)
      ? present(records)
      : wrong(records, 'It has no policy (p=).');
  }
  return missing;
}

const missing: RecordCheck = { state: 'missing', found: [], problem: null };

function present(records: readonly string[]): RecordCheck {
  return { state: 'present', found: shown(records), problem: null };
}

function wrong(records: readonly string[], problem: string): RecordCheck {
  return { state: 'wrong', found: shown(records), problem };
}

/** Strangers write them. */
function shown(records: readonly string[]): string[] {
  return records.slice(0, shownRecords).map((record) =>
    record
      .toWellFormed()
      .replaceAll(/\p{C}+/gu, ' ')
      .slice(0, shownLength),
  );
}

/** The texts of a name, each in one piece. @throws Unanswered */
async function textsOf(resolver: SenderResolver, name: string): Promise<string[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Unanswered()), timeoutMs);
  try {
    return (await Promise.race([resolver.resolveTxt(name), late.promise])).map((pieces) => pieces.join('').trim());
  } catch (error) {
    if (definite.has((error as { code?: string }).code ?? '')) return [];
    throw new Unanswered();
  } finally {
    clearTimeout(timer);
  }
}

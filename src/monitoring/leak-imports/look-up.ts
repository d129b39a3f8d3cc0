import { type RawBuilder, sql } from 'kysely';
import type { SecretFormat } from '../../common/secret-format.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { LeakImportsTable } from '../../core/operation/tables/monitoring.ts';
import { type RecordIndex, unnamedSiteFlag } from '../../engines/leak-corpus/block-format.ts';
import { readBlock, type StoredRecord, secretFormatOfFlags } from '../../engines/leak-corpus/block-reader.ts';
import { type DomainKey, domainKey, domainOfKey, keyAfterSubdomains } from '../../engines/leak-corpus/domain-key.ts';
import { filterProbesOf } from '../../engines/leak-corpus/key-filter.ts';
import { mergeSorted } from './merge-sorted.ts';

/** What the corpus knows of one credential. */
export interface CorpusCredential {
  readonly leak: CorpusLeak;
  /** Mail address, in full; null when the login is none: it is not kept then. */
  readonly mailAddress: string | null;
  /** Hex digits that tell a login that is no mail address from others; null when it is one. */
  readonly loginDigest: string | null;
  /** Host of the login site. */
  readonly site: string | null;
  /** Null: no secret leaked. */
  readonly secretFormat: SecretFormat | null;
  /** Hex. */
  readonly secretDigest: string | null;
  /** Whether the mail address is of the domain that was asked for, or of one below it; else its site is. */
  readonly isOwnMailbox: boolean;
}

export interface CorpusLeak {
  readonly importId: number;
  readonly breachName: string;
  /** YYYY-MM-DD. */
  readonly occurredOn: string;
  /** Of the record: that of its import, but for records that say nothing of a stealer log in an import of one. */
  readonly kind: LeakImportsTable['kind'];
}

interface BlockRow {
  readonly import_id: number;
  readonly sorted_by: RecordIndex;
  readonly run: number;
  readonly last_key: Buffer;
  readonly position: number;
  readonly block: Buffer;
}

interface FirstBlockRow extends BlockRow {
  readonly breach_name: string;
  readonly occurred_on: string;
  readonly kind: LeakImportsTable['kind'];
}

interface KeyRange {
  readonly from: DomainKey;
  readonly to: DomainKey;
}

const blocksPerPage = 32;

/** Whether the corpus has anything to look in: an import without records is as good as none. */
export async function hasLeaks(db: CrossPartnerDatabase): Promise<boolean> {
  const found = await db
    .selectFrom('leak_imports')
    .select('id')
    .where('status', '<>', 'deleting')
    .where('runs', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Everything that the corpus has of a domain and those below it: mailboxes there, and logins at sites there. Ordered within an
 * import and each told once per import; memory does not grow with how much there is.
 * @param domain lower-case labels without a trailing dot
 */
export async function* lookUpDomain(db: CrossPartnerDatabase, domain: string): AsyncGenerator<CorpusCredential> {
  const from = domainKey(domain);
  const range = { from, to: keyAfterSubdomains(from) };
  const rows = await firstBlocks(db, range);
  for (const [, ofList] of Map.groupBy(rows, (row) => `${row.import_id} ${row.sorted_by}`)) {
    const { import_id: importId, breach_name: breachName, occurred_on: occurredOn, kind, sorted_by } = ofList[0]!;
    const leak = { importId, breachName, occurredOn, kind };
    const withoutSite = kind === 'stealer_log' ? { ...leak, kind: 'combolist' as const } : leak;
    const runs = ofList.map((row) => recordsOfRun(db, row, range));
    let before: StoredRecord | null = null;
    for await (const record of mergeSorted(runs, compareRecords)) {
      if (before !== null && compareRecords(before, record) === 0) continue;
      before = record;
      const credential = toCredential(isOfSite(record, sorted_by) ? leak : withoutSite, sorted_by, record, range);
      if (credential !== null) yield credential;
    }
  }
}

/**
 * Of each sorted list the block in which the domain's records begin, if it has any; now and then one without.
 *
 * The planner takes an array for ten rows, and `generate_series` for a thousand: with as many it would compile the query each time.
 */
async function firstBlocks(db: CrossPartnerDatabase, { from }: KeyRange): Promise<FirstBlockRow[]> {
  const { rows } = await sql<FirstBlockRow>`
    SELECT b.import_id, b.sorted_by, b.run, b.last_key, b.position, b.block,
      i.breach_name, to_char(i.occurred_on, 'YYYY-MM-DD') AS occurred_on, i.kind
    FROM leak_imports i
    CROSS JOIN (VALUES ('mail'), ('site')) AS lists (sorted_by)
    CROSS JOIN LATERAL unnest(ARRAY(SELECT generate_series(1, i.runs))) AS runs (number)
    CROSS JOIN LATERAL (
      SELECT * FROM leak_blocks
      WHERE import_id = i.id AND sorted_by = lists.sorted_by AND run = runs.number AND last_key >= ${bytesOf(from)}
      ORDER BY last_key, position LIMIT 1
    ) b
    WHERE i.status <> 'deleting' AND ${canHave(from)}
    ORDER BY b.import_id, b.sorted_by`.execute(db);
  return rows;
}

/** Most lists have nothing of most domains: that is told before their blocks are sent and decompressed. */
function canHave(key: DomainKey): RawBuilder<boolean> {
  const probes = filterProbesOf(key).map(
    (probe) => sql`get_bit(b.filter, ${probe}::int % (octet_length(b.filter) * 8)) = 1`,
  );
  return sql`(${sql.join(probes, sql` AND `)})`;
}

async function* recordsOfRun(db: CrossPartnerDatabase, first: BlockRow, range: KeyRange): AsyncGenerator<StoredRecord> {
  let page: readonly BlockRow[] = [first];
  for (;;) {
    for (const { block } of page) yield* readBlock(block, range.from, range.to);
    const last = page.at(-1);
    if (last === undefined || last.last_key.toString('latin1') >= range.to) return;
    page = await db
      .selectFrom('leak_blocks')
      .select(['import_id', 'sorted_by', 'run', 'last_key', 'position', 'block'])
      .where('import_id', '=', last.import_id)
      .where('sorted_by', '=', last.sorted_by)
      .where('run', '=', last.run)
      .where((eb) => eb(eb.refTuple('last_key', 'position'), '>', eb.tuple(last.last_key, last.position)))
      .orderBy('last_key')
      .orderBy('position')
      .limit(blocksPerPage)
      .execute();
  }
}

/** The order in which runs have their records. */
function compareRecords(a: StoredRecord, b: StoredRecord): number {
  return (
    compareText(a.key, b.key) ||
    compareText(a.login, b.login) ||
    a.flags - b.flags ||
    compareText(a.digest, b.digest) ||
    compareText(otherKey(a), otherKey(b))
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function otherKey({ otherDomain }: StoredRecord): DomainKey {
  return otherDomain === null ? '' : domainKey(otherDomain);
}

/** What malware takes from a browser says for which site it is: a mail address with a secret alone may be from anywhere. */
function isOfSite({ otherDomain, flags }: StoredRecord, sortedBy: RecordIndex): boolean {
  return sortedBy === 'site' || otherDomain !== null || (flags & unnamedSiteFlag) !== 0;
}

/** Null: the list by mail domain has told it already. */
function toCredential(
  leak: CorpusLeak,
  sortedBy: RecordIndex,
  record: StoredRecord,
  range: KeyRange,
): CorpusCredential | null {
  const isOwnMailbox = sortedBy === 'mail';
  const [mailDomain, site] = isOwnMailbox
    ? [domainOfKey(record.key), record.otherDomain]
    : [record.otherDomain, domainOfKey(record.key)];
  if (!isOwnMailbox && mailDomain !== null && isWithin(domainKey(mailDomain), range)) return null;
  const secretFormat = secretFormatOfFlags(record.flags);
  return {
    leak,
    mailAddress: mailDomain === null ? null : `${textOf(record.login)}@${mailDomain}`,
    loginDigest: mailDomain === null ? record.login : null,
    site,
    secretFormat,
    secretDigest: secretFormat === null ? null : record.digest,
    isOwnMailbox,
  };
}

function isWithin(key: DomainKey, { from, to }: KeyRange): boolean {
  return key >= from && key < to;
}

/** Keys have one character per byte. */
function bytesOf(key: DomainKey): Buffer {
  return Buffer.from(key, 'latin1');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Leaks are in any encoding: what is no UTF-8 is taken for Latin-1. */
function textOf(login: string): string {
  try {
    return utf8.decode(Buffer.from(login, 'latin1'));
  } catch {
    return login;
  }
}

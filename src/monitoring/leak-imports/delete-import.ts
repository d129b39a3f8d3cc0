import { Operation, type Resources } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { recordIndexes } from '../../engines/leak-corpus/block-format.ts';
import type { SecretKeys } from '../../platform/sealing.ts';
import {
  type ConcernedDomain,
  comparable,
  corpusSource,
  domainsOfBreach,
  IdentityVault,
  normaliseFinding,
  withdrawFindings,
} from '../leaks/index.ts';
import { createCorpusSource } from './corpus-source.ts';
import { whileLocked } from './import-lock.ts';
import { type ImportRecord, selectImports } from './import-record.ts';

export interface WithdrawnImportReport {
  readonly records: number;
  readonly findings: number;
  readonly alerts: number;
  /** Domains, of whatever partner, that had such findings. */
  readonly domains: number;
}

/**
 * Deletes an import with all its records; findings that were made of them stay. From its beginning on no look-up finds them any
 * more. When it is interrupted it can be repeated.
 * @returns how many records it had
 * @throws OperatorError when there is no such import, or it is under way
 */
export async function deleteImport(db: CrossPartnerDatabase, id: number): Promise<number> {
  const { record } = await deleting(db, id, async () => {});
  return record.stored_records;
}

/**
 * Deletes an import as if it had never been: with its records go the findings that were made of them, and alerts that speak for
 * nothing else are resolved. Domain by domain, a transaction each; when it is interrupted it can be repeated.
 * @throws OperatorError when there is no such import, or it is under way
 */
export async function withdrawImport(
  resources: Resources,
  keys: SecretKeys,
  id: number,
): Promise<WithdrawnImportReport> {
  const { record, result } = await deleting(resources.db, id, (found) => withdraw(resources, keys, found));
  return { records: record.stored_records, ...result };
}

async function deleting<T>(
  db: CrossPartnerDatabase,
  id: number,
  work: (record: ImportRecord) => Promise<T>,
): Promise<{ readonly record: ImportRecord; readonly result: T }> {
  const record = await selectImports(db).where('id', '=', id).executeTakeFirst();
  if (record === undefined) throw new OperatorError(`There is no import ${id}.`);
  const locked = await whileLocked(db, record.head_digest, async () => {
    await db.updateTable('leak_imports').set({ status: 'deleting' }).where('id', '=', id).execute();
    const result = await work(record);
    await deleteBlocks(db, record);
    await db.deleteFrom('leak_imports').where('id', '=', id).execute();
    return result;
  });
  if (locked === null) throw new OperatorError(`Import ${id} is under way: stop it first.`);
  return { record, result: locked.result };
}

async function withdraw(
  resources: Resources,
  keys: SecretKeys,
  { id: importId, breach_name: breachName }: ImportRecord,
): Promise<Omit<WithdrawnImportReport, 'records'>> {
  const others = await selectImports(resources.db)
    .where('id', '<>', importId)
    .where('status', '<>', 'deleting')
    .execute();
  const isToldByOthers = others.some((other) => comparable(other.breach_name) === comparable(breachName));
  let [findings, alerts] = [0, 0];
  const domains = new Set<string>();
  for (const domain of await domainsOfBreach(resources.db, breachName)) {
    const stillTold = isToldByOthers ? await toldByCorpus(resources, keys, domain, breachName) : new Set<string>();
    const caller = { partnerId: domain.partnerId, actor: { kind: 'operator' }, requestId: null } as const;
    const withdrawn = await withdrawFindings(new Operation(resources, caller), domain, {
      importId,
      breachName,
      stillTold,
    });
    if (withdrawn.findings > 0) domains.add(`${domain.partnerId} ${domain.domainId}`);
    findings += withdrawn.findings;
    alerts += withdrawn.alerts;
  }
  return { findings, alerts, domains: domains.size };
}

/** Fingerprints of what the corpus tells of a domain under the breach's name, without the imports that are being deleted. */
async function toldByCorpus(
  { db, clock }: Resources,
  keys: SecretKeys,
  { partnerId, name }: ConcernedDomain,
  breachName: string,
): Promise<ReadonlySet<string>> {
  const digest = new IdentityVault(keys).digester(partnerId);
  const context = { domain: name, source: corpusSource, digest, now: clock.now() };
  const wanted = comparable(breachName);
  const told = new Set<string>();
  for await (const finding of createCorpusSource(db).find(name, new AbortController().signal)) {
    const isWanted = finding.type === 'leaked_credential' && comparable(finding.breachName ?? '') === wanted;
    if (isWanted) told.add(normaliseFinding(finding, context).fingerprint);
  }
  return told;
}

/** Run by run: a large import has hundreds of thousands of blocks, and a statement its time limit. */
async function deleteBlocks(db: CrossPartnerDatabase, { id, runs }: ImportRecord): Promise<void> {
  for (const sortedBy of recordIndexes) {
    for (let run = 1; run <= runs; run += 1) {
      await db
        .deleteFrom('leak_blocks')
        .where('import_id', '=', id)
        .where('sorted_by', '=', sortedBy)
        .where('run', '=', run)
        .execute();
    }
  }
}

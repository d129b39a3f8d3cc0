import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { lockDomain } from '../../resources/domains/index.ts';
import { endAlertsWhere } from '../alerts/index.ts';
import { comparable, type DomainFinding } from './normalise-finding.ts';
import { refreshAlerts } from './refresh-alerts.ts';
import { corpusSource } from './request-corpus-scan.ts';

/** An import of the corpus that turned out to be wrong. */
export interface WithdrawnImport {
  readonly importId: number;
  readonly breachName: string;
  /** Fingerprints, in hex, that the rest of the corpus still tells of the domain. */
  readonly stillTold: ReadonlySet<string>;
}

export interface Withdrawn {
  readonly findings: number;
  /** Alerts that had nothing left to speak for. */
  readonly alerts: number;
}

/** A domain that the import can have findings of, under a name that it has or had. */
export interface ConcernedDomain {
  readonly partnerId: string;
  readonly domainId: string;
  readonly name: string;
}

/**
 * Domains, of all partners, that have findings of the corpus from that breach; and those that are looked for right now, which may
 * be about to get some: after the import was closed to look-ups, no other domain can.
 */
export async function domainsOfBreach(db: CrossPartnerDatabase, breachName: string): Promise<ConcernedDomain[]> {
  const { rows } = await sql<ConcernedDomain & { readonly breachName: string | null }>`
    SELECT DISTINCT partner_id AS "partnerId", domain_id AS "domainId", domain AS name, breach_name AS "breachName"
    FROM leaked_credentials WHERE ${corpusSource}::text = ANY(sources)
    UNION
    SELECT partner_id, id, domain, NULL FROM monitored_domains WHERE current_scan_id IS NOT NULL`.execute(db);
  const wanted = comparable(breachName);
  const concerned = rows.filter((row) => row.breachName === null || comparable(row.breachName) === wanted);
  const domains = new Map(
    concerned.map(({ partnerId, domainId, name }) => [
      `${partnerId} ${domainId} ${name}`,
      { partnerId, domainId, name },
    ]),
  );
  return [...domains.values()];
}

/**
 * Takes back what a domain was told by an import: findings that no other source tells are deleted, and alerts that have none left
 * end. What others tell, too, stays theirs.
 */
export async function withdrawFindings(
  operation: Operation,
  { domainId, name }: ConcernedDomain,
  { importId, breachName, stillTold }: WithdrawnImport,
): Promise<Withdrawn> {
  return operation.transaction(async (tx) => {
    const domain = await lockDomain(tx, domainId);
    if (domain === undefined) return { findings: 0, alerts: 0 };
    const stored = await tx.db
      .selectFrom('leaked_credentials')
      .select(['id', 'fingerprint', 'breach_name', 'sources', 'alert_id'])
      .where('domain_id', '=', domainId)
      .where('domain', '=', name)
      .where(sql<boolean>`${corpusSource}::text = ANY(sources)`)
      .execute();
    const taken = stored.filter(
      ({ breach_name: breach, fingerprint }) =>
        breach !== null && comparable(breach) === comparable(breachName) && !stillTold.has(fingerprint.toString('hex')),
    );
    if (taken.length === 0) return { findings: 0, alerts: 0 };
    const [shared, gone] = [taken.filter(isShared), taken.filter((finding) => !isShared(finding))];
    await tx.db
      .updateTable('leaked_credentials')
      .set({ sources: sql<string[]>`array_remove(sources, ${corpusSource}::text)` })
      .where(inIds('id', idsOf(shared)))
      .execute();
    await tx.db
      .deleteFrom('leaked_credentials')
      .where(inIds('id', idsOf(gone)))
      .execute();
    const alerts = await settleAlerts(tx, [...new Set(taken.map(({ alert_id: id }) => id))]);
    await countFindings(tx, domainId);
    await recordFact(tx, {
      type: 'domain.findings_withdrawn',
      subjectId: domainId,
      customerId: domain.customer_id,
      details: { import_id: importId, breach_name: breachName, findings: taken.length, alerts },
    });
    return { findings: taken.length, alerts };
  });
}

function isShared({ sources }: { readonly sources: readonly string[] }): boolean {
  return sources.length > 1;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** @returns how many ended */
async function settleAlerts(tx: Operation, alertIds: readonly string[]): Promise<number> {
  const left = await refreshAlerts(tx, alertIds);
  const without = alertIds.filter((id) => !left.has(id));
  if (without.length === 0) return 0;
  const ended = await endAlertsWhere(tx, 'cause_ended', (alerts) => alerts.where(inIds('id', without)));
  return ended.length;
}

async function countFindings(tx: Operation, domainId: string): Promise<void> {
  await tx.db
    .updateTable('monitored_domains')
    .set({
      findings_count: sql<number>`(
        SELECT count(*) FROM leaked_credentials WHERE partner_id = ${tx.partnerId} AND domain_id = ${domainId}
      ) + (SELECT count(*) FROM dark_web_findings WHERE partner_id = ${tx.partnerId} AND domain_id = ${domainId})`,
    })
    .where('id', '=', domainId)
    .execute();
}

/**
 * What a scan found, without what imports told it that are no longer in the corpus: they were withdrawn while it ran. Behind the
 * domain's lock.
 */
export async function withoutWithdrawn(tx: Operation, findings: readonly DomainFinding[]): Promise<DomainFinding[]> {
  if (!findings.some(isOfCorpus)) return [...findings];
  const imports = await tx.db.shared
    .selectFrom('leak_imports')
    .select('breach_name')
    .where('status', '<>', 'deleting')
    .execute();
  const breaches = new Set(imports.map(({ breach_name: name }) => comparable(name)));
  return findings.flatMap((finding) => {
    if (!isOfCorpus(finding) || breaches.has(comparable(finding.breachName!))) return [finding];
    const sources = finding.sources.filter((source) => source !== corpusSource);
    return sources.length === 0 ? [] : [{ ...finding, sources }];
  });
}

function isOfCorpus(finding: DomainFinding): finding is Extract<DomainFinding, { readonly type: 'leaked_credential' }> {
  return finding.type === 'leaked_credential' && finding.breachName !== null && finding.sources.includes(corpusSource);
}

import { sql } from 'kysely';
import { rankOf, type Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { LeakedCredential } from '../../engines/leak-sources/leak-source.ts';
import { newId } from '../../platform/ids.ts';
import { isChange, raiseAlerts, reopenForEvidence } from '../alerts/index.ts';
import {
  type DomainAlertState,
  decideDomainAlerts,
  type LiveDomainAlert,
  type SeenFinding,
} from './decide-domain-alerts.ts';
import type { IdentityVault } from './identity-vault.ts';
import { findingTypes, type LeakKindName, leakKindNames } from './leak-alert.ts';
import { maskIdentity } from './mask-identity.ts';
import { mergeFindings } from './merge-findings.ts';
import { type CredentialFinding, type DomainFinding, groupKeyOf, type MentionFinding } from './normalise-finding.ts';
import { refreshAlerts } from './refresh-alerts.ts';
import { credentialSeverity, leakAge, mentionSeverity } from './severity.ts';

/** The domain as it was looked for. */
export interface SearchedDomain {
  readonly id: string;
  readonly customer_id: string;
  readonly domain: string;
}

export interface FindingChanges {
  readonly newFindings: number;
  /** Severities of the alerts that were raised. */
  readonly raised: readonly Severity[];
}

/** A part of what a scan found. */
export interface FindingBatch {
  readonly findings: readonly DomainFinding[];
  readonly isLast: boolean;
  /** What the batches before left unrefreshed. */
  readonly unrefreshed: readonly string[];
}

export interface WrittenBatch extends FindingChanges {
  /** Alerts whose findings were only seen again: their evidence can wait for the last batch. Empty after that one. */
  readonly unrefreshed: readonly string[];
}

type Stored = DomainFinding & { readonly id: string; readonly severity: Severity; readonly alert: DomainAlertState };

/** A finding with all that its row says. */
interface Row<T extends DomainFinding = DomainFinding> {
  readonly id: string;
  readonly finding: T;
  readonly severity: Severity;
  readonly alertId: string;
}

/**
 * Writes what a scan found, with its alerts, in the caller's transaction and behind the domain's row lock. Known findings are
 * merged with what is told now. The number of statements does not depend on the number of findings, whose rows travel as JSON
 * texts: who has many writes them in batches.
 */
export async function writeFindings(
  tx: Operation,
  domain: SearchedDomain,
  { findings, isLast, unrefreshed: before }: FindingBatch,
  vault: IdentityVault,
): Promise<WrittenBatch> {
  const stored = await readStored(tx, domain, findings);
  const merged = findings.map((finding) => {
    const known = stored.get(finding.fingerprint);
    const whole: DomainFinding = known ? mergeFindings<DomainFinding>(finding, known) : finding;
    return { finding: whole, known, severity: severityOf(whole, tx.clock.now()) };
  });
  const seen = merged.map(
    ({ finding, known, severity }): SeenFinding => ({
      fingerprint: finding.fingerprint,
      group: groupOf(finding),
      severity,
      unnamedIdentities: unnamedOf(finding),
      known: known ? { severity: known.severity, unnamedIdentities: unnamedOf(known), alert: known.alert } : null,
    }),
  );
  const live = await liveAlertsOf(tx, domain);
  const decision = decideDomainAlerts(seen, live);
  const raised = await raise(tx, domain, decision.raise);
  const rows = merged.map(({ finding, known, severity }): Row => {
    const alert = decision.alertOf.get(finding.fingerprint)!;
    return {
      id: known?.id ?? newId(tx.clock),
      finding,
      severity,
      alertId: 'id' in alert ? alert.id : raised.get(alert.raise)!,
    };
  });
  await upsertCredentials(tx, domain, rows.filter(isCredential), vault);
  await upsertMentions(tx, domain, rows.filter(isMention));
  await reopenForEvidence(tx, decision.reopen);
  const speaking = [...new Set([...before, ...decision.confirm, ...raised.values()])];
  const changed = new Set(rows.filter((_, index) => isNews(merged[index]!)).map(({ alertId }) => alertId));
  const [refreshed, unrefreshed] = isLast ? [speaking, []] : partition(speaking, (id) => changed.has(id));
  const severities = await refreshAlerts(tx, refreshed);
  const groups = new Map([
    ...live.map(({ id, group }) => [id, group] as const),
    ...[...raised].map(([group, id]) => [id, group] as const),
  ]);
  const worsened = live.flatMap(({ id, status, severity }) =>
    status === 'open' && severities.has(id) && rankOf(severities.get(id)!) > rankOf(severity) ? [id] : [],
  );
  for (const kind of leakKindNames) {
    const ofKind = (ids: Iterable<string>) =>
      [...ids].flatMap((id) => (kindOf(groups.get(id)!) === kind ? { id, severity: severities.get(id)! } : []));
    const change = {
      kind,
      customerId: domain.customer_id,
      opened: ofKind(raised.values()),
      // What somebody took note of is news again when there is more of it.
      reopened: ofKind(decision.reopen).map((alert) => ({ ...alert, by: 'evidence' as const })),
      resolved: [],
      worsened: ofKind(worsened),
      isUnfinished: !isLast,
    };
    if (isChange(change)) await tx.effects.alertsChanged(tx, change);
  }
  return {
    newFindings: merged.filter(({ known }) => !known).length,
    raised: [...raised.values()].map((id) => severities.get(id)!),
    unrefreshed,
  };
}

/** Whether a finding adds to its alert's counts or severity. */
function isNews({
  finding,
  known,
  severity,
}: {
  finding: DomainFinding;
  known: Stored | undefined;
  severity: Severity;
}) {
  return known?.severity !== severity || unnamedOf(known) !== unnamedOf(finding);
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function isCredential(row: Row): row is Row<CredentialFinding> {
  return row.finding.type === 'leaked_credential';
}

function isMention(row: Row): row is Row<MentionFinding> {
  return row.finding.type === 'dark_web';
}

function unnamedOf(finding: DomainFinding): number {
  return finding.type === 'leaked_credential' ? finding.unnamedIdentities : 0;
}

function groupOf(finding: DomainFinding): string {
  return groupText(finding.type, finding.kind, groupKeyOf(finding));
}

function kindOf(group: string): LeakKindName {
  return group.startsWith('dark_web ') ? 'dark_web' : 'leaked_credentials';
}

/** Type and kind never contain a blank. */
function groupText(type: string, kind: string, key: string): string {
  return `${type} ${kind} ${key}`;
}

function severityOf(finding: DomainFinding, now: Date): Severity {
  if (finding.type === 'dark_web') return mentionSeverity(finding);
  return credentialSeverity({
    kind: finding.kind,
    isOwnMailbox: finding.isOwnMailbox,
    secret: finding.secretFormat ?? 'none',
    age: leakAge(finding.occurredAt ?? finding.publishedAt, now),
  });
}

/** What is known already of the findings, by fingerprint. */
async function readStored(
  tx: Operation,
  domain: SearchedDomain,
  findings: readonly DomainFinding[],
): Promise<ReadonlyMap<string, Stored>> {
  const fingerprints = findings.map((finding) => Buffer.from(finding.fingerprint, 'hex'));
  const known = [
    ...(await storedCredentials(tx, domain, fingerprints)),
    ...(await storedMentions(tx, domain, fingerprints)),
  ];
  return new Map(known.map((finding) => [finding.fingerprint, finding]));
}

async function storedCredentials(tx: Operation, domain: SearchedDomain, fingerprints: readonly Buffer[]) {
  const rows = await tx.db
    .selectFrom('leaked_credentials')
    .innerJoin('alerts', (join) =>
      join
        .onRef('alerts.partner_id', '=', 'leaked_credentials.partner_id')
        .onRef('alerts.id', '=', 'leaked_credentials.alert_id'),
    )
    .selectAll('leaked_credentials')
    .select(['alerts.status', 'alerts.resolution'])
    .where('leaked_credentials.domain_id', '=', domain.id)
    .where(sql<boolean>`leaked_credentials.fingerprint = ANY(${fingerprints}::bytea[])`)
    .execute();
  return rows.map(
    (row): Stored => ({
      type: 'leaked_credential',
      id: row.id,
      fingerprint: row.fingerprint.toString('hex'),
      severity: row.severity,
      alert: { id: row.alert_id, status: row.status, resolution: row.resolution },
      kind: row.kind,
      breachName: row.breach_name,
      // The one that is told now is the same: it is part of the fingerprint.
      identity: null,
      unnamedIdentities: row.unnamed_identities,
      isOwnMailbox: row.is_own_mailbox,
      dataClasses: row.data_classes,
      secretPresent: row.secret_present,
      secretFormat: row.secret_format,
      malwareFamily: row.malware_family,
      loginSite: row.login_site,
      occurredAt: row.occurred_at,
      publishedAt: row.published_at,
      sources: row.sources,
    }),
  );
}

async function storedMentions(tx: Operation, domain: SearchedDomain, fingerprints: readonly Buffer[]) {
  const rows = await tx.db
    .selectFrom('dark_web_findings')
    .innerJoin('alerts', (join) =>
      join
        .onRef('alerts.partner_id', '=', 'dark_web_findings.partner_id')
        .onRef('alerts.id', '=', 'dark_web_findings.alert_id'),
    )
    .selectAll('dark_web_findings')
    .select(['alerts.status', 'alerts.resolution'])
    .where('dark_web_findings.domain_id', '=', domain.id)
    .where(sql<boolean>`dark_web_findings.fingerprint = ANY(${fingerprints}::bytea[])`)
    .execute();
  return rows.map(
    (row): Stored => ({
      type: 'dark_web',
      id: row.id,
      fingerprint: row.fingerprint.toString('hex'),
      severity: row.severity,
      alert: { id: row.alert_id, status: row.status, resolution: row.resolution },
      kind: row.kind,
      actor: row.actor,
      title: row.title,
      excerpt: row.excerpt,
      sourceUrl: row.source_url,
      claimedAt: row.claimed_at,
      publishedAt: row.published_at,
      matchType: row.match_type,
      confidence: row.confidence,
      sources: row.sources,
    }),
  );
}

async function liveAlertsOf(
  tx: Operation,
  domain: SearchedDomain,
): Promise<(LiveDomainAlert & { severity: Severity })[]> {
  const rows = await tx.db
    .selectFrom('alerts')
    .select(['id', 'status', 'resolution', 'severity', 'kind', 'key'])
    .where('domain_id', '=', domain.id)
    .where('kind', 'in', leakKindNames)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`starts_with(key, ${`${domain.domain} `})`)
    .execute();
  return rows.map(({ kind, key, ...alert }) => ({
    ...alert,
    group: `${findingTypes[kind as LeakKindName]}${key.slice(domain.domain.length)}`,
  }));
}

/** @returns the new alerts' ids by group. What they are about, refreshAlerts adds when their findings are there. */
async function raise(
  tx: Operation,
  domain: SearchedDomain,
  groups: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const subject = { type: 'domain', id: domain.id, customerId: domain.customer_id } as const;
  const raised = new Map<string, string>();
  for (const [name, ofKind] of Map.groupBy(groups, kindOf)) {
    const sightings = ofKind.map((group) => {
      const [, kind, ...key] = group.split(' ');
      return {
        group,
        key: [domain.domain, kind, ...key].join(' '),
        severity: 'low' as const,
        evidence: { domain: domain.domain, kind },
      };
    });
    const ids = await raiseAlerts(tx, name, subject, sightings);
    for (const { group, key } of sightings) raised.set(group, ids.get(key)!);
  }
  return raised;
}

/** Of a known credential, identity and first sight stay; everything else is as it was merged. */
async function upsertCredentials(
  tx: Operation,
  domain: SearchedDomain,
  rows: readonly Row<CredentialFinding>[],
  vault: IdentityVault,
): Promise<void> {
  if (rows.length === 0) return;
  const sealIdentity = vault.sealer(tx.partnerId);
  const digest = vault.digester(tx.partnerId);
  const now = tx.clock.now();
  const values = rows.map(({ id, finding, severity, alertId }) => ({
    id,
    fingerprint: bytea(finding.fingerprint),
    kind: finding.kind satisfies LeakedCredential['kind'],
    breach_name: finding.breachName,
    identity_masked: finding.identity && maskIdentity(finding.identity),
    identity_sealed: finding.identity && bytea(sealIdentity(id, finding.identity).toString('hex')),
    identity_digest: finding.identity && bytea(digest(['identity', finding.identity])),
    unnamed_identities: finding.unnamedIdentities,
    is_own_mailbox: finding.isOwnMailbox,
    data_classes: finding.dataClasses,
    secret_present: finding.secretPresent,
    secret_format: finding.secretFormat,
    malware_family: finding.malwareFamily,
    login_site: finding.loginSite,
    occurred_at: finding.occurredAt,
    published_at: finding.publishedAt,
    severity,
    sources: finding.sources,
    alert_id: alertId,
  }));
  await tx.db.execute(sql`
    INSERT INTO leaked_credentials AS known (partner_id, domain_id, customer_id, domain, first_seen_at, last_seen_at,
      id, fingerprint, kind, breach_name, identity_masked, identity_sealed, identity_digest, unnamed_identities, is_own_mailbox,
      data_classes, secret_present, secret_format, malware_family, login_site, occurred_at, published_at, severity, sources, alert_id)
    SELECT ${tx.partnerId}::uuid, ${domain.id}::uuid, ${domain.customer_id}::uuid, ${domain.domain}, ${now}::timestamptz, ${now}::timestamptz, told.*
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS told (
      id uuid, fingerprint bytea, kind text, breach_name text, identity_masked text, identity_sealed bytea, identity_digest bytea,
      unnamed_identities integer, is_own_mailbox boolean, data_classes text[], secret_present boolean, secret_format text,
      malware_family text, login_site text, occurred_at timestamptz, published_at timestamptz, severity severity, sources text[],
      alert_id uuid)
    ON CONFLICT (partner_id, domain_id, fingerprint) DO UPDATE SET
      breach_name = excluded.breach_name, unnamed_identities = excluded.unnamed_identities, data_classes = excluded.data_classes,
      secret_present = excluded.secret_present, secret_format = excluded.secret_format, malware_family = excluded.malware_family,
      occurred_at = excluded.occurred_at, published_at = excluded.published_at, last_seen_at = excluded.last_seen_at,
      severity = excluded.severity, sources = excluded.sources, alert_id = excluded.alert_id`);
}

async function upsertMentions(
  tx: Operation,
  domain: SearchedDomain,
  rows: readonly Row<MentionFinding>[],
): Promise<void> {
  if (rows.length === 0) return;
  const now = tx.clock.now();
  const values = rows.map(({ id, finding, severity, alertId }) => ({
    id,
    fingerprint: bytea(finding.fingerprint),
    kind: finding.kind,
    actor: finding.actor,
    title: finding.title,
    excerpt: finding.excerpt,
    source_url: finding.sourceUrl,
    claimed_at: finding.claimedAt,
    published_at: finding.publishedAt,
    match_type: finding.matchType,
    confidence: finding.confidence,
    severity,
    sources: finding.sources,
    alert_id: alertId,
  }));
  await tx.db.execute(sql`
    INSERT INTO dark_web_findings AS known (partner_id, domain_id, customer_id, domain, first_seen_at, last_seen_at,
      id, fingerprint, kind, actor, title, excerpt, source_url, claimed_at, published_at, match_type, confidence, severity, sources, alert_id)
    SELECT ${tx.partnerId}::uuid, ${domain.id}::uuid, ${domain.customer_id}::uuid, ${domain.domain}, ${now}::timestamptz, ${now}::timestamptz, told.*
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS told (
      id uuid, fingerprint bytea, kind text, actor text, title text, excerpt text, source_url text, claimed_at timestamptz,
      published_at timestamptz, match_type text, confidence real, severity severity, sources text[], alert_id uuid)
    ON CONFLICT (partner_id, domain_id, fingerprint) DO UPDATE SET
      actor = excluded.actor, title = excluded.title, excerpt = excluded.excerpt, source_url = excluded.source_url,
      claimed_at = excluded.claimed_at, published_at = excluded.published_at, last_seen_at = excluded.last_seen_at,
      match_type = excluded.match_type, confidence = excluded.confidence, severity = excluded.severity,
      sources = excluded.sources, alert_id = excluded.alert_id`);
}

/** How JSON carries bytes for PostgreSQL. */
function bytea(hex: string): string {
  return `\\x${hex}`;
}

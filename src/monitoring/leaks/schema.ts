import type { Selectable } from 'kysely';
import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { oneOf, text, timestamp } from '../../core/api/fields.ts';
import type { DomainScansTable } from '../../core/operation/tables/monitoring.ts';
import { defang } from '../../engines/leak-sources/defang.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { type DomainVerification, domainStatus } from '../../resources/domains/index.ts';
import { domainLookStates } from '../looks/index.ts';
import { domainAlertTitle } from './explain-domain-alert.ts';
import { explainable, leakExplanation } from './kinds.ts';
import { findingTypes, type LeakAlert } from './leak-alert.ts';
import type { Attribute } from './leak-source-register.ts';
import type { AskedWhen, DomainSummary, recentDomainScans, WatchedDomain } from './read-domains.ts';
import type { CredentialRecord, MentionRecord } from './read-findings.ts';
import type { DomainSummaryCounts } from './summarise-domains.ts';

export const severity = oneOf(severities);
export const domainAlertStatus = oneOf(['open', 'acknowledged', 'resolved']);
const credentialKind = oneOf(['breach', 'stealer_log', 'combolist', 'paste']);
const mentionKind = oneOf(['ransomware_claim', 'paste', 'forum', 'market']);
export const alertKind = oneOf(['breach', 'stealer_log', 'combolist', 'paste', 'ransomware_claim', 'forum', 'market']);

const days = z.iso.date();
const instants = z.iso.datetime({ offset: true });

/** A day, or an instant with its offset from UTC. A day counts from its midnight in UTC. */
export const since = text(40)
  .refine((value) => days.safeParse(value).success || instants.safeParse(value).success, {
    error: 'must be a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z',
  })
  .transform((value) => new Date(value))
  .meta({ type: 'string', description: 'A date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.' });

const attribution = z.array(
  z.strictObject({
    source: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    licence: z.string().nullable(),
  }),
);

const domainFields = {
  id: z.guid(),
  domain: z.string(),
  status: domainStatus,
  quota_paused: z.boolean(),
  verified: z.boolean(),
  findings_count: z.int(),
  open_alerts: z.int(),
  last_scan_at: timestamp.nullable(),
  next_scan_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  billing_customer_id: z.int(),
};

export const domainResource = z.strictObject(domainFields).meta({ id: 'MonitoredDomain' });

const look = z
  .strictObject({
    state: oneOf(domainLookStates),
    at: timestamp.nullable().meta({ description: 'When a source last answered; null: never.' }),
    sources: z.array(z.string()).meta({ description: 'Names of the sources that answered when they were asked last.' }),
    sentence: z.string().meta({ description: 'The same for people.', examples: ['Not looked at: it is paused.'] }),
  })
  .meta({
    id: 'DomainLook',
    description:
      'What became of looking at the domain. Only `looked_at` lets anything be said of it: a source that could have found leaks answered, none failed, and what everybody can see was looked at. `posture_only`: that alone, since no source of leaks is set up.',
  });

export const watchedDomain = z.strictObject({ ...domainFields, look }).meta({ id: 'WatchedDomain' });

/** What one source says when it is asked. */
const answerFields = {
  source: z.string(),
  outcome: oneOf(['complete', 'truncated', 'failed']),
  failure: oneOf(['not_authorised', 'domain_not_verified', 'rate_limited', 'unavailable', 'malformed']).nullable(),
};

const askedSource = z
  .strictObject({
    ...answerFields,
    name: z.string().meta({ description: 'What the source is called.' }),
    asked_at: timestamp.nullable().meta({ description: 'Null: so long ago that it was forgotten.' }),
  })
  .meta({ id: 'AskedSource' });

export const domainScan = z.strictObject({
  id: z.guid(),
  domain: z.string(),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  findings_seen: z.int().nullable(),
  findings_new: z.int().nullable(),
  sources: z.array(
    z.strictObject({
      ...answerFields,
      error: z.string().nullable(),
      findings: z.int(),
      duration_ms: z.int(),
    }),
  ),
});

/** The single read: with who was really asked, and the last scans. */
export const domainDetail = z
  .strictObject({
    ...watchedDomain.shape,
    sources: z.array(askedSource).meta({ description: 'Who was really asked, and what each answered last.' }),
    scans: z.array(domainScan),
  })
  .meta({ id: 'MonitoredDomainDetail' });

export function toDomainResource(domain: DomainSummary): z.output<typeof domainResource> {
  return {
    id: domain.id,
    domain: domain.domain,
    status: domain.status,
    quota_paused: domain.quota_paused,
    verified: domain.verified_at !== null,
    findings_count: domain.findings_count,
    open_alerts: domain.open_alerts,
    last_scan_at: iso(domain.last_scan_at),
    next_scan_at: iso(domain.next_scan_at),
    created_at: domain.created_at.toISOString(),
    updated_at: domain.updated_at.toISOString(),
    billing_customer_id: domain.billing_customer_id,
  };
}

export function toWatchedDomain(
  t: Messages,
  attribute: Attribute,
  domain: WatchedDomain,
): z.output<typeof watchedDomain> {
  const answered = (domain.sources ?? []).filter(({ outcome }) => outcome !== 'failed').map(({ source }) => source);
  const state = domain.look;
  return {
    ...toDomainResource(domain),
    look: {
      state,
      at: iso(domain.last_scan_at),
      sources: attribute(answered).map(({ name }) => name),
      sentence: t(`look.domain.${state}`),
    },
  };
}

export function toDomainDetail(
  t: Messages,
  attribute: Attribute,
  domain: WatchedDomain,
  {
    asked,
    scans,
  }: { readonly asked: readonly AskedWhen[]; readonly scans: Awaited<ReturnType<typeof recentDomainScans>> },
): z.output<typeof domainDetail> {
  return {
    ...toWatchedDomain(t, attribute, domain),
    sources: asked.map(({ source, outcome, failure, askedAt }) => ({
      source,
      name: attribute([source])[0]!.name,
      outcome,
      failure,
      asked_at: iso(askedAt),
    })),
    scans: scans.map(toDomainScan),
  };
}

export function toDomainScan(scan: Selectable<DomainScansTable>): z.output<typeof domainScan> {
  return {
    id: scan.id,
    domain: scan.domain,
    status: scan.status,
    created_at: scan.created_at.toISOString(),
    started_at: iso(scan.started_at),
    finished_at: iso(scan.finished_at),
    findings_seen: scan.findings_seen,
    findings_new: scan.findings_new,
    sources: scan.sources,
  };
}

export const verificationResource = z
  .strictObject({
    domain_id: z.guid(),
    domain: z.string(),
    verified: z.boolean(),
    verified_at: timestamp.nullable(),
    checked_at: timestamp.nullable(),
    missing_since: timestamp.nullable(),
    record: z.strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string() }),
  })
  .meta({ id: 'DomainVerification' });

export function toVerification(
  { id, domain }: DomainSummary,
  { record, verifiedAt, checkedAt, missingSince }: DomainVerification,
): z.output<typeof verificationResource> {
  return {
    domain_id: id,
    domain,
    verified: verifiedAt !== null,
    verified_at: iso(verifiedAt),
    checked_at: iso(checkedAt),
    missing_since: iso(missingSince),
    record: { ...record },
  };
}

const findingFields = {
  id: z.guid(),
  domain_id: z.guid(),
  domain: z.string(),
  source: z.string(),
  sources: z.array(z.string()),
  severity,
  status: domainAlertStatus,
  alert_id: z.guid(),
  published_at: timestamp.nullable(),
  first_seen_at: timestamp,
  last_seen_at: timestamp,
  attribution,
};

export const leakedCredential = z
  .strictObject({
    ...findingFields,
    kind: credentialKind,
    breach_name: z.string().nullable(),
    identity: z.string().nullable(),
    unnamed_identities: z.int(),
    is_own_mailbox: z.boolean(),
    data_classes: z.array(z.string()),
    secret_present: z.boolean(),
    secret_format: oneOf(['clear_text', 'hashed', 'encrypted', 'unknown']).nullable(),
    malware_family: z.string().nullable(),
    login_site: z.string().nullable(),
    occurred_at: timestamp.nullable(),
  })
  .meta({ id: 'LeakedCredential' });

export const darkWebFinding = z
  .strictObject({
    ...findingFields,
    kind: mentionKind,
    actor: z.string().nullable(),
    title: z.string(),
    excerpt: z.string().nullable(),
    source_url: z.string().nullable(),
    claimed_at: timestamp.nullable(),
    match_type: oneOf(['exact_domain', 'keyword']),
    confidence: z.number(),
  })
  .meta({ id: 'DarkWebFinding' });

function toFinding(finding: CredentialRecord | MentionRecord, attribute: Attribute) {
  return {
    id: finding.id,
    domain_id: finding.domain_id,
    domain: finding.domain,
    source: finding.sources[0]!,
    sources: finding.sources,
    severity: finding.severity,
    status: finding.status,
    alert_id: finding.alert_id,
    published_at: iso(finding.published_at),
    first_seen_at: finding.first_seen_at.toISOString(),
    last_seen_at: finding.last_seen_at.toISOString(),
    attribution: attribute(finding.sources),
  };
}

export function toLeakedCredential(finding: CredentialRecord, attribute: Attribute): z.output<typeof leakedCredential> {
  return {
    ...toFinding(finding, attribute),
    kind: finding.kind,
    breach_name: finding.breach_name,
    identity: finding.identity,
    unnamed_identities: finding.unnamed_identities,
    is_own_mailbox: finding.is_own_mailbox,
    data_classes: finding.data_classes,
    secret_present: finding.secret_present,
    secret_format: finding.secret_format,
    malware_family: finding.malware_family,
    login_site: finding.login_site,
    occurred_at: iso(finding.occurred_at),
  };
}

export function toDarkWebFinding(finding: MentionRecord, attribute: Attribute): z.output<typeof darkWebFinding> {
  return {
    ...toFinding(finding, attribute),
    kind: finding.kind,
    actor: finding.actor,
    title: finding.title,
    excerpt: finding.excerpt,
    source_url: finding.source_url === null ? null : defang(finding.source_url),
    claimed_at: iso(finding.claimed_at),
    match_type: finding.match_type,
    // Stored in four bytes: more digits would be noise.
    confidence: Math.round(finding.confidence * 1_000) / 1_000,
  };
}

const alertFields = {
  id: z.guid(),
  domain_id: z.guid(),
  domain: z.string(),
  finding_type: oneOf(['leaked_credential', 'dark_web']),
  kind: alertKind,
  source: z.string(),
  breach_name: z.string().nullable(),
  actor: z.string().nullable(),
  severity,
  status: domainAlertStatus,
  title: z.string(),
  findings_count: z.int(),
  identities_count: z.int(),
  own_mailboxes_count: z.int(),
  clear_text_secrets_count: z.int(),
  data_classes: z.array(z.string()),
  attribution,
  created_at: timestamp,
  first_detected_at: timestamp,
  last_detected_at: timestamp,
  acknowledged_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
  resolution: oneOf(['manual', 'domain_terminated', 'cause_ended']).nullable(),
  billing_customer_id: z.int(),
};

export const domainAlert = z.strictObject(alertFields).meta({ id: 'DomainAlert' });

/** Alert of the single-alert reads. */
export const explainedDomainAlert = z
  .strictObject({ ...alertFields, explanation: z.string() })
  .meta({ id: 'ExplainedDomainAlert' });

/** Title and explanation are derived when they are read, so that better wording reaches old alerts too. */
export function toDomainAlert(t: Messages, alert: LeakAlert, attribute: Attribute): z.output<typeof domainAlert> {
  const { evidence } = alert;
  return {
    id: alert.id,
    domain_id: alert.domain_id,
    domain: evidence.domain,
    finding_type: findingTypes[alert.kind],
    kind: evidence.kind,
    source: evidence.sources[0]!,
    breach_name: evidence.breach_name,
    actor: evidence.actor,
    severity: alert.severity,
    status: alert.status,
    title: domainAlertTitle(t, explainable(t, alert, attribute)),
    findings_count: evidence.findings,
    identities_count: evidence.identities,
    own_mailboxes_count: evidence.own_mailboxes,
    clear_text_secrets_count: evidence.clear_text_secrets,
    data_classes: evidence.data_classes,
    attribution: attribute(evidence.sources),
    created_at: alert.created_at.toISOString(),
    first_detected_at: alert.first_detected_at.toISOString(),
    last_detected_at: alert.last_detected_at.toISOString(),
    acknowledged_at: iso(alert.acknowledged_at),
    resolved_at: iso(alert.resolved_at),
    resolution: alert.resolution,
    billing_customer_id: alert.billing_customer_id,
  };
}

export function toExplainedDomainAlert(
  t: Messages,
  alert: LeakAlert,
  attribute: Attribute,
): z.output<typeof explainedDomainAlert> {
  return {
    ...toDomainAlert(t, alert, attribute),
    explanation: leakExplanation(t, alert, attribute),
  };
}

const severityCounts = z.strictObject({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  total: z.int(),
});

export const domainSummary = z.strictObject({
  domains: z.strictObject({
    active: z.int(),
    paused: z.int(),
    quota_paused: z.int(),
    verified: z.int(),
    total: z.int(),
  }),
  leaked_credentials: severityCounts,
  dark_web: severityCounts,
  open_alerts: severityCounts,
  acknowledged_alerts: z.int(),
  last_scan_at: timestamp.nullable(),
});

export function toDomainSummary(counts: DomainSummaryCounts): z.output<typeof domainSummary> {
  return {
    domains: counts.domains,
    leaked_credentials: counts.leakedCredentials,
    dark_web: counts.darkWeb,
    open_alerts: counts.openAlerts,
    acknowledged_alerts: counts.acknowledgedAlerts,
    last_scan_at: iso(counts.lastScanAt),
  };
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}

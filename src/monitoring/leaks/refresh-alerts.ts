import { sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { reassessAlerts } from '../alerts/index.ts';
import type { LeakEvidence } from './leak-alert.ts';

interface Refreshed {
  readonly id: string;
  readonly severity: Severity;
  readonly evidence: LeakEvidence;
}

/** Names of one sort that an alert's evidence keeps. */
const maxNames = 10;

/**
 * Adds up the findings behind live alerts that were seen again, or for the first time: evidence, severity, and when. Three
 * statements, whatever the number of alerts. One that was resolved meanwhile stays as it is.
 * @returns their severities by id
 */
export async function refreshAlerts(
  tx: Operation,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, Severity>> {
  if (alertIds.length === 0) return new Map();
  const { partnerId } = tx;
  const ids = sql`${[...alertIds]}::uuid[]`;
  /** The first distinct values of a column of the alert's findings, as a JSON array. */
  const names = (table: string, values: string) => sql`(
    SELECT coalesce(jsonb_agg(name), '[]') FROM (
      SELECT DISTINCT ${sql.raw(values)} AS name FROM ${sql.table(table)} x
      WHERE x.partner_id = ${partnerId} AND x.alert_id = f.alert_id AND ${sql.raw(values)} IS NOT NULL
      ORDER BY name LIMIT ${sql.lit(maxNames)}) AS chosen)`;
  /** The same of a column of arrays. */
  const members = (table: string, column: string) => sql`(
    SELECT coalesce(jsonb_agg(name), '[]') FROM (
      SELECT DISTINCT name FROM ${sql.table(table)} x, unnest(${sql.raw(column)}) AS name
      WHERE x.partner_id = ${partnerId} AND x.alert_id = f.alert_id
      ORDER BY name LIMIT ${sql.lit(maxNames)}) AS chosen)`;
  const credentials = await tx.db.execute(sql<Refreshed>`
      SELECT f.alert_id AS id, max(f.severity) AS severity, jsonb_build_object(
        'domain', min(f.domain), 'kind', min(f.kind), 'findings', count(*),
        'identities', count(DISTINCT f.identity_digest) + sum(f.unnamed_identities),
        'own_mailboxes', count(DISTINCT f.identity_digest) FILTER (WHERE f.is_own_mailbox)
          + coalesce(sum(f.unnamed_identities) FILTER (WHERE f.is_own_mailbox), 0),
        'clear_text_secrets', count(*) FILTER (WHERE f.secret_format = 'clear_text'),
        'secrets', count(*) FILTER (WHERE f.secret_present),
        'exact_matches', 0,
        'breach_name', min(f.breach_name), 'actor', NULL, 'titles', '[]'::jsonb,
        'data_classes', ${members('leaked_credentials', 'x.data_classes')},
        'malware_families', ${names('leaked_credentials', 'x.malware_family')},
        'login_sites', ${names('leaked_credentials', 'x.login_site')},
        'sources', ${members('leaked_credentials', 'x.sources')},
        'occurred_from', ${day(sql`min(coalesce(f.occurred_at, f.published_at))`)},
        'occurred_to', ${day(sql`max(coalesce(f.occurred_at, f.published_at))`)}
      ) AS evidence
      FROM leaked_credentials f WHERE f.partner_id = ${partnerId} AND f.alert_id = ANY(${ids}) GROUP BY f.alert_id`);
  const mentions = await tx.db.execute(sql<Refreshed>`
      SELECT f.alert_id AS id, max(f.severity) AS severity, jsonb_build_object(
        'domain', min(f.domain), 'kind', min(f.kind), 'findings', count(*), 'identities', 0, 'own_mailboxes', 0, 'clear_text_secrets', 0, 'secrets', 0,
        'exact_matches', count(*) FILTER (WHERE f.match_type = 'exact_domain'),
        'breach_name', NULL, 'actor', min(f.actor), 'titles', ${names('dark_web_findings', 'x.title')},
        'data_classes', '[]'::jsonb, 'malware_families', '[]'::jsonb, 'login_sites', '[]'::jsonb,
        'sources', ${members('dark_web_findings', 'x.sources')},
        'occurred_from', ${day(sql`min(coalesce(f.claimed_at, f.published_at))`)},
        'occurred_to', ${day(sql`max(coalesce(f.claimed_at, f.published_at))`)}
      ) AS evidence
      FROM dark_web_findings f WHERE f.partner_id = ${partnerId} AND f.alert_id = ANY(${ids}) GROUP BY f.alert_id`);
  const refreshed = [...credentials.rows, ...mentions.rows];
  await reassessAlerts(tx, refreshed);
  return new Map(refreshed.map(({ id, severity }) => [id, severity]));
}

/** As in `2026-01-31`, in UTC. */
function day(instant: ReturnType<typeof sql>) {
  return sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
}

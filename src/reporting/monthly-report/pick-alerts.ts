import { sql } from 'kysely';
import { adviceIn } from '../../common/explanation.ts';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { type AlertKind, type AlertRecord, alertRecords } from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { inScope, type ReportScope } from './read-exposure.ts';
import type { ReportSpan } from './report-month.ts';

/** Alerts that a report names; it counts the others. */
const listed = 5;
/** Things to do first. */
const advised = 3;
const namedSubjects = 3;

export interface ReportedAlert {
  readonly id: string;
  readonly kind: string;
  readonly subject: { readonly type: ResourceKind; readonly id: string; readonly name: string };
  /** As it was at the end of the period, or when the alert was closed. */
  readonly severity: Severity;
  readonly title: string;
  readonly opened_at: string;
  /** Null: it was still open at the end of the period. */
  readonly closed_at: string | null;
}

/** One thing to do: the same cause, such as a port, on any number of servers. */
export interface Advice {
  readonly kind: string;
  readonly severity: Severity;
  /** Of the most urgent alert. */
  readonly alert_id: string;
  readonly title: string;
  /** How to end it, in sentences; null: see the alert. */
  readonly advice: string | null;
  /** Alerts that this would end. */
  readonly alerts: number;
  /** Where: some of them, the most urgent first. */
  readonly subjects: readonly string[];
}

/** The most urgent alert of a cause, such as a port on several servers. */
export interface OpenCause extends ReportedAlert {
  /** Alerts of the same cause, itself among them. */
  readonly alerts: number;
}

export interface PickedAlerts {
  readonly still_open: readonly OpenCause[];
  readonly fixed: readonly ReportedAlert[];
  readonly do_first: readonly Advice[];
}

interface Pick {
  readonly part: 'open' | 'fixed';
  readonly id: string;
  readonly severity: Severity;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly alerts: number;
}

interface Group {
  readonly severity: Severity;
  readonly alerts: number;
  readonly ids: readonly string[];
}

/** The few alerts that matter most, with the words of their kinds. */
export async function pickAlerts(
  operation: Operation,
  kinds: readonly AlertKind[],
  scope: ReportScope,
  month: ReportSpan,
): Promise<PickedAlerts> {
  const [picks, groups] = await Promise.all([readPicks(operation, scope, month), readGroups(operation, scope, month)]);
  const ids = [...picks.map(({ id }) => id), ...groups.flatMap((group) => group.ids)];
  const told = await describedAlerts(operation, kinds, ids);
  const reported = (part: Pick['part']) =>
    picks.flatMap((pick) => {
      const each = pick.part === part ? told.get(pick.id) : undefined;
      return each ? [{ pick, told: each }] : [];
    });
  return {
    still_open: reported('open').map(({ pick, told: each }) => ({ ...toReported(pick, each), alerts: pick.alerts })),
    fixed: reported('fixed').map(({ pick, told: each }) => toReported(pick, each)),
    do_first: groups.flatMap((group) => adviceOf(group, told)),
  };
}

async function readPicks(operation: Operation, scope: ReportScope, { from, to }: ReportSpan): Promise<readonly Pick[]> {
  const { rows } = await operation.db.execute(sql<Pick>`
    (SELECT 'open' AS part, id, severity, opened_at, NULL::timestamptz AS closed_at, alerts
    FROM (
      SELECT DISTINCT ON (kind, key_hash) alert_id AS id, severity, opened_at,
        count(*) OVER (PARTITION BY kind, key_hash)::int AS alerts
      FROM alert_exposures e WHERE ${inScope(operation, scope, 'e')} AND ended_at >= ${to} AND started_at < ${to}
      ORDER BY kind, key_hash, severity DESC, opened_at, alert_id
    ) AS causes
    ORDER BY severity DESC, opened_at, id LIMIT ${listed})
    UNION ALL
    (SELECT 'fixed', alert_id, severity, opened_at, ended_at, 1
    FROM alert_exposures e WHERE ${inScope(operation, scope, 'e')} AND ended_at >= ${from} AND ended_at < ${to}
      AND outcome IN ('port_closed', 'cause_ended', 'manual')
    ORDER BY severity DESC, ended_at DESC, alert_id LIMIT ${listed})`);
  return rows;
}

async function readGroups(operation: Operation, scope: ReportScope, { to }: ReportSpan): Promise<readonly Group[]> {
  const { rows } = await operation.db.execute(sql<Group>`
    SELECT max(severity) AS severity, count(*)::int AS alerts,
      (array_agg(alert_id ORDER BY severity DESC, opened_at, alert_id))[1:${sql.lit(namedSubjects)}] AS ids
    FROM alert_exposures e
    WHERE ${inScope(operation, scope, 'e')} AND ended_at >= ${to} AND started_at < ${to}
    GROUP BY kind, key_hash
    ORDER BY max(severity) DESC, count(*) DESC, min(opened_at), kind, key_hash LIMIT ${advised}`);
  return rows;
}

interface ToldAlert {
  readonly alert: AlertRecord;
  readonly title: string;
  readonly explanation: string;
}

/** Two statements, and a look-up for each kind at most. */
async function describedAlerts(
  operation: Operation,
  kinds: readonly AlertKind[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, ToldAlert>> {
  const told = new Map<string, ToldAlert>();
  if (ids.length === 0) return told;
  const alerts = await alertRecords(operation)
    .where(inIds('alerts.id', [...new Set(ids)]))
    .execute();
  for (const kind of kinds) {
    const own = alerts.filter((alert) => alert.kind === kind.name);
    if (own.length === 0) continue;
    const texts = await kind.describe(operation, own);
    for (const [index, alert] of own.entries()) told.set(alert.id, { alert, ...texts[index]! });
  }
  return told;
}

function toReported(pick: Pick, { alert, title }: ToldAlert): ReportedAlert {
  return {
    id: pick.id,
    kind: alert.kind,
    subject: {
      type: alert.endpoint_id === null ? 'domain' : 'endpoint',
      id: (alert.endpoint_id ?? alert.domain_id)!,
      name: nameOf(alert),
    },
    severity: pick.severity,
    title,
    opened_at: pick.opened_at.toISOString(),
    closed_at: pick.closed_at?.toISOString() ?? null,
  };
}

/** What its customer calls the server, or the domain. */
function nameOf({ nickname, ip_address, domain }: AlertRecord): string {
  return nickname ?? ip_address ?? domain!;
}

function adviceOf({ severity, alerts, ids }: Group, told: ReadonlyMap<string, ToldAlert>): Advice[] {
  const named = ids.flatMap((id) => told.get(id) ?? []);
  const first = named[0];
  if (first === undefined) return [];
  return [
    {
      kind: first.alert.kind,
      severity,
      alert_id: first.alert.id,
      title: first.title,
      advice: adviceIn(first.explanation),
      alerts,
      subjects: [...new Set(named.map(({ alert }) => nameOf(alert)))],
    },
  ];
}

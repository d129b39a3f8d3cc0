import { sql } from 'kysely';
import { rankOf, type Severity } from '../../common/severity.ts';
import type { AlertsChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';
import type { Judgement, LiveAlert, Sighting } from './alert-kind.ts';
import { resourceColumn } from './alert-record.ts';
import { decideAlerts } from './decide-alerts.ts';
import { endAlerts } from './end-alerts.ts';

/** The resource that alerts are about, whose row is locked. */
export interface AlertSubject {
  readonly type: ResourceKind;
  readonly id: string;
  readonly customerId: string;
}

export async function liveAlerts(
  tx: Operation,
  kinds: readonly string[],
  subject: AlertSubject,
): Promise<(LiveAlert & { readonly kind: string })[]> {
  return tx.db
    .selectFrom('alerts')
    .select(['kind', 'id', 'key', 'status', 'severity', 'evidence'])
    .where(resourceColumn(subject.type), '=', subject.id)
    .where('kind', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Brings a resource's alerts of one kind in line with what was seen of it, in the caller's transaction and behind the lock of the
 * resource's row: a statement for each thing that may happen, however many alerts there are.
 */
export async function reconcileAlerts(
  tx: Operation,
  kind: string,
  subject: AlertSubject,
  live: readonly LiveAlert[],
  judgement: Judgement,
): Promise<AlertsChanged> {
  const decision = decideAlerts(live, judgement);
  const ids = await raiseAlerts(tx, kind, subject, decision.raise);
  await confirmAlerts(
    tx,
    decision.confirm.map(({ alert }) => alert.id),
  );
  await reassessAlerts(
    tx,
    decision.reassess.map(({ alert, sighting: { severity, evidence } }) => ({ id: alert.id, severity, evidence })),
  );
  await reopenForEvidence(
    tx,
    decision.reopen.map(({ alert }) => alert.id),
  );
  const ended = await endAlerts(tx, judgement.ended);
  const changed: AlertsChanged = {
    kind,
    customerId: subject.customerId,
    opened: decision.raise.map(({ key, severity }) => ({ id: ids.get(key)!, severity })),
    reopened: decision.reopen.map(({ alert: { id }, sighting: { severity } }) => ({ id, severity, by: 'evidence' })),
    resolved: ended.map(({ id, resolution }) => ({ id, resolution: resolution! })),
    worsened: decision.reassess.flatMap(({ alert: { id, status, severity: before }, sighting: { severity } }) =>
      status === 'open' && rankOf(severity) > rankOf(before) ? [{ id, severity }] : [],
    ),
  };
  if (isChange(changed)) await tx.effects.alertsChanged(tx, changed);
  return changed;
}

/** Whether anybody could want to hear of it. */
export function isChange({ opened, reopened, resolved, worsened = [] }: AlertsChanged): boolean {
  return opened.length + reopened.length + resolved.length + worsened.length > 0;
}

/** @returns the new alerts' ids by key */
export async function raiseAlerts(
  tx: Operation,
  kind: string,
  subject: AlertSubject,
  sightings: readonly Omit<Sighting, 'isNews'>[],
): Promise<ReadonlyMap<string, string>> {
  const now = tx.clock.now();
  const rows = sightings.map(({ key, severity, evidence, port }) => ({
    id: newId(tx.clock),
    kind,
    key,
    endpoint_id: subject.type === 'endpoint' ? subject.id : null,
    domain_id: subject.type === 'domain' ? subject.id : null,
    customer_id: subject.customerId,
    protocol: port?.protocol ?? null,
    port: port?.port ?? null,
    severity,
    status: 'open' as const,
    evidence: JSON.stringify(evidence),
    created_at: now,
    first_detected_at: now,
    last_detected_at: now,
  }));
  await tx.db.insertMany('alerts', rows);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Seen again. */
async function confirmAlerts(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.updateTable('alerts').set({ last_detected_at: tx.clock.now() }).where(inIds('id', ids)).execute();
}

/** Alerts that tell otherwise from now on. One that has ended meanwhile stays as it is. */
export async function reassessAlerts(
  tx: Operation,
  alerts: readonly { readonly id: string; readonly severity: Severity; readonly evidence: object }[],
): Promise<void> {
  if (alerts.length === 0) return;
  await tx.db.execute(sql`
    UPDATE alerts SET last_detected_at = ${tx.clock.now()}, severity = told.severity, evidence = told.evidence
    FROM jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) AS told (id uuid, severity severity, evidence jsonb)
    WHERE alerts.partner_id = ${tx.partnerId} AND alerts.id = told.id AND alerts.ended_at IS NULL`);
}

/** Alerts that somebody took note of before there was this evidence. */
export async function reopenForEvidence(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('alerts')
    .set({ status: 'open', status_changed_at: tx.clock.now(), acknowledged_at: null, snoozed_until: null })
    .where(inIds('id', ids))
    .where('status', '=', 'acknowledged')
    .execute();
}

import type { Operation } from '../../core/operation/operation.ts';

/** Resolves what is unresolved of a domain's alerts: it is not monitored any more (decisions §6.4 for endpoints). */
export async function resolveAlertsOfDomain(tx: Operation, domainId: string): Promise<void> {
  await tx.db
    .updateTable('domain_alerts')
    .set({ status: 'resolved', resolution: 'domain_terminated', resolved_at: tx.clock.now() })
    .where('domain_id', '=', domainId)
    .where('status', '<>', 'resolved')
    .execute();
}

/** Deletes everything that was found about a domain, and the history of its scans. */
export async function forgetFindingsOfDomain(tx: Operation, domainId: string): Promise<void> {
  await tx.db.deleteFrom('leaked_credentials').where('domain_id', '=', domainId).execute();
  await tx.db.deleteFrom('dark_web_findings').where('domain_id', '=', domainId).execute();
  await tx.db.deleteFrom('domain_alerts').where('domain_id', '=', domainId).execute();
  await tx.db.deleteFrom('domain_scans').where('domain_id', '=', domainId).execute();
}

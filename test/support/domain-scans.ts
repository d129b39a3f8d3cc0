import { Operation } from '../../src/core/operation/operation.ts';
import type { LeakFinding, LeakSource } from '../../src/engines/leak-sources/leak-source.ts';
import { applyDomainScan } from '../../src/monitoring/leaks/apply-domain-scan.ts';
import { askLimits, askSources } from '../../src/monitoring/leaks/ask-sources.ts';
import { claimDomainScan } from '../../src/monitoring/leaks/claim-domain-scan.ts';
import { dispatchDueDomainScans } from '../../src/monitoring/leaks/dispatch-due-domain-scans.ts';
import { IdentityVault } from '../../src/monitoring/leaks/identity-vault.ts';
import { type DomainScanJob, type DomainScanJobData, domainScanQueue } from '../../src/monitoring/leaks/jobs.ts';
import { configuredSources } from '../../src/monitoring/leaks/sources-of-worlds.ts';
import type { FindingChanges } from '../../src/monitoring/leaks/write-findings.ts';
import type { ApiClient } from './api-client.ts';
import type { TestService } from './test-service.ts';

/** Monitors a domain and returns its id. */
export async function monitorDomain(api: ApiClient, clientId: number, domain: string): Promise<string> {
  const order = { client_id: clientId, service_id: 1, domain };
  const answer = await api.post('/api/v1/billing/provision-domain', order);
  if (answer.status !== 201)
    throw new Error(`provision-domain answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.monitored_domain_id;
}

/** Queues the scans that are due, as the scheduler does, in a service that runs none. */
export async function dispatchDomainScans(service: TestService): Promise<number> {
  service.clock.advanceSeconds(5);
  return dispatchDueDomainScans(service.service.resources, { defaultIntervalSeconds: 86_400, random: () => 0.5 });
}

/** Takes the domain scan jobs that wait, as a worker does. */
export function takeDomainScanJobs(service: TestService): Promise<DomainScanJob[]> {
  return service.service.resources.jobs.fetch<DomainScanJobData>(domainScanQueue.name, 100);
}

export function operationOf(service: TestService, job: DomainScanJob): Operation {
  const caller = { partnerId: job.data.partnerId, actor: { kind: 'system' as const }, requestId: null };
  return new Operation(service.service.resources, caller);
}

/** Runs a job that was taken as a worker does; null when there was nothing to be scanned. */
export async function performDomainScan(
  service: TestService,
  job: DomainScanJob,
  sources: readonly LeakSource[],
): Promise<FindingChanges | null> {
  const operation = operationOf(service, job);
  const vault = new IdentityVault(service.store.keys);
  const scan = await claimDomainScan(operation, job.data);
  if (!scan) {
    await operation.jobs.complete(operation.db.unscoped, job);
    return null;
  }
  const context = { domain: scan.domain, digest: vault.digester(operation.partnerId), now: operation.clock.now() };
  const asked = await configuredSources(sources)(operation, scan.asked);
  const result = await askSources(asked, context, askLimits, new AbortController().signal);
  return applyDomainScan(operation, job, result, vault);
}

/** Nothing is said of a domain of which only the leaks were looked for: those that are due were looked at, and all was in order. */
async function noteLooks({ store, clock }: TestService): Promise<void> {
  await store.database.pool.query(
    "UPDATE domain_postures SET looked_at = $1, due_at = $1 + interval '1 day' WHERE due_at <= $1",
    [clock.now()],
  );
}

/** Scans everything that is due now, in a service without workers. Returns what each scan changed. */
export async function runDueDomainScans(
  service: TestService,
  sources: readonly LeakSource[],
): Promise<(FindingChanges | null)[]> {
  await dispatchDomainScans(service);
  await noteLooks(service);
  const changes = [];
  for (const job of await takeDomainScanJobs(service)) changes.push(await performDomainScan(service, job, sources));
  return changes;
}

/** Scans a domain now and has it find these, all told by one source. */
export async function scanDomain(
  service: TestService,
  domainId: string,
  findings: readonly LeakFinding[],
  sourceName = 'alpha',
): Promise<FindingChanges | null> {
  const { pool } = service.store.database;
  await pool.query('UPDATE monitored_domains SET next_scan_at = $2 WHERE next_scan_at IS NOT NULL AND id <> $1', [
    domainId,
    new Date(service.clock.now().getTime() + 86_400_000),
  ]);
  await pool.query("UPDATE monitored_domains SET next_scan_at = $2 WHERE id = $1 AND status = 'active'", [
    domainId,
    service.clock.now(),
  ]);
  const source: LeakSource = {
    name: sourceName,
    attribution: { name: sourceName, url: null, licence: null },
    async *find() {
      yield* findings;
    },
  };
  const [changes = null] = await runDueDomainScans(service, [source]);
  return changes;
}

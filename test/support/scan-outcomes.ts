import type { Selectable } from 'kysely';
import type { ScansTable } from '../../src/core/operation/tables/monitoring.ts';
import type { EndpointsTable } from '../../src/core/operation/tables/resources.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './test-service.ts';

type ScanRow = Selectable<ScansTable>;

/** Asks for a scan by hand and returns its id. */
export async function requestScan(api: ApiClient, endpointId: string, clientId = 1): Promise<string> {
  const answer = await api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId });
  if (answer.status !== 202) throw new Error(`scan-endpoint answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.scan_id;
}

/** The scan's row once it has ended, well or badly. */
export async function endedScan(service: TestService, scanId: string, timeoutMs?: number): Promise<ScanRow> {
  return eventually(
    `scan ${scanId} ends`,
    async () => {
      const [scan] = await service.store.database.db.selectFrom('scans').selectAll().where('id', '=', scanId).execute();
      return scan && scan.status !== 'pending' && scan.status !== 'running' ? scan : null;
    },
    timeoutMs,
  );
}

/** Asks for a scan by hand and waits until it has ended. */
export async function scanToEnd(service: TestService, api: ApiClient, endpointId: string): Promise<ScanRow> {
  return endedScan(service, await requestScan(api, endpointId));
}

/** Scans of an endpoint, oldest first. */
export async function scansOf(service: TestService, endpointId: string): Promise<ScanRow[]> {
  return service.store.database.db
    .selectFrom('scan_history')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('id')
    .execute();
}

export async function endpointRow(service: TestService, endpointId: string): Promise<Selectable<EndpointsTable>> {
  return service.store.database.db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
}

/** All alerts of an endpoint, oldest first. */
export async function alertsOf(api: ApiClient, endpointId: string): Promise<ApiAnswer['body'][]> {
  const answer = await api.get(`/api/v1/alerts?endpoint_id=${endpointId}&limit=100&order=asc`);
  return answer.body.data.alerts;
}

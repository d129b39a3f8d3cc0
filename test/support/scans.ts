import type { ApiAnswer, ApiClient } from './api-client.ts';
import { eventually } from './eventually.ts';

/** Provisions a server and returns its endpoint id. */
export async function provision(
  api: ApiClient,
  ipAddress: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const answer = await api.post('/api/v1/billing/provision', { client_id: 1, ip_address: ipAddress, ...more });
  if (answer.status !== 201) throw new Error(`provision answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.endpoint_id;
}

export async function detail(api: ApiClient, endpointId: string): Promise<ApiAnswer['body']> {
  return (await api.get(`/api/v1/endpoints/${endpointId}/detail`)).body;
}

/** The detail of an endpoint once its last scan is another than `previous`. */
export async function nextScan(
  api: ApiClient,
  endpointId: string,
  previous: string | null = null,
): Promise<ApiAnswer['body']> {
  return eventually('a scan completes', async () => {
    const body = await detail(api, endpointId);
    return body.data?.last_scan_at && body.data.last_scan_at !== previous ? body : null;
  });
}

/** Asks for a scan by hand, after a cooldown has been waited out by the caller, and returns the detail after it. */
export async function scanAgain(api: ApiClient, endpointId: string, clientId = 1): Promise<ApiAnswer['body']> {
  const before = await detail(api, endpointId);
  const answer = await api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId });
  if (answer.status !== 202) throw new Error(`scan-endpoint answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return nextScan(api, endpointId, before.data.last_scan_at);
}

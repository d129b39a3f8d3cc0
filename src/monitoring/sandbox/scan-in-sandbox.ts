import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockEndpoint } from '../../resources/endpoints/index.ts';
import { beginScan, cancelScan, openObservations, writeScanResult } from '../port-scans/index.ts';
import { scenarioOf, scenarioResult } from './scenario.ts';
import { scenarioScanner } from './scenario-scanner.ts';

/**
 * Scans an endpoint of a sandbox within the caller's transaction: the scenario is the result. A scan that is under way is
 * cancelled, so that the scenario that was just set is the one that is seen.
 * @throws Problem ENDPOINT_NOT_FOUND, ENDPOINT_NOT_ACTIVE
 */
export async function scanInSandbox(
  tx: Operation,
  endpointId: string,
): Promise<{ scanId: string; openPorts: number[] }> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (!endpoint || endpoint.status === 'terminated') throw new Problem('ENDPOINT_NOT_FOUND');
  if (endpoint.status !== 'active') throw new Problem('ENDPOINT_NOT_ACTIVE');
  await cancelScan(tx, endpoint);
  const scanId = await beginScan(tx, endpointId, scenarioScanner.engine);
  const result = scenarioResult(await scenarioOf(tx, endpointId), await openObservations(tx, endpointId));
  await writeScanResult(tx, endpoint, scanId, result, null);
  return { scanId, openPorts: result.open.map(({ port }) => port) };
}

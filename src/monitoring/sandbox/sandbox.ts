import { forgetCustomers, lockAllCustomers } from '../../accounts/customers/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { forgetListCounts } from '../../core/list-counts/fold-list-counts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { forgetSignIns } from '../../identity/sessions/index.ts';
import { forgetDomains, scanDomainsSoon } from '../../resources/domains/index.ts';
import { forgetEndpoints, getEndpoint } from '../../resources/endpoints/index.ts';
import { forgetTemplate, lookAtDomainsSoon } from '../domain-posture/index.ts';
import { forgetRules } from '../port-exposure/index.ts';
import { forgetScans } from '../port-scans/index.ts';
import { reserveSandbox } from './reserve-sandbox.ts';
import { scanInSandbox } from './scan-in-sandbox.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

/**
 * What scans find: of one endpoint, or of all that have no scenario of their own.
 * @param operation of the sandbox's world
 * @throws Problem ENDPOINT_NOT_FOUND
 */
export async function readScenario(operation: Operation, endpointId: string | undefined): Promise<Scenario> {
  if (endpointId !== undefined) await getEndpoint(operation, endpointId, undefined);
  return scenarioOf(operation, endpointId ?? null);
}

/**
 * Sets what scans find: for one endpoint, or for all that have no scenario of their own.
 * @param operation of the sandbox's world
 * @throws Problem ENDPOINT_NOT_FOUND
 */
export async function setScenario(
  operation: Operation,
  scenario: Scenario,
  endpointId: string | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
    if (endpointId !== undefined) await getEndpoint(tx, endpointId, undefined);
    const row = { endpoint_id: endpointId ?? null, scenario, updated_at: tx.clock.now() };
    await tx.db
      .insertInto('sandbox_scenarios', row)
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'endpoint_id']).doUpdateSet({ scenario, updated_at: row.updated_at }),
      )
      .execute();
    // Domains have no scenario of their own, and nobody can ask for their scans.
    if (endpointId === undefined) {
      await scanDomainsSoon(tx);
      await lookAtDomainsSoon(tx);
    }
    await recordFact(tx, { type: 'sandbox.scenario_set', subjectId: endpointId ?? null, details: { scenario } });
  });
}

/**
 * Scans an endpoint of the sandbox at once: the result is there when this returns.
 * @throws Problem ENDPOINT_NOT_FOUND, ENDPOINT_NOT_ACTIVE
 */
export async function scanNow(
  operation: Operation,
  endpointId: string,
): Promise<{ scanId: string; openPorts: number[] }> {
  return operation.transaction((tx) => scanInSandbox(tx, endpointId));
}

/**
 * Empties the sandbox: each room forgets what it owns, and what belongs to that goes with it. The audit log stays, what
 * was told by events, and the answers that are kept for repeated requests.
 * @throws Problem SANDBOX_BUSY
 */
export async function resetSandbox(operation: Operation): Promise<void> {
  await operation.transaction(async (tx) => {
    await reserveSandbox(tx);
    // In the order in which everything else locks (decision 9).
    await lockAllCustomers(tx);
    await forgetSignIns(tx);
    await forgetEndpoints(tx);
    await forgetDomains(tx);
    await forgetRules(tx);
    await forgetCustomers(tx);
    await forgetListCounts(tx);
    await forgetScans(tx);
    await forgetTemplate(tx);
    await tx.db.deleteFrom('sandbox_scenarios').execute();
    await recordFact(tx, { type: 'sandbox.reset', subjectId: tx.partnerId });
  });
}

import type { EndpointScanner } from '../port-scans/index.ts';
import { scenarioOf, scenarioResult } from './scenario.ts';

/** The scanner of sandboxes: the scenario is the result, and no packet leaves, so every address has one (decisions §10.3). */
export const scenarioScanner: EndpointScanner = {
  engine: 'sandbox',
  refusal: () => null,
  scan: async (operation, { endpointId, knownOpen }) =>
    scenarioResult(await scenarioOf(operation, endpointId), knownOpen),
};

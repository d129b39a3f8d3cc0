import { resourceLifecycle } from '../lifecycle/resource-lifecycle.ts';

/** The endpoint's life cycle (contract, States; decisions §2.4–2.8). */
export const endpointLifecycle = resourceLifecycle({
  name: 'endpoint',
  monitored: 'address',
  absent: 'ENDPOINT_NOT_FOUND',
});

import { resourceLifecycle } from '../lifecycle/resource-lifecycle.ts';

/** The monitored domain's life cycle (contract, States; decisions §5.2). A released domain has no state: its record is not found. */
export const domainLifecycle = resourceLifecycle({
  name: 'domain',
  monitored: 'domain',
  absent: 'DOMAIN_NOT_FOUND',
});

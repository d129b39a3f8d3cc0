export {
  /** The defaults, and a partner's own plans in place of them or beside them, by slug. */
  catalogueOf,
  /** The plans that every partner has until it says otherwise. */
  defaultPlanSlugs,
  /** How a plan that says nothing of its scans is scanned. */
  defaultScans,
  /** What `planCatalogue` reads, for a statement that reads more. */
  ownPlans,
  /** A plan of a per-plan product. */
  type Plan,
  /** The port_monitoring plans of a partner by slug. */
  planCatalogue,
  /** Which protocols a plan's scans ask. */
  type ScanProtocols,
  /** All of them. */
  scanProtocols,
} from './plan-catalogue.ts';
export {
  /** What a plan that says nothing looks at, and what it leaves out, in English. */
  defaultCoverageText,
  /** The ports that a scan by the plan asks. */
  portsOf,
} from './plan-ports.ts';
export {
  /** Who has just put a customer on the plan but not committed cannot be seen, and has read the old plan. */
  awaitChangesUnderway,
} from './set-plan.ts';

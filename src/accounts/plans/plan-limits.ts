/** What the installation lets plans ask for: a plan that was made before is used within them. */
export interface PlanLimits {
  /** Seconds. */
  readonly shortestIntervalSeconds: number;
  /** To one target: a plan can only lower it. */
  readonly maxPacketsPerSecond: number;
}

/** As far as plans go on any installation. */
export const widestPlanLimits: PlanLimits = { shortestIntervalSeconds: 60, maxPacketsPerSecond: 1_000_000 };

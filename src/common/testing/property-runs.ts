import fc from 'fast-check';

/** What a property tries where neither it nor PROPERTY_RUNS says how often. */
const runsByDefault = 100;

/**
 * How often a property is tried that says so itself. PROPERTY_RUNS, which is for those that do not, changes it in proportion: of 40 runs
 * 10 make 4, and 400 make 160.
 * @param least with fewer runs it would show nothing
 */
export function propertyRuns(usual: number, least = 1): number {
  const { numRuns = runsByDefault } = fc.readConfigureGlobal();
  return Math.max(least, Math.round((usual * numRuns) / runsByDefault));
}

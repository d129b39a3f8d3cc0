/**
 * Whether tests run on a cluster of Citus (CONTRIBUTING.md). What looks at plans or statistics of one PostgreSQL, or puts triggers on tables,
 * is skipped there.
 */
export const isSharded = workerUrls().length > 0;

/** Of the cluster's workers; none: there is one server. */
export function workerUrls(): string[] {
  return (process.env.TEST_CITUS_WORKERS ?? '').split(' ').filter((each) => each !== '');
}

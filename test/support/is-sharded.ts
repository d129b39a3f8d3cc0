/**
 * Whether tests run on a cluster of Citus (CONTRIBUTING.md). What looks at plans or statistics of one PostgreSQL, or puts triggers on tables,
 * is skipped there.
 */
export const isSharded = process.env.TEST_CITUS_WORKERS !== undefined;

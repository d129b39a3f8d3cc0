/** PROPERTY_RUNS sets how many cases a property-based test tries, where the test itself does not say. */
const runs = Number(process.env.PROPERTY_RUNS ?? 0);

if (runs > 0) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: runs });
}

import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import type { Config } from '../installation/config.ts';
import { hasLeaks } from '../monitoring/leak-imports/look-up.ts';
import { livePoints } from '../monitoring/port-scans/scan-workers.ts';
import { feedStates, feedSummary, feedTroubles } from '../monitoring/versions/feed-states.ts';
import type { Diagnosis } from './diagnosis.ts';

/** A plan that wants its servers scanned from where nobody is has them wait. */
export async function examineVantagePoints(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'vantage points';
  const { rows } = await sql<{ point: string }>`
    SELECT DISTINCT unnest(vantage_points) AS point FROM plans ORDER BY point`.execute(db);
  const asked = rows.map(({ point }) => point);
  if (asked.length === 0) return { check, state: 'ok', detail: 'no plan asks for any' };
  const alive = await livePoints(db, asked);
  const missing = asked.filter((point) => !alive.includes(point));
  if (missing.length === 0) return { check, state: 'ok', detail: `workers are alive at ${alive.join(', ')}` };
  const cure = 'start a worker there with that SCAN_VANTAGE, or take the name out of the plans (breakwater plan list)';
  return { check, state: 'warn', detail: `plans ask for ${missing.join(', ')}, where no worker is alive`, cure };
}

/** Domain monitoring that is sold while nobody could find anything: its customers are told that nobody looks. */
export async function examineLeakSources(db: CrossPartnerDatabase, { leakSources }: Config): Promise<Diagnosis> {
  const check = 'leak sources';
  const { mispFeedUrls, ...services } = leakSources;
  const configured = Object.entries(services).flatMap(([name, source]) => (source === null ? [] : [name]));
  const feeds = mispFeedUrls.length === 0 ? [] : [`${mispFeedUrls.length} MISP feeds`];
  const sources = [...configured, ...feeds, ...((await hasLeaks(db)) ? ['imported leaks'] : [])];
  if (sources.length > 0) return { check, state: 'ok', detail: `domains are looked for by ${sources.join(', ')}` };
  const { rows } = await sql<{ domains: number }>`
    SELECT count(*)::int AS domains FROM monitored_domains d JOIN partners p ON p.id = d.partner_id
    WHERE d.status = 'active' AND p.sandbox_of IS NULL`.execute(db);
  const { domains } = rows[0]!;
  if (domains === 0) return { check, state: 'ok', detail: 'none, and no domain is monitored' };
  const cure = 'set up a source (docs/leak-sources.md), import leaks, or stop selling domain_monitoring';
  const detail = `none, though domain_monitoring is sold: nobody looks for leaks of ${domains} domains`;
  return { check, state: 'warn', detail, cure };
}

export async function examineVersions(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis> {
  const check = 'versions';
  const states = await feedStates(db, now);
  const troubles = feedTroubles(states);
  if (troubles.length === 0) return { check, state: 'ok', detail: feedSummary(states) };
  const cure = 'have "breakwater versions update" run every day, or import a file of each';
  return { check, state: 'warn', detail: troubles.join('; '), cure };
}

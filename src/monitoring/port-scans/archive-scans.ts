import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { staleAfterMs } from './reconcile-schedule.ts';

/** The installation fact that says up to which time scans that completed are in the archive. */
const archivedUntil = 'scans_archived_until';
/**
 * Scans are archived by the time in their ids, a span at a time, and partner by partner within it: a single one is found among those of
 * its span. After a long rest the spans are longer.
 */
const mostSpans = 36;
/** Moved by one statement, so that it ends in time however many there are. */
const batchSize = 10_000;

export interface ArchivePace {
  /** After which time nothing changes a scan. */
  readonly settledMs: number;
  readonly spanMs: number;
}

const ofRealTime: ArchivePace = { settledMs: staleAfterMs, spanMs: 600_000 };

/**
 * Moves completed scans into `archived_scans`, where they take half the space, once they can change no more: those of customers that were
 * queued longer ago than any scan takes. What ended without a result stays, and so do scans from before this was first called: nodes of a
 * release that knows no archive, which serve beside this one during an upgrade, show all there is. Any number of nodes may do so at once,
 * and a move that was interrupted is done again.
 * @returns how many were moved
 */
export async function archiveScans({ db, clock }: Resources, { settledMs, spanMs } = ofRealTime): Promise<number> {
  const spanBefore = (instant: number) => Math.floor(instant / spanMs) * spanMs;
  const now = clock.now().getTime();
  const [from, settled] = [await begin(db, spanBefore(now)), spanBefore(now - settledMs)];
  if (from >= settled) return 0;
  const partners = await db.selectFrom('partners').select('id').where('sandbox_of', 'is', null).execute();
  const stepMs = Math.max(1, Math.ceil((settled - from) / spanMs / mostSpans)) * spanMs;
  let moved = 0;
  for (let start = from; start < settled; start += stepMs) {
    const end = Math.min(start + stepMs, settled);
    for (const { id } of partners) moved += await moveSpan(db, id, new Date(start), new Date(end));
    await note(db, end);
  }
  return moved;
}

/** @returns the time from which on scans are to be archived; at first that is `now` */
async function begin(db: CrossPartnerDatabase, now: number): Promise<number> {
  const value = new Date(now).toISOString();
  await sql`
    INSERT INTO installation_facts (name, value) VALUES (${archivedUntil}, ${value})
    ON CONFLICT (name) DO NOTHING`.execute(db);
  const fact = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', archivedUntil)
    .executeTakeFirstOrThrow();
  return Date.parse(fact.value);
}

async function note(db: CrossPartnerDatabase, until: number): Promise<void> {
  const value = new Date(until).toISOString();
  await db
    .updateTable('installation_facts')
    .set({ value })
    .where('name', '=', archivedUntil)
    .where('value', '<', value)
    .execute();
}

/** Leaves what waited for weeks, which no column of milliseconds holds. */
async function moveSpan(db: CrossPartnerDatabase, partnerId: string, from: Date, to: Date): Promise<number> {
  const [first, behind] = [lowestIdAt(from), lowestIdAt(to)];
  for (let moved = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      WITH settled AS (
        DELETE FROM scans WHERE partner_id = ${partnerId} AND id >= ${first} AND id < ${behind} AND id = ANY(ARRAY(
          SELECT id FROM scans
          WHERE partner_id = ${partnerId} AND id >= ${first} AND id < ${behind} AND status = 'completed'
            AND started_at IS NOT NULL AND finished_at < created_at + interval '20 days'
          ORDER BY id LIMIT ${batchSize}))
        RETURNING *)
      INSERT INTO archived_scans (partner_id, endpoint_id, id, waited_ms, took_ms, duration_ms, ports_requested,
        ports_covered, open_ports_count, tcp_ports, udp_ports, is_manual, host_answered, port_set, engine)
      SELECT ${partnerId}::uuid, endpoint_id, id, extract(epoch FROM started_at - created_at) * 1000,
        extract(epoch FROM finished_at - started_at) * 1000, duration_ms, ports_requested, ports_covered,
        open_ports_count, tcp_ports, udp_ports, trigger = 'manual', host_answered, left(port_set, 1)::"char", engine
      FROM settled ORDER BY id`.execute(db);
    moved += Number(numAffectedRows);
    if (numAffectedRows < batchSize) return moved;
  }
}

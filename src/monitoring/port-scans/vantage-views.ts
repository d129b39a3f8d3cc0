import { sql } from 'kysely';
import { z } from 'zod';
import { vantagePointsInForce } from '../../accounts/scan-terms/index.ts';
import { timestamp } from '../../core/api/fields.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** What one place sees of a server, and where that differs from what its scans found. */
export const vantageView = z
  .strictObject({
    vantage_point: z.string().meta({ description: 'The place, as the operator calls it.' }),
    scan_id: z.guid().meta({ description: 'The scan that it is compared with.' }),
    seen_at: timestamp,
    host_answered: z.boolean().meta({ description: 'False: nothing came back from the server there.' }),
    only_there: z.array(z.string()).meta({ description: 'Ports that are open there only, as 22/tcp.' }),
    not_there: z.array(z.string()).meta({ description: 'Ports that the scan found open, but not there.' }),
  })
  .meta({ id: 'VantageView' });

/** Of the places that the endpoint's plan asks for, in the order of their names. */
export async function vantageViews(
  { db, partnerId }: Operation,
  endpointId: string,
): Promise<z.output<typeof vantageView>[]> {
  const { rows } = await db.execute(sql<ViewRow>`
    SELECT v.vantage_point, v.scan_id, v.seen_at, v.host_answered, v.only_there, v.not_there
    FROM endpoints e JOIN vantage_views v ON v.partner_id = e.partner_id AND v.endpoint_id = e.id
    WHERE e.partner_id = ${partnerId} AND e.id = ${endpointId} AND v.vantage_point = ANY(${vantagePointsInForce(sql`${partnerId}`)})
    ORDER BY v.vantage_point COLLATE "C"`);
  return rows.map((row) => ({ ...row, seen_at: row.seen_at.toISOString() }));
}

interface ViewRow extends Omit<z.output<typeof vantageView>, 'seen_at'> {
  readonly seen_at: Date;
}

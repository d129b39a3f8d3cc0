import type { Operation } from '../../core/operation/operation.ts';

/** A completed scan that told something of a server's ports. */
export interface LookedScan {
  readonly id: string;
  readonly finishedAt: Date;
}

/** The last one of an endpoint: the host answered, and not on every port. Null: none is known, or it is forgotten. */
export async function lastLook({ db }: Operation, endpointId: string): Promise<LookedScan | null> {
  const scan = await db
    .selectFrom('scan_history')
    .select(['id', 'finished_at'])
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'completed')
    .where('host_answered', '=', true)
    .where('open_ports_count', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return scan?.finished_at ? { id: scan.id, finishedAt: scan.finished_at } : null;
}

import type { Resources } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import { canonicalNetwork } from '../../engines/address-policy/address-set.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import { newId } from '../../platform/ids.ts';
import { withdrawFromSchedule } from '../port-scans/index.ts';
import { markChange } from './revision.ts';

export interface AddedExclusions {
  /** Canonical CIDRs. */
  readonly networks: readonly string[];
  /** Those among them that were not excluded before. */
  readonly added: readonly string[];
  /** Endpoints of any partner that are no longer scheduled, or whose scan was stopped. */
  readonly endpoints: number;
}

/**
 * Excludes networks from scanning, of every partner: running scans of their addresses are cancelled, and every process of the
 * service has taken it over within ten seconds. Alerts stay as they are.
 * @param networks addresses and CIDRs
 * @param by who wants it so
 * @throws OperatorError naming what is no network
 */
export async function addExclusions(
  resources: Resources,
  networks: readonly string[],
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<AddedExclusions> {
  const canonical = canonicalNetworks(networks);
  const now = resources.clock.now();
  const added = await changing(resources, (trx) =>
    trx.db
      .insertInto('scan_exclusions')
      .values(
        canonical.map((network) => ({ id: newId(resources.clock), network, reason, added_by: by, added_at: now })),
      )
      .onConflict((conflict) => conflict.column('network').where('removed_at', 'is', null).doNothing())
      .returning('network')
      .execute(),
  );
  // Those that were there too: an earlier attempt may have ended before this.
  const endpoints = await withdrawFromSchedule(resources, canonical);
  // Workers that are woken withdraw them as well: told before, they would leave nothing to count.
  for (const signal of ['exclusions', 'cancelled'] satisfies WorkSignal[]) resources.signals?.announce(signal);
  return { networks: canonical, added: added.map(({ network }) => network), endpoints };
}

/**
 * Lifts exclusions; workers schedule the endpoints again as soon as they notice, each at the earliest when it would have been
 * due. Networks that overlap with others stay excluded by those.
 * @returns the networks that were excluded until now, as canonical CIDRs
 * @throws OperatorError naming what is no network
 */
export async function removeExclusions(
  resources: Resources,
  networks: readonly string[],
  by: string,
): Promise<readonly string[]> {
  const canonical = canonicalNetworks(networks);
  const removed = await changing(resources, (trx) =>
    trx.db
      .updateTable('scan_exclusions')
      .set({ removed_by: by, removed_at: resources.clock.now() })
      .where('network', 'in', canonical)
      .where('removed_at', 'is', null)
      .returning('network')
      .execute(),
  );
  resources.signals?.announce('exclusions' satisfies WorkSignal);
  return removed.map(({ network }) => network);
}

async function changing<T>(resources: Resources, change: (trx: Resources) => Promise<T>): Promise<T> {
  return withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      await markChange(db);
      return change({ ...resources, db });
    }),
  );
}

function canonicalNetworks(networks: readonly string[]): readonly string[] {
  try {
    return [...new Set(networks.map(canonicalNetwork))];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OperatorError(error.message, { cause: error });
  }
}

import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import { type AddressSet, addressSet } from '../../engines/address-policy/address-set.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { revisionFact } from './revision.ts';

/** What is excluded now and was not before, and the other way round, as canonical CIDRs. */
export interface ExclusionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Well within the ten seconds after which an exclusion is in force everywhere, also when nobody could tell of it. */
const refreshes = { heardMs: 9_000, deafMs: 2_000 };

/** The exclusions as this process knows them. While the database cannot be read, the last known ones stay in force. */
export class LiveExclusions {
  readonly #db: CrossPartnerDatabase;
  #set: AddressSet = addressSet([]);
  /** Of what was not only read but also followed. */
  #revision: string | null = null;
  #networks: ReadonlySet<string> = new Set();
  #watching: WorkLoop | undefined;

  constructor(db: CrossPartnerDatabase) {
    this.#db = db;
  }

  /** @param address canonical text */
  has(address: string): boolean {
    return this.#set.has(address);
  }

  /**
   * Reads them if they changed.
   * @param follow does what follows from a change, after it is in force here; when it fails, the next refresh repeats it
   */
  async refresh(follow: (change: ExclusionChange) => Promise<void> = async () => {}): Promise<void> {
    // One statement, so that revision and networks belong together.
    const { rows } = await sql<{ revision: string; networks: string[] }>`
      SELECT value AS revision, ARRAY(SELECT network::text FROM scan_exclusions WHERE removed_at IS NULL) AS networks
      FROM installation_facts WHERE name = ${revisionFact} AND value IS DISTINCT FROM ${this.#revision}`.execute(
      this.#db,
    );
    const read = rows[0];
    if (read === undefined) return;
    const networks = new Set(read.networks);
    this.#set = addressSet(networks);
    await follow({
      added: read.networks.filter((network) => !this.#networks.has(network)),
      removed: [...this.#networks].filter((network) => !networks.has(network)),
    });
    this.#revision = read.revision;
    this.#networks = networks;
  }

  /** Refreshes them when they have changed, and again and again, until it is stopped. */
  watch(signals: Signals, logger: Logger, follow?: (change: ExclusionChange) => Promise<void>): void {
    this.#watching = new WorkLoop({
      signals,
      wokenBy: ['exclusions' satisfies WorkSignal],
      look: async () => void (await this.refresh(follow)),
      longestSleep: refreshes,
      onError: (error) =>
        logger.error({ err: error }, 'The exclusions could not be read; the last known ones stay in force.'),
    });
    this.#watching.start();
  }

  async stop(): Promise<void> {
    await this.#watching?.stop();
  }
}

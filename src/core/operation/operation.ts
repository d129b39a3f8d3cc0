import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { JointTransaction } from '../../platform/database/joint-transaction.ts';
import { isOutdatedStatement } from '../../platform/database/preparing-client.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { type ChangeTopic, CustomerChanges, customerName } from './customer-changes.ts';
import type { Effects } from './effects.ts';
import { type CrossPartnerDatabase, PartnerDatabase } from './partner-database.ts';
import type { Tables } from './tables.ts';

/** Who asked for a change, for the audit log. */
export type Actor =
  | { readonly kind: 'api_key' | 'administrator' | 'customer'; readonly id: string }
  | { readonly kind: 'operator' }
  | { readonly kind: 'system' };

/** What the service has at hand for every operation. */
export interface Resources {
  readonly db: CrossPartnerDatabase;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly effects: Effects<Operation>;
  /** Tells open pages what has changed, once it is committed. Absent: nobody is told. */
  readonly feed?: { publish(changes: CustomerChanges): void } | undefined;
}

export interface Caller {
  readonly partnerId: string;
  /** Whether the partner is an account's sandbox, where no packet leaves. Default: it is not. */
  readonly sandbox?: boolean;
  readonly actor: Actor;
  readonly requestId: string | null;
}

const maxAttempts = 6;
// PostgreSQL: serialization_failure, deadlock_detected.
const retryableCodes = new Set(['40001', '40P01']);

/**
 * One partner's operation: what a verb is given. Verbs read through `db`, change inside `transaction`, and call one
 * another with the same operation: a verb called within a transaction joins it.
 */
export class Operation {
  readonly caller: Caller;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly #effects: Effects<Operation>;
  readonly #handle: CrossPartnerDatabase;
  readonly #inTransaction: boolean;
  /** Takes the place of transactions of their own. */
  readonly #joint: JointTransaction<Tables> | null;
  readonly #feed: Resources['feed'];
  /** What there is to tell once the transaction is committed. */
  readonly #changes: CustomerChanges;

  constructor(
    resources: Resources,
    caller: Caller,
    inTransaction = false,
    joint: JointTransaction<Tables> | null = null,
    changes = new CustomerChanges(),
  ) {
    this.#feed = resources.feed;
    this.#changes = changes;
    this.caller = caller;
    this.clock = resources.clock;
    this.jobs = resources.jobs;
    this.#effects = resources.effects;
    this.#handle = resources.db;
    this.#inTransaction = inTransaction;
    this.#joint = joint;
  }

  /** What the service does by itself, for a partner. */
  static bySystem(resources: Resources, partnerId: string): Operation {
    return new Operation(resources, { partnerId, actor: { kind: 'system' }, requestId: null });
  }

  /** The partner's data, with what the operation itself has changed. */
  get db(): PartnerDatabase {
    return new PartnerDatabase(this.#joint?.current ?? this.#handle, this.partnerId);
  }

  get partnerId(): string {
    return this.caller.partnerId;
  }

  /**
   * What follows from what this operation does, within its transaction.
   * @throws Error outside of one
   */
  get effects(): Effects<Operation> {
    if (!this.#inTransaction) throw new Error('Effects belong to the transaction of their cause.');
    return this.#effects;
  }

  /**
   * The same request on behalf of a partner that it turned out to be about: for sign-in, where nobody is known before.
   */
  actingFor(partnerId: string, actor: Actor): Operation {
    const caller = { ...this.caller, partnerId, actor };
    return new Operation(this.#resources(), caller, this.#inTransaction, this.#joint, this.#changes);
  }

  /**
   * Has the customer's open pages read anew what has changed, once it is committed. It costs no statement.
   * @param id null: any of the topic
   */
  changed(customerId: string, topic: ChangeTopic, id: string | null): void {
    const isCommitted = !this.#inTransaction && this.#joint === null;
    const changes = isCommitted ? new CustomerChanges() : this.#changes;
    changes.of(customerName(this.partnerId, customerId)).add(topic, id);
    if (isCommitted) this.#feed?.publish(changes);
  }

  /**
   * Runs the work in one transaction: all of it happens or nothing. The work may run again after a deadlock, so it must
   * touch nothing but the database.
   */
  async transaction<T>(work: (operation: Operation) => Promise<T>): Promise<T> {
    if (this.#inTransaction) return work(this);
    // Of an attempt that came to nothing there is nothing to tell.
    const within = async (db: CrossPartnerDatabase) => {
      const changes = new CustomerChanges();
      return { result: await work(new Operation(this.#resources(db), this.caller, true, null, changes)), changes };
    };
    if (this.#joint) {
      const { result, changes } = await this.#joint.run(within);
      this.#changes.merge(changes);
      return result;
    }
    const { result, changes } = await withDeadlockRetries(() => this.#handle.transaction().execute(within));
    this.#feed?.publish(changes);
    return result;
  }

  /**
   * Runs work of several steps so that all of its changes are committed together with what `conclude` writes of the
   * result, or not at all. Each step is undone alone when it fails, as if its transaction were its own. The transaction
   * begins with the first step: what the work reads or asks others before holds no connection. All of it may run again
   * after a deadlock.
   */
  async asOneTransaction<T>(
    work: (operation: Operation) => Promise<T>,
    conclude: (tx: Operation, result: T) => Promise<void>,
  ): Promise<T> {
    return withDeadlockRetries(async () => {
      const joint = new JointTransaction(this.#handle);
      const changes = new CustomerChanges();
      const operation = new Operation(this.#resources(), this.caller, false, joint, changes);
      try {
        const result = await work(operation);
        await operation.transaction((tx) => conclude(tx, result));
        await joint.commit();
        this.#feed?.publish(changes);
        return result;
      } catch (error) {
        await joint.rollBack();
        throw error;
      }
    });
  }

  #resources(db: CrossPartnerDatabase = this.#handle): Resources {
    return { db, jobs: this.jobs, clock: this.clock, effects: this.#effects, feed: this.#feed };
  }
}

/**
 * Whether PostgreSQL ended a transaction for the sake of another one, or because a migration changed its tables:
 * nothing happened, and it is worth another try.
 */
export function isTransactionConflict(error: unknown): boolean {
  return retryableCodes.has((error as { code?: string }).code ?? '') || isOutdatedStatement(error);
}

/** Runs a transaction again when PostgreSQL ended it for the sake of another one. */
export async function withDeadlockRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === maxAttempts) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

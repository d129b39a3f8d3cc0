import type { RawBuilder } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectionTurns } from '../../platform/database/connection-turns.ts';
import { JointTransaction } from '../../platform/database/joint-transaction.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import type { Origin } from '../../platform/http/origin.ts';
import type { JobQueue, QueueDeclaration } from '../../platform/jobs/job-queue.ts';
import { english } from '../../platform/messages/languages.ts';
import { type ChangeTopic, CustomerChanges, customerName } from './customer-changes.ts';
import type { Effects } from './effects.ts';
import { runKept } from './kept-statements.ts';
import type { EventLog, Occurrence, Occurrences, ResourceMoved } from './occurrences.ts';
import { type CrossPartnerDatabase, PartnerDatabase } from './partner-database.ts';
import type { Tables } from './tables.ts';
import { TransactionNews } from './transaction-news.ts';
import { nameOf, type WorkSignal, type WorkSignals } from './work-signals.ts';

/** Who asked for a change, for the audit log. */
export type Actor =
  | { readonly kind: 'api_key' | 'administrator' | 'customer'; readonly id: string }
  | { readonly kind: 'operator' }
  | { readonly kind: 'system' };

/** What the service has at hand for every operation. */
export interface Resources {
  readonly db: CrossPartnerDatabase;
  /** By which operations get connections. Absent: there are some for all, as in a transaction, which has its own. */
  readonly turns?: Pick<ConnectionTurns<Tables>, 'of'> | undefined;
  readonly jobs: JobQueue;
  readonly clock: Clock;
  readonly effects: Effects<Operation>;
  readonly events: EventLog<Operation>;
  /** Tells open pages what has changed, once it is committed. Absent: nobody is told. */
  readonly feed?: { publish(changes: CustomerChanges): void } | undefined;
  /** Wakes whoever works. Absent: what there is to do is found by looking. */
  readonly signals?: WorkSignals | undefined;
  /** Of new passwords. Absent: what keeps them safe. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** Of Argon2id: KiB of memory, passes over it, and lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface Caller {
  readonly partnerId: string;
  /** Whether the partner is an account's sandbox, where no packet leaves. Default: it is not. */
  readonly sandbox?: boolean;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** Where the request came from. Absent: from no network. */
  readonly origin?: Origin;
  /** In which texts are read (BCP 47). Default: English, which is the API's. */
  readonly language?: string;
  /** Whose share it uses of what all share, and who of them it is. Default: the partner's, and the actor. */
  readonly turn?: readonly [account: string, who: string] | undefined;
}

/** How long a request waits for a connection. What the service does by itself waits as long as it takes. */
const longestTurnMs = 20_000;

/**
 * One partner's operation: what a verb is given. Verbs read through `db`, change inside `transaction`, and call one
 * another with the same operation: a verb called within a transaction joins it.
 *
 * It is one of three:
 * - by itself: `transaction` begins one, and what it has to tell is told once it is committed;
 * - within a transaction: `db` is that transaction's, and what there is to tell waits for its end;
 * - a step of a joint transaction (`asOneTransaction`): its transactions are savepoints of one, which is committed after the last.
 *
 * It tells in four ways. Once it is committed: `changed` tells open pages, `announce` whoever works. Within the transaction: `happened` and
 * `resourceMoved` write events for partners' systems, `effects` has rooms above do what follows.
 */
export class Operation {
  readonly caller: Caller;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly passwordCost: PasswordCost | undefined;
  readonly #effects: Effects<Operation>;
  readonly #handle: CrossPartnerDatabase;
  readonly #turns: Resources['turns'];
  #inTurn: CrossPartnerDatabase | null = null;
  readonly #inTransaction: boolean;
  /** Takes the place of transactions of their own. */
  readonly #joint: JointTransaction<Tables> | null;
  readonly #feed: Resources['feed'];
  readonly #signals: Resources['signals'];
  readonly #events: EventLog<Operation>;
  readonly #news: TransactionNews<Operation>;

  constructor(
    resources: Resources,
    caller: Caller,
    inTransaction = false,
    joint: JointTransaction<Tables> | null = null,
    news = new TransactionNews<Operation>(),
  ) {
    this.#feed = resources.feed;
    this.#signals = resources.signals;
    this.#events = resources.events;
    this.#news = news;
    this.caller = caller;
    this.clock = resources.clock;
    this.jobs = resources.jobs;
    this.passwordCost = resources.passwordCost;
    this.#effects = resources.effects;
    this.#handle = resources.db;
    this.#turns = resources.turns;
    this.#inTransaction = inTransaction;
    this.#joint = joint;
  }

  /** What the service does by itself, for a partner. */
  static bySystem(resources: Resources, partnerId: string): Operation {
    return new Operation(resources, { partnerId, actor: { kind: 'system' }, requestId: null });
  }

  /** The partner's data, with what the operation itself has changed. */
  get db(): PartnerDatabase {
    return new PartnerDatabase(this.#joint?.current ?? this.#database, this.partnerId);
  }

  /** By turns, unless it is a transaction. */
  get #database(): CrossPartnerDatabase {
    if (this.#inTransaction || this.#turns === undefined) return this.#handle;
    this.#inTurn ??= this.#turns.of(this.turn, this.caller.requestId === null ? {} : { maxWaitMs: longestTurnMs });
    return this.#inTurn;
  }

  /** For whom it waits where all share something: the account, then who of it asks. */
  get turn(): readonly [account: string, who: string] {
    const { partnerId, actor, turn } = this.caller;
    return turn ?? [partnerId, nameOfActor(actor)];
  }

  get partnerId(): string {
    return this.caller.partnerId;
  }

  /** In which texts are read (BCP 47). */
  get language(): string {
    return this.caller.language ?? english;
  }

  /**
   * Reads by a statement that is built once for each shape, not for each request.
   * @param shape names the statement, and says everything but the values that `build` looks at
   * @param build is given places for the values and an operation with a place for the partner: it must look at none of them
   */
  async readPrepared<Row, Values extends object>(
    shape: string,
    values: Values,
    build: (operation: Operation, places: Values) => RawBuilder<Row>,
  ): Promise<readonly Row[]> {
    const { db } = this;
    const all = { ...values, partnerId: this.partnerId };
    const { rows } = await runKept(db.statements, shape, all, ({ partnerId, ...places }) =>
      build(new Operation(this.#resources(), { ...this.caller, partnerId }), places as unknown as Values),
    );
    return rows;
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
    const caller = { ...this.caller, partnerId, actor, turn: undefined };
    return new Operation(this.#resources(), caller, this.#inTransaction, this.#joint, this.#news);
  }

  /** The same for somebody who reads in another language. */
  readIn(language: string): Operation {
    return new Operation(this.#resources(), { ...this.caller, language }, this.#inTransaction, this.#joint, this.#news);
  }

  /**
   * Has the customer's open pages read anew what has changed, once it is committed. It costs no statement.
   * @param id null: any of the topic
   */
  changed(customerId: string, topic: ChangeTopic, id: string | null): void {
    const changes = this.#isCommitted ? new CustomerChanges() : this.#news.changes;
    changes.of(customerName(this.partnerId, customerId)).add(topic, id);
    if (this.#isCommitted) this.#feed?.publish(changes);
  }

  /**
   * Wakes whoever does work of this kind, or of this queue, once it is committed: there may be some. It costs the transaction no
   * statement.
   */
  announce(signal: WorkSignal | Pick<QueueDeclaration, 'name'>): void {
    const name = nameOf(signal);
    if (this.#isCommitted) this.#signals?.announce(name);
    else this.#news.signals.add(name);
  }

  /** Whether what is done now is committed at once. */
  get #isCommitted(): boolean {
    return !this.#inTransaction && this.#joint === null;
  }

  /**
   * Has partners' systems told of what happened: an event is written at the end of the transaction, and within it.
   * @throws Error outside of a transaction
   */
  happened(occurrence: Occurrence): void {
    this.#occurrences().add(occurrence);
  }

  /**
   * The same of a resource whose status was written, if that is another one when the transaction ends.
   * @throws Error outside of a transaction
   */
  resourceMoved(moved: ResourceMoved): void {
    this.#occurrences().move(moved);
  }

  /** Writes the events of all that happened so far: what follows takes away what they show. */
  async writeEvents(): Promise<void> {
    await this.#news.writeEvents(this.#events);
  }

  #occurrences(): Occurrences {
    if (!this.#inTransaction) throw new Error('What happened is told in the transaction that did it.');
    return this.#news.occurrencesOf(this);
  }

  /**
   * Runs the work in one transaction: all of it happens or nothing. The work may run again after a deadlock, so it must
   * touch nothing but the database.
   */
  async transaction<T>(work: (operation: Operation) => Promise<T>): Promise<T> {
    if (this.#inTransaction) return work(this);
    // Of an attempt that came to nothing there is nothing to tell.
    const within = async (db: CrossPartnerDatabase) => {
      const news = new TransactionNews<Operation>();
      const result = await work(new Operation(this.#resources(db), this.caller, true, null, news));
      await news.writeEvents(this.#events);
      return { result, news };
    };
    if (this.#joint) {
      const { result, news } = await this.#joint.run(within);
      this.#news.merge(news);
      return result;
    }
    const { result, news } = await withDeadlockRetries(() => this.#database.transaction().execute(within));
    this.#tell(news);
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
      const joint = new JointTransaction(this.#database);
      const news = new TransactionNews<Operation>();
      const operation = new Operation(this.#resources(), this.caller, false, joint, news);
      try {
        const result = await work(operation);
        await operation.transaction((tx) => conclude(tx, result));
        await joint.commit();
        this.#tell(news);
        return result;
      } catch (error) {
        await joint.rollBack();
        throw error;
      }
    });
  }

  #tell({ changes, hasEvents, signals }: TransactionNews<Operation>): void {
    this.#feed?.publish(changes);
    if (hasEvents) this.#events.committed();
    for (const signal of signals) this.#signals?.announce(signal);
  }

  #resources(db: CrossPartnerDatabase = this.#handle): Resources {
    const { jobs, clock } = this;
    return {
      db,
      turns: this.#turns,
      jobs,
      clock,
      effects: this.#effects,
      events: this.#events,
      feed: this.#feed,
      signals: this.#signals,
      passwordCost: this.passwordCost,
    };
  }
}

function nameOfActor(actor: Actor): string {
  return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind;
}

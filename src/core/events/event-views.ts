import type { EventView, SubjectKind } from '../operation/occurrences.ts';
import type { Operation } from '../operation/operation.ts';

/**
 * How each kind of subject is shown: the views of these ids, by id, as they are in the transaction. A bounded number of statements,
 * whatever the number of ids. One that is not there has none.
 */
export type EventViews = Readonly<
  Record<SubjectKind, (tx: Operation, ids: readonly string[]) => Promise<ReadonlyMap<string, EventView>>>
>;

import { getSystemErrorMessage } from 'node:util';

/** What a copy of a database is made of, in the order in which it is told. */

/** A table whose rows are copied. */
export interface CopiedTable {
  /** With its schema: `public.alerts`. */
  readonly name: string;
  /** Those that can be written: what PostgreSQL computes by itself is left out. */
  readonly columns: readonly string[];
  readonly partitions: readonly Partition[];
}

export interface Partition {
  readonly name: string;
  /** As PostgreSQL says it: `FOR VALUES FROM (…) TO (…)`, or `DEFAULT`. */
  readonly bound: string;
}

export interface CopiedSequence {
  readonly name: string;
  readonly lastValue: string;
}

/** What there is to copy, read before any row. */
export interface Inventory {
  /** Of the newest migration that was applied. */
  readonly schemaVersion: number;
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly CopiedSequence[];
}

/** Rows by the name of their table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Takes a copy, a part at a time; each call waits for the one before. */
export interface CopySink {
  begin(inventory: Inventory): Promise<void>;
  /** A piece of a table's rows in the text format of COPY, cut anywhere. Tables come one after the other, in their order. */
  write(table: CopiedTable, piece: Buffer): Promise<void>;
  /** @throws CopyError when what arrived is not what was counted */
  end(counts: RowCounts): Promise<void>;
}

/**
 * What the system has against a file that is written, in words: a full disk, a directory that is not there. Any other error is left as
 * it is.
 */
export function unwritable(path: string, error: Error): Error {
  const { errno, syscall } = error as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined) return error;
  return new CopyError(`${path} cannot be written: ${getSystemErrorMessage(errno)}.`, { cause: error });
}

/** A copy cannot be made or taken; the message tells the operator why. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

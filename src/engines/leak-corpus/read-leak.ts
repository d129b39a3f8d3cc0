import { createHash, createHmac, type Hash } from 'node:crypto';
import { lastBlockStart } from './block-lines.ts';
import type { Run } from './build-run.ts';
import { newline } from './characters.ts';
import type { DetectedFormat } from './detect-format.ts';
import { domainKey, domainOfKey } from './domain-key.ts';
import { addBatch, addLayouts, type ImportTally, type ReadAs } from './import-tally.ts';
import { type LeakFile, LeakFileError } from './leak-file.ts';
import { lineBatches } from './line-batches.ts';
import type { LeakFormat } from './line-parsers.ts';
import type { BatchTally } from './parse-batch.ts';
import { ParseThreads } from './parse-threads.ts';
import { recordLines } from './record-lines.ts';
import type { DigestKeys } from './record-table.ts';

/** How far a text was read: everything that is needed to go on from there. */
export interface ImportProgress extends ImportTally {
  /** Bytes of the text. */
  readonly offset: number;
  /** Keyed digest of the text up to there. */
  readonly textDigest: Buffer;
}

/** A stretch of the text, to be stored as a whole or not at all. */
export interface ImportStep {
  /** One per thread that had any records. */
  readonly runs: readonly Run[];
  /** Watched domains that have records in the runs, or sub-domains that have. */
  readonly touched: readonly string[];
  /** At the end of the stretch. */
  readonly progress: ImportProgress;
}

export interface CorpusKeys extends DigestKeys {
  readonly texts: Uint8Array;
}

export interface ReadLeakOptions {
  readonly detected: DetectedFormat;
  readonly keys: CorpusKeys;
  readonly threads: number;
  /** Records of a run, about; one batch at least. A thread takes about 60 bytes of memory for each. */
  readonly runRecords: number;
  /** Goes on from here; null: from the beginning. */
  readonly resumeFrom: ImportProgress | null;
  /** Domains to be told of when records of theirs come in. Asked once per step. */
  readonly watchedDomains: () => Promise<readonly string[]>;
  /** Steps come one after another; reading goes on meanwhile, but not by more than a step. */
  readonly onStep: (step: ImportStep) => Promise<void>;
  /** Told now and then how many lines were read. */
  readonly onLines: (lines: number) => void;
  /** Ends the reading after what was read has been stored. */
  readonly signal: AbortSignal;
}

export interface LeakReadingEnd {
  /** Whether it came to the end of the text. */
  readonly isComplete: boolean;
  /** What this reading has read as what: the part before `resumeFrom` is not in it. */
  readonly readAs: ReadAs;
}

/**
 * Reads a leak to its end, or until it is told to stop, and hands over sorted runs of its records.
 * @throws LeakFileError when the text cannot be read further, after what was read has been stored; or before anything is stored
 * when the text to resume from is not the same as it was
 */
export async function readLeak(file: LeakFile, options: ReadLeakOptions): Promise<LeakReadingEnd> {
  const reading = new LeakReading(file, options);
  const stop = () => void file.close();
  options.signal.addEventListener('abort', stop);
  try {
    return await reading.run();
  } finally {
    options.signal.removeEventListener('abort', stop);
    await reading.close();
  }
}

/** Whether the text is the one that was read to that progress as a whole. */
export async function isWholeText(
  file: LeakFile,
  format: LeakFormat,
  progress: ImportProgress,
  keys: CorpusKeys,
): Promise<boolean> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of recordLines(file, format)) {
    hash.update(chunk);
    length += chunk.length;
    chunk.fill(0);
  }
  return length === progress.offset && textDigest(hash, keys).equals(progress.textDigest);
}

/** Tells texts apart by their beginnings. Without the key nobody can try out what a short text might be. */
export function headDigest(head: Uint8Array, keys: CorpusKeys): Buffer {
  return createHmac('sha256', keys.texts).update(head).digest();
}

function textDigest(hash: Hash, keys: CorpusKeys): Buffer {
  return createHmac('sha256', keys.texts).update(hash.copy().digest()).digest();
}

class LeakReading {
  readonly #file: LeakFile;
  readonly #options: ReadLeakOptions;
  readonly #threads: ParseThreads;
  readonly #hash = createHash('sha256');
  readonly #tallies = new Map<number, BatchTally>();
  #tally: ImportTally;
  #readAs: ReadAs = new Map();
  #talliedBatches = 0;
  #parsedLines: number;
  #batches = 0;
  #sealedBatches = 0;
  #offset: number;
  #storing: Promise<void> = Promise.resolve();
  #storeFailure: { readonly error: unknown } | null = null;

  constructor(file: LeakFile, options: ReadLeakOptions) {
    this.#file = file;
    this.#options = options;
    const header = options.detected.hasHeader ? headerBytes(file.head) : 0;
    this.#tally = options.resumeFrom ?? { lines: header > 0 ? 1 : 0, records: 0, rejected: {} };
    this.#offset = options.resumeFrom?.offset ?? header;
    this.#parsedLines = this.#tally.lines;
    const settings = {
      format: options.detected.format,
      keys: { secrets: options.keys.secrets, logins: options.keys.logins },
      runRecords: options.runRecords,
    };
    this.#threads = new ParseThreads(options.threads, settings, (batch, tally) => this.#onParsed(batch, tally));
  }

  async run(): Promise<LeakReadingEnd> {
    const failure = await this.#readBatches();
    if (this.#storeFailure === null) await this.#seal();
    await this.#storing;
    if (this.#storeFailure !== null) throw this.#storeFailure.error;
    const isComplete = !this.#options.signal.aborted;
    if (isComplete && failure !== null) throw failure;
    return { isComplete, readAs: this.#readAs };
  }

  async close(): Promise<void> {
    await this.#threads.close();
    await this.#file.close();
  }

  /** @returns why the text cannot be read further, if it cannot */
  async #readBatches(): Promise<LeakFileError | null> {
    const batches = lineBatches(recordLines(this.#file, this.#options.detected.format), {
      startOffset: this.#offset,
      hash: this.#hash,
      onStart: (offset) => this.#checkStart(offset),
      takeBuffer: () => this.#threads.takeBuffer(),
      ...this.#cut(),
    });
    try {
      for await (const { bytes, length, endOffset } of batches) {
        this.#threads.parse(this.#batches, bytes, length);
        this.#batches += 1;
        this.#offset = endOffset;
        if (this.#threads.isFull) await this.#seal();
        if (this.#options.signal.aborted || this.#storeFailure !== null) break;
      }
      return null;
    } catch (error) {
      if (!(error instanceof LeakFileError) || error instanceof ChangedTextError) throw error;
      return error;
    }
  }

  /** A record must not be cut in two. */
  #cut(): { readonly cutAt?: (bytes: Uint8Array, length: number) => number } {
    const { format } = this.#options.detected;
    const role = format.name === 'ulp' ? format.blocksBeginWith : null;
    return role === null ? {} : { cutAt: (bytes, length) => lastBlockStart(bytes, length, role) };
  }

  #checkStart(offset: number): void {
    const { resumeFrom, keys } = this.#options;
    if (resumeFrom === null) return;
    if (offset !== resumeFrom.offset || !textDigest(this.#hash, keys).equals(resumeFrom.textDigest))
      throw new ChangedTextError(this.#file.name);
  }

  #onParsed(batch: number, tally: BatchTally): void {
    this.#tallies.set(batch, tally);
    this.#parsedLines += tally.lines;
    this.#options.onLines(this.#parsedLines);
  }

  /** Ends the step. Waits for the one before to be stored, not for this one. */
  async #seal(): Promise<void> {
    await this.#storing;
    if (this.#batches === this.#sealedBatches) return;
    const end = {
      offset: this.#offset,
      textDigest: textDigest(this.#hash, this.#options.keys),
      batches: this.#batches,
    };
    this.#sealedBatches = this.#batches;
    const watched = await this.#options.watchedDomains();
    const runs = this.#threads.seal(watched.map(domainKey));
    this.#storing = this.#store(runs, end).catch((error) => {
      this.#storeFailure ??= { error };
    });
  }

  async #store(
    sealing: Promise<Run[]>,
    end: { readonly offset: number; readonly textDigest: Buffer; readonly batches: number },
  ): Promise<void> {
    const runs = await sealing;
    for (; this.#talliedBatches < end.batches; this.#talliedBatches += 1) {
      const batch = this.#tallies.get(this.#talliedBatches)!;
      this.#readAs = addLayouts(this.#readAs, batch, this.#tally.lines);
      this.#tally = addBatch(this.#tally, batch);
      this.#tallies.delete(this.#talliedBatches);
    }
    const { lines, records, rejected } = this.#tally;
    await this.#options.onStep({
      runs: runs.filter(({ blocks }) => blocks.length > 0),
      touched: [...new Set(runs.flatMap(({ touched }) => touched))].map(domainOfKey),
      progress: { lines, records, rejected, offset: end.offset, textDigest: end.textDigest },
    });
  }
}

class ChangedTextError extends LeakFileError {
  constructor(name: string) {
    super(
      `${name} has the beginning of a text that was imported in part, but not the rest of that part: it was changed since.`,
    );
  }
}

function headerBytes(head: Uint8Array): number {
  const end = head.indexOf(newline);
  return end === -1 ? head.length : end + 1;
}

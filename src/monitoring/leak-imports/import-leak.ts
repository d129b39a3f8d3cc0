import type { Readable } from 'node:stream';
import type { Resources } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { type ColumnRole, columnRoles } from '../../engines/leak-corpus/column-names.ts';
import {
  type DetectedFormat,
  detectFormat,
  formatNameOf,
  type LeakFormatName,
} from '../../engines/leak-corpus/detect-format.ts';
import type { ImportTally, ReadAs } from '../../engines/leak-corpus/import-tally.ts';
import { type LeakFile, LeakFileError, openLeakFile } from '../../engines/leak-corpus/leak-file.ts';
import {
  type CorpusKeys,
  headDigest,
  type ImportStep,
  isWholeText,
  readLeak,
} from '../../engines/leak-corpus/read-leak.ts';
import { activeDomainNames } from '../../resources/domains/index.ts';
import { requestCorpusScan } from '../leaks/index.ts';
import { corpusKeys } from './corpus-keys.ts';
import { whileLocked } from './import-lock.ts';
import { type ImportRecord, progressOf, selectImports } from './import-record.ts';
import { storeStep } from './store-step.ts';

export type CredentialKind = ImportRecord['kind'];

export interface ImportRequest {
  /** A path, or a stream that is read to its end. */
  readonly source: string | Readable;
  readonly breachName: string;
  /** YYYY-MM-DD. */
  readonly occurredOn: string;
  readonly format: LeakFormatName | 'auto';
  /** Undefined: what the file seems to be by most of its beginning. */
  readonly kind: CredentialKind | undefined;
}

export interface ImportSettings {
  readonly secretKey: string;
  readonly threads: number;
  /** Records of a run, about, of which every thread makes one per step; a batch of lines at least. */
  readonly runRecords: number;
}

export interface ImportWatcher {
  /** Told when reading begins. */
  readonly onStart: (start: ImportStart) => void;
  /** Told often, with the number of lines read and of bytes of the file. */
  readonly onProgress: (lines: number, bytesRead: number) => void;
  /** Ends the import after what was read has been stored: it can be continued. */
  readonly signal: AbortSignal;
}

export interface ImportStart {
  readonly importId: number;
  readonly format: LeakFormatName;
  /** Of the file; null for a pipe. */
  readonly totalBytes: number | null;
  /** Lines that an earlier run has stored. */
  readonly resumedAtLine: number;
}

export type ImportOutcome = 'completed' | 'stopped' | 'already_imported';

export interface ImportResult {
  readonly outcome: ImportOutcome;
  readonly record: ImportRecord;
  /** How many monitored domains are looked up again for what this run stored. */
  readonly domainsConcerned: number;
  readonly reading: ReadingReport;
}

/** What a run has read as what: of an import that goes on, not what earlier runs have. */
export interface ReadingReport {
  readonly layouts: ReadAs;
  /** Of CSV: each column with what it was taken for; null: nothing. */
  readonly columns: readonly { readonly name: string; readonly role: ColumnRole | null }[];
}

/** What an import would do. */
export interface ImportPreview extends Omit<ImportResult, 'outcome' | 'record'> {
  readonly isComplete: boolean;
  readonly format: LeakFormatName;
  readonly kind: CredentialKind;
  readonly fileName: string;
  readonly tally: ImportTally;
}

/**
 * Reads a leak as an import would, and stores nothing.
 * @throws LeakFileError whose messages are fit for the operator
 */
export async function previewLeak(
  { db }: Pick<Resources, 'db'>,
  settings: ImportSettings,
  request: Pick<ImportRequest, 'source' | 'format' | 'kind'>,
  {
    onStart,
    onProgress,
    signal,
  }: Omit<ImportWatcher, 'onStart'> & {
    readonly onStart: (start: Omit<ImportStart, 'importId'>) => void;
  },
): Promise<ImportPreview> {
  const file = await openLeakFile(request.source);
  try {
    const detected = detectFormat(file.head, file.headIsAll, request.format);
    const format = formatNameOf(detected.format);
    onStart({ format, totalBytes: file.totalBytes, resumedAtLine: 0 });
    const touched = new Set<string>();
    let tally: ImportTally = { lines: 0, records: 0, rejected: {} };
    const { isComplete, readAs } = await readLeak(file, {
      detected,
      keys: corpusKeys(settings.secretKey),
      threads: settings.threads,
      runRecords: settings.runRecords,
      resumeFrom: null,
      watchedDomains: () => activeDomainNames(db),
      onStep: async (step) => {
        for (const domain of step.touched) touched.add(domain);
        tally = step.progress;
      },
      onLines: (lines) => onProgress(lines, file.bytesRead),
      signal,
    });
    return {
      isComplete,
      format,
      kind: request.kind ?? detected.kind,
      fileName: file.name,
      tally,
      domainsConcerned: touched.size,
      reading: { layouts: readAs, columns: columnsOf(detected) },
    };
  } finally {
    await file.close();
  }
}

function columnsOf({ format }: DetectedFormat): ReadingReport['columns'] {
  if (format.name !== 'csv') return [];
  const { names, ...columns } = format.columns;
  return names.map((name, index) => ({
    name,
    role: columnRoles.find((role) => columns[role].includes(index)) ?? null,
  }));
}

/**
 * Imports a leak into the corpus, or goes on with an import that was interrupted, however that happened. Every step of some
 * million lines is one transaction: its records, how far the file was read, and the scans of monitored domains that it concerns.
 * Clear secrets are nowhere but in this process's memory.
 * @throws LeakFileError, OperatorError whose messages are fit for the operator
 */
export async function importLeak(
  resources: Pick<Resources, 'db' | 'clock'>,
  settings: ImportSettings,
  request: ImportRequest,
  watcher: ImportWatcher,
): Promise<ImportResult> {
  const keys = corpusKeys(settings.secretKey);
  const file = await openLeakFile(request.source);
  try {
    const head = headDigest(file.head, keys);
    const work = () => new LeakImport(resources, settings, request, watcher, keys, file, head).run();
    const locked = await whileLocked(resources.db, head, work);
    if (locked === null) throw new OperatorError(`${file.name} is being imported by another process.`);
    return locked.result;
  } finally {
    await file.close();
  }
}

class LeakImport {
  readonly #resources: Pick<Resources, 'db' | 'clock'>;
  readonly #settings: ImportSettings;
  readonly #request: ImportRequest;
  readonly #watcher: ImportWatcher;
  readonly #keys: CorpusKeys;
  readonly #file: LeakFile;
  readonly #head: Buffer;
  #domainsConcerned = 0;

  constructor(
    resources: Pick<Resources, 'db' | 'clock'>,
    settings: ImportSettings,
    request: ImportRequest,
    watcher: ImportWatcher,
    keys: CorpusKeys,
    file: LeakFile,
    head: Buffer,
  ) {
    this.#resources = resources;
    this.#settings = settings;
    this.#request = request;
    this.#watcher = watcher;
    this.#keys = keys;
    this.#file = file;
    this.#head = head;
  }

  async run(): Promise<ImportResult> {
    const known = await this.#find();
    if (known?.status === 'deleting')
      throw new OperatorError(
        `Import ${known.id} of this file is half deleted: run the "leaks delete" or "leaks withdraw" that was interrupted again.`,
      );
    if (known?.status === 'completed') return this.#confirm(known);
    return this.#read(known);
  }

  async #find(): Promise<ImportRecord | undefined> {
    return selectImports(this.#resources.db)
      .where('head_digest', '=', this.#head)
      .where('breach_name', '=', this.#request.breachName)
      .where('occurred_on', '=', this.#request.occurredOn as never)
      .executeTakeFirst();
  }

  async #confirm(known: ImportRecord): Promise<ImportResult> {
    const progress = progressOf(known);
    const { format } = detectFormat(this.#file.head, this.#file.headIsAll, known.format);
    if (progress !== null && !(await isWholeText(this.#file, format, progress, this.#keys))) {
      throw new OperatorError(
        `${this.#file.name} has the same beginning as import ${known.id}, but is not the same text. Import it under another breach name, or delete import ${known.id} first.`,
      );
    }
    return {
      outcome: 'already_imported',
      record: known,
      domainsConcerned: 0,
      reading: { layouts: new Map(), columns: [] },
    };
  }

  async #read(known: ImportRecord | undefined): Promise<ImportResult> {
    const { threads, runRecords } = this.#settings;
    // With another format than before, the rest would be read in another way than the beginning.
    const detected = detectFormat(this.#file.head, this.#file.headIsAll, known?.format ?? this.#request.format);
    const format = formatNameOf(detected.format);
    const id = known?.id ?? (await this.#create(detected));
    const resumeFrom = known === undefined ? null : progressOf(known);
    const { onStart, onProgress, signal } = this.#watcher;
    onStart({ importId: id, format, totalBytes: this.#file.totalBytes, resumedAtLine: resumeFrom?.lines ?? 0 });
    const { isComplete, readAs } = await readLeak(this.#file, {
      detected,
      keys: this.#keys,
      threads,
      runRecords,
      resumeFrom,
      watchedDomains: () => activeDomainNames(this.#resources.db),
      onStep: (step) => this.#store(id, step),
      onLines: (lines) => onProgress(lines, this.#file.bytesRead),
      signal,
    });
    if (isComplete) await this.#complete(id);
    const record = await selectImports(this.#resources.db).where('id', '=', id).executeTakeFirstOrThrow();
    if (isComplete && record.records === 0) await this.#refuse(record);
    return {
      outcome: isComplete ? 'completed' : 'stopped',
      record,
      domainsConcerned: this.#domainsConcerned,
      reading: { layouts: readAs, columns: columnsOf(detected) },
    };
  }

  async #create({ format, kind }: DetectedFormat): Promise<number> {
    const now = this.#resources.clock.now();
    const { id } = await this.#resources.db
      .insertInto('leak_imports')
      .values({
        breach_name: this.#request.breachName,
        occurred_on: this.#request.occurredOn,
        kind: this.#request.kind ?? kind,
        file_name: this.#file.name,
        format: formatNameOf(format),
        status: 'importing',
        head_digest: this.#head,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async #store(id: number, step: ImportStep): Promise<void> {
    const { db, clock } = this.#resources;
    const concerned = await db.transaction().execute(async (tx) => {
      await storeStep({ db: tx, clock }, id, step);
      return step.touched.length === 0 ? 0 : requestCorpusScan({ db: tx, clock }, step.touched);
    });
    this.#domainsConcerned += concerned;
  }

  /** A file of which nothing was read is no import: it may be read again, in another format. */
  async #refuse({ id, format, lines, rejected }: ImportRecord): Promise<never> {
    await this.#resources.db.deleteFrom('leak_imports').where('id', '=', id).execute();
    const reasons = Object.entries(rejected).map(([reason, { count }]) => `${count} × ${reason}`);
    throw new LeakFileError(
      `Nothing of ${this.#file.name} could be read as ${format}, so it is no import (lines: ${[lines, ...reasons].join(', ')}).`,
    );
  }

  async #complete(id: number): Promise<void> {
    const now = this.#resources.clock.now();
    await this.#resources.db
      .updateTable('leak_imports')
      .set({ status: 'completed', completed_at: now, updated_at: now })
      .where('id', '=', id)
      .execute();
  }
}

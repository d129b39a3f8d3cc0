import { availableParallelism, totalmem } from 'node:os';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Resources } from '../core/operation/operation.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import { normaliseDomain } from '../engines/domain-names/normalise-domain.ts';
import { type LeakFormatName, leakFormatNames } from '../engines/leak-corpus/detect-format.ts';
import { rejectedLines } from '../engines/leak-corpus/import-tally.ts';
import { deleteImport, withdrawImport } from '../monitoring/leak-imports/delete-import.ts';
import {
  type CredentialKind,
  type ImportPreview,
  type ImportResult,
  type ImportStart,
  importLeak,
  previewLeak,
} from '../monitoring/leak-imports/import-leak.ts';
import type { ImportRecord } from '../monitoring/leak-imports/import-record.ts';
import { listImports } from '../monitoring/leak-imports/list-imports.ts';
import { type CorpusCredential, lookUpDomain } from '../monitoring/leak-imports/look-up.ts';
import { maskIdentity } from '../monitoring/leaks/mask-identity.ts';
import type { SecretKeys } from '../platform/sealing.ts';
import { readingJson, readingLines, rejectedJson, rejectedReport } from './leak-report.ts';
import { type Output, table } from './output.ts';
import { wantsJson, withResources } from './run-command.ts';

/** What a command of the corpus is given. */
interface LeakCommandContext {
  readonly resources: Resources;
  readonly keys: SecretKeys;
  readonly output: Output;
  readonly json: boolean;
}

/** More threads than that wait for the one that reads. */
const maxThreads = 4;
/** Of a shell: 128 and the number of the signal. */
const interruptedExitCode = 130;
const maxRecordsPerStep = 2 ** 24;
/** What fits into an eighth of the memory, at about 130 bytes each. */
const defaultRecordsPerStep = Math.min(maxRecordsPerStep, Math.max(2 ** 20, Math.floor(totalmem() / 8 / 130)));
const defaultLookUpLimit = 1_000;

const kinds: readonly CredentialKind[] = ['breach', 'stealer_log', 'combolist', 'paste'];

/** Adds `leaks` with what the operator does with the local corpus. */
export function defineLeaks(leaks: Command): void {
  leaks.description('the local corpus: leaked credentials that you lawfully hold');
  leaks
    .command('import')
    .description('import a file, plain or compressed with gzip or zstd; again after an interruption to go on')
    .argument('<file>', 'path, or - for standard input')
    .requiredOption('--breach <name>', 'what the leak is called')
    .requiredOption('--date <day>', 'when the data leaked, such as 2024-05-31', day)
    .addOption(
      new Option('--format <format>', 'how its lines are written')
        .choices(['auto', ...leakFormatNames])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'what it is; when omitted, what most of its beginning looks like; records of a stealer log that name no site count as combolist',
      ).choices(kinds),
    )
    .option(
      '--records-per-step <count>',
      'records that are stored at once; fewer take less memory and lose less in a crash, but slow look-ups down',
      recordCount,
      defaultRecordsPerStep,
    )
    .option('--dry-run', 'read the whole file and say what was read as what, with masked examples, but store nothing')
    .action((file: string, options: ImportOptions, command: Command) =>
      run(command, options.dryRun ? 'read' : 'change', (context) => runImport(context, file, options)),
    );
  leaks
    .command('list')
    .description('list all imports')
    .action((_options, command: Command) => run(command, 'read', runList));
  leaks
    .command('delete')
    .description('delete an import with all its records; findings that were made of them stay for good')
    .addArgument(new Argument('<import>', 'number of the import').argParser(importNumber))
    .action((id: number, _options, command: Command) => run(command, 'change', (context) => runDelete(context, id)));
  leaks
    .command('withdraw')
    .description('delete an import that was wrong, with the findings that were made of it, and resolve their alerts')
    .addArgument(new Argument('<import>', 'number of the import').argParser(importNumber))
    .action((id: number, _options, command: Command) => run(command, 'change', (context) => runWithdraw(context, id)));
  leaks
    .command('lookup')
    .description('show what the corpus has of a domain and those below it, with masked identities')
    .argument('<domain>', 'domain of mail addresses or login sites')
    .option('--limit <count>', 'show at most so many', importNumber, defaultLookUpLimit)
    .action((domain: string, { limit }: { limit: number }, command: Command) =>
      run(command, 'read', (context) => runLookUp(context, domain, limit)),
    );
}

function run(
  command: Command,
  mode: 'change' | 'read',
  work: (context: LeakCommandContext) => Promise<void>,
): Promise<void> {
  return withResources(command, mode, (resources, output, _config, keys) =>
    work({ resources, keys, output, json: wantsJson(command) }),
  );
}

interface ImportOptions {
  readonly breach: string;
  readonly date: string;
  readonly format: LeakFormatName | 'auto';
  readonly kind?: CredentialKind;
  readonly recordsPerStep: number;
  readonly dryRun?: true;
}

async function runImport(
  { resources, keys, output, json }: LeakCommandContext,
  path: string,
  { breach, date, format, kind, recordsPerStep, dryRun }: ImportOptions,
): Promise<void> {
  // Loaded here only: other commands need not wait for it.
  const { ImportProgressBar } = await import('./import-progress.ts');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const threads = Math.min(availableParallelism(), maxThreads);
  const bar = json && !process.stderr.isTTY ? null : new ImportProgressBar();
  const settings = { secretKey: keys.lasting, threads, runRecords: Math.ceil(recordsPerStep / threads) };
  const request = { source: path === '-' ? process.stdin : path, breachName: breach, occurredOn: date, format, kind };
  const watcher = {
    onStart: (start: Omit<ImportStart, 'importId'>) => bar?.start(start),
    onProgress: (lines: number, bytesRead: number) => bar?.update(lines, bytesRead),
    signal: stopping.signal,
  };
  try {
    if (dryRun) {
      const preview = await previewLeak(resources, settings, request, watcher);
      bar?.stop();
      output.result(toPreview(preview), previewText(preview));
      if (!preview.isComplete) process.exitCode = interruptedExitCode;
      return;
    }
    const result = await importLeak(resources, settings, request, watcher);
    bar?.stop();
    output.result(
      {
        outcome: result.outcome,
        ...toImport(result.record),
        ...readingJson(result.record.kind, result.reading),
        domains_concerned: result.domainsConcerned,
      },
      importText(result),
    );
    if (result.outcome === 'stopped') process.exitCode = interruptedExitCode;
  } finally {
    bar?.stop();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop);
  }
}

async function runList({ resources, output }: LeakCommandContext): Promise<void> {
  const imports = await listImports(resources.db);
  const rows = imports.map((record) => [
    String(record.id),
    record.breach_name,
    record.occurred_on,
    record.kind,
    record.status,
    record.lines.toLocaleString('en'),
    record.stored_records.toLocaleString('en'),
    rejectedLines(record).toLocaleString('en'),
    record.file_name,
  ]);
  output.result(
    { imports: imports.map(toImport) },
    table(['import', 'breach', 'date', 'kind', 'status', 'lines', 'records', 'unreadable', 'file'], rows),
  );
}

async function runDelete({ resources, output }: LeakCommandContext, id: number): Promise<void> {
  const records = await deleteImport(resources.db, id);
  output.result(
    { import_id: id, deleted_records: records },
    `Import ${id} is deleted with its ${records.toLocaleString('en')} records.`,
  );
}

async function runWithdraw({ resources, keys, output }: LeakCommandContext, id: number): Promise<void> {
  const { records, findings, alerts, domains } = await withdrawImport(resources, keys, id);
  output.result(
    {
      import_id: id,
      deleted_records: records,
      withdrawn_findings: findings,
      resolved_alerts: alerts,
      domains_concerned: domains,
    },
    `Import ${id} is withdrawn with its ${records.toLocaleString('en')} records: ${findings.toLocaleString('en')} findings of ${domains.toLocaleString('en')} domains are gone, ${alerts.toLocaleString('en')} alerts resolved.`,
  );
}

async function runLookUp({ resources, output }: LeakCommandContext, text: string, limit: number): Promise<void> {
  const normalised = normaliseDomain(text);
  if ('problem' in normalised) throw new OperatorError(`The domain ${normalised.problem}.`);
  const credentials: CorpusCredential[] = [];
  for await (const credential of lookUpDomain(resources.db, normalised.domain)) {
    // One more than is shown, to tell that there are more.
    if (credentials.push(credential) > limit) break;
  }
  const shown = credentials.slice(0, limit).map(toShown);
  const truncated = credentials.length > limit;
  const rows = shown.map((credential) => [
    credential.identity ?? 'a user name',
    credential.login_site ?? '',
    credential.secret_format ?? 'none',
    credential.kind,
    credential.breach_name,
    credential.occurred_on,
  ]);
  output.result(
    { domain: normalised.domain, credentials: shown, truncated },
    shown.length === 0
      ? `The corpus has nothing of ${normalised.domain}.`
      : `${table(['identity', 'login site', 'secret', 'kind', 'breach', 'date'], rows)}${truncated ? `\nThere are more: --limit shows more than ${limit}.` : ''}`,
  );
}

function toShown({ leak, mailAddress, site, secretFormat, isOwnMailbox }: CorpusCredential) {
  return {
    identity: mailAddress === null ? null : maskIdentity(mailAddress),
    is_own_mailbox: isOwnMailbox,
    login_site: site,
    secret_present: secretFormat !== null,
    secret_format: secretFormat,
    kind: leak.kind,
    breach_name: leak.breachName,
    occurred_on: leak.occurredOn,
    import_id: leak.importId,
  };
}

function toImport(record: ImportRecord) {
  return {
    import_id: record.id,
    breach_name: record.breach_name,
    occurred_on: record.occurred_on,
    kind: record.kind,
    format: record.format,
    status: record.status,
    file_name: record.file_name,
    lines: record.lines,
    records: record.records,
    stored_records: record.stored_records,
    ...rejectedJson(record),
    created_at: record.created_at,
    completed_at: record.completed_at,
  };
}

function importText({ outcome, record, domainsConcerned, reading }: ImportResult): string {
  const lines = record.lines.toLocaleString('en');
  if (outcome === 'already_imported') return `Import ${record.id} has all ${lines} lines of this file already.`;
  const head =
    outcome === 'completed'
      ? `Import ${record.id}: ${lines} lines of ${record.format} read as ${record.kind}, ${record.stored_records.toLocaleString('en')} different records stored.`
      : `Stopped: import ${record.id} has the first ${lines} lines. Run the same command again to go on.`;
  return [
    head,
    ...readingLines(record.kind, reading),
    ...rejectedReport(record),
    `Monitored domains that it concerns: ${domainsConcerned}.`,
  ].join('\n');
}

function toPreview({ isComplete, format, kind, fileName, tally, domainsConcerned, reading }: ImportPreview) {
  return {
    outcome: isComplete ? 'dry_run' : 'stopped',
    kind,
    format,
    file_name: fileName,
    lines: tally.lines,
    records: tally.records,
    ...rejectedJson(tally),
    ...readingJson(kind, reading),
    domains_concerned: domainsConcerned,
  };
}

function previewText({ isComplete, format, kind, tally, domainsConcerned, reading }: ImportPreview): string {
  const lines = tally.lines.toLocaleString('en');
  return [
    isComplete
      ? `${lines} lines of ${format} would be read as ${kind}.`
      : `Stopped: of the first ${lines} lines of ${format}, which would be read as ${kind}:`,
    ...readingLines(kind, reading),
    ...rejectedReport(tally),
    `Monitored domains that it would concern: ${domainsConcerned}.`,
    'Nothing was stored. Is that what is in the file? Then run the command again without --dry-run; else name --format or --kind.',
  ].join('\n');
}

function day(text: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day such as 2024-05-31.');
  return text;
}

function recordCount(text: string): number {
  const value = importNumber(text);
  if (value > maxRecordsPerStep) throw new InvalidArgumentError(`It must be at most ${maxRecordsPerStep}.`);
  return value;
}

function importNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

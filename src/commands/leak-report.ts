import type { ColumnRole } from '../engines/leak-corpus/column-names.ts';
import type { Layout } from '../engines/leak-corpus/credential-fields.ts';
import { type ImportTally, rejectedLines } from '../engines/leak-corpus/import-tally.ts';
import type { LayoutTally, RecordSample } from '../engines/leak-corpus/parse-batch.ts';
import type { RejectReason } from '../engines/leak-corpus/reject-reason.ts';
import type { CredentialKind, ReadingReport } from '../monitoring/leak-imports/import-leak.ts';
import { maskIdentity } from '../monitoring/leaks/mask-identity.ts';

// What an import says of how it read a file: never a secret, and no identity in full.

const rejectTexts: Readonly<Record<RejectReason, string>> = {
  blank: 'blank',
  too_long: 'too long',
  no_mail_address: 'no mail address where one is expected',
  no_login_site: 'no login site',
  no_login: 'no login',
  no_secret: 'no secret',
  malformed_csv: 'quotes that are not closed, or too many columns',
  malformed_json: 'no JSON object',
  no_credential: 'no part of a credential',
};

const layoutTexts: Readonly<Record<Layout, string>> = {
  mail_secret: 'mail address, secret',
  secret_mail: 'secret, mail address',
  site_login_secret: 'login site, login, secret',
  login_secret_site: 'login, secret, login site',
  block: 'blocks of lines with login site, login, secret',
  csv: 'columns',
  json: 'JSON',
  sql: 'rows of SQL',
};

const roleTexts: Readonly<Record<ColumnRole, string>> = {
  mail: 'mail address',
  login: 'login',
  secret: 'secret',
  site: 'login site',
};

const maxNameLength = 40;

/** As `--json` has it. */
export function readingJson(kind: CredentialKind, { layouts, columns }: ReadingReport) {
  return {
    read_as: [...layouts].map(([layout, tally]) => ({
      layout,
      records: tally.records,
      lines: tally.lines,
      kinds: Object.fromEntries(kindsOf(kind, tally)),
      examples: tally.samples.map(toExample),
    })),
    columns: columns.map(({ name, role }) => ({ name: name.slice(0, maxNameLength), taken_for: role })),
  };
}

/** A line for each layout that occurred, and one for the columns of CSV. */
export function readingLines(kind: CredentialKind, { layouts, columns }: ReadingReport): string[] {
  const lines = [...layouts].flatMap(([layout, tally]) => [
    `  ${layoutTexts[layout]}: ${kindsOf(kind, tally)
      .map(([name, count]) => `${count.toLocaleString('en')} as ${name}`)
      .join(', ')}`,
    ...tally.samples.map((sample) => `    line ${sample.line.toLocaleString('en')}: ${exampleText(sample)}`),
  ]);
  return [...(lines.length === 0 ? [] : ['Read as:']), ...lines, ...columnLines(columns)];
}

function columnLines(columns: ReadingReport['columns']): string[] {
  if (columns.length === 0) return [];
  const taken = columns.flatMap(({ name, role }) => (role === null ? [] : [`${short(name)} is ${roleTexts[role]}`]));
  const others = columns.flatMap(({ name, role }) => (role === null ? [short(name)] : []));
  return [
    `Columns: ${taken.join(', ')}${others.length === 0 ? '' : `; not read: ${others.join(', ')}`}.`,
    ...(columns.some(({ role }) => role === 'secret') ? [] : ['No column was taken for secrets.']),
  ];
}

function short(name: string): string {
  return `“${name.slice(0, maxNameLength)}”`;
}

/** Lines that were not read, by reason, never with their text. */
export function rejectedReport(tally: ImportTally): string[] {
  const rejected = rejectedLines(tally);
  if (rejected === 0) return ['Every line could be read.'];
  const reasons = Object.entries(tally.rejected).map(
    ([reason, { count, firstLines }]) =>
      `  ${count.toLocaleString('en')}: ${rejectTexts[reason as RejectReason]} (lines ${firstLines.join(', ')}${count > firstLines.length ? ', …' : ''})`,
  );
  return [`Not read: ${rejected.toLocaleString('en')} lines`, ...reasons];
}

export function rejectedJson(tally: ImportTally) {
  return {
    unreadable_lines: rejectedLines(tally),
    unreadable: Object.fromEntries(
      Object.entries(tally.rejected).map(([reason, { count, firstLines }]) => [
        reason,
        { count, first_lines: firstLines },
      ]),
    ),
  };
}

/** In an import of a stealer log, records that name no login site are told as those of a combolist. */
function kindsOf(kind: CredentialKind, { records, withSite }: LayoutTally): [CredentialKind, number][] {
  if (kind !== 'stealer_log') return [[kind, records]];
  const kinds: [CredentialKind, number][] = [
    ['stealer_log', withSite],
    ['combolist', records - withSite],
  ];
  return kinds.filter(([, count]) => count > 0);
}

function toExample({ line, mailAddress, site, secretFormat }: RecordSample) {
  return {
    line,
    identity: mailAddress === null ? null : maskIdentity(mailAddress),
    login_site: site,
    secret_format: secretFormat,
  };
}

function exampleText(sample: RecordSample): string {
  const { identity, login_site: site, secret_format: format } = toExample(sample);
  const parts = [identity ?? 'a user name', ...(site === null ? [] : [`at ${site}`])];
  return `${parts.join(' ')}, ${format === null ? 'no secret' : `secret *** (${format.replace('_', ' ')})`}`;
}

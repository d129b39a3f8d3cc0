import type { Placement } from '../src/platform/database/place-tables.ts';
import type { RecordedStatement } from './recorded-statements.ts';
import { type Finding, reachOfStatement } from './statement-reach.ts';
import { acrossPartners } from './statement-rules.ts';

/** Some of them filled tables by CASE x WHEN y, before there was anything that is distributed. */
const migrations = 'platform/database/migrate.ts';

const complaints: Record<Finding['kind'], string> = {
  'across-partners': 'asks for rows of all partners in',
  'bound-elsewhere': 'leaves it to another part of the statement to name the partner of',
  'locks-across-partners': 'locks rows of several partners in',
  'volatile-function': 'changes distributed rows with the volatile function',
  'stable-function-of-column': 'changes distributed rows by what depends on settings, from a column:',
  'function-in-returning': 'returns of changed rows what is not immutable:',
  'function-in-conflict': 'has a function in ON CONFLICT:',
  'parameter-in-conflict': 'puts in rows of a query, and names in ON CONFLICT the parameter',
  'simple-case': 'has CASE x WHEN y, where WHEN x = y is understood, in a change of',
  recursive: 'is recursive over rows of all partners in',
  'locks-in-condition': 'locks in IN (SELECT …), which may run once for each row, rows of',
  'without-column': 'has a query without a column over rows of all partners in',
  'local-with-distributed': 'joins rows of partners with the coordinator’s table',
};

/**
 * What recorded statements have against them, a line each.
 * @param placements of the tables, by name
 * @param isComplete every file that runs statements has run all of its own
 */
export function findStatementViolations(
  statements: readonly RecordedStatement[],
  placements: Readonly<Record<string, Placement>>,
  { isComplete }: { readonly isComplete: boolean },
): string[] {
  const layout = {
    isDistributed: (table: string) => placements[table] === 'partner',
    // The queue stands on the coordinator, too.
    isLocal: (table: string) => placements[table] === 'coordinator' || table.startsWith('pgboss.'),
  };
  const violations = new Set<string>();
  const exempted = new Set<string>();
  for (const { file, text } of statements) {
    const path = file.replace(/^src\//, '');
    for (const finding of reachOfStatement(text, layout)) {
      if (finding.kind === 'across-partners' && path in acrossPartners) exempted.add(path);
      else if (path === migrations && finding.kind === 'simple-case') continue;
      else violations.add(describe(file, finding, text));
    }
  }
  if (isComplete)
    for (const path of Object.keys(acrossPartners))
      if (!exempted.has(path)) violations.add(`scripts/statement-rules.ts: src/${path} needs no exemption any more.`);
  return [...violations].sort();
}

function describe(file: string, finding: Finding, text: string): string {
  const what = 'table' in finding ? finding.table : finding.name;
  return `${file} ${complaints[finding.kind]} ${what}: ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`;
}

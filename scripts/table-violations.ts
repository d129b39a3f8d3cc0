import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles, roomOf } from './source-files.ts';
import { type TableRules, tableRules } from './table-owners.ts';
import { findTableWrites } from './table-writes.ts';

/** One thing that a statement does to a table: `INSERT`, `DELETE`, or an update of a column. */
interface Deed {
  readonly place: string;
  readonly room: string;
  readonly table: string;
  readonly what: string;
}

/**
 * What in `<repository>/src` writes tables of other rooms, and what the rules say that is not so, or no longer.
 * @returns a sentence each
 */
export function findTableViolations(repository: string, rules: TableRules = tableRules): string[] {
  const { deeds, unnamed } = readDeeds(repository, rules);
  return [
    ...foreignDeeds(deeds, rules),
    ...undeclared(unnamed, rules),
    ...idleRules(repository, deeds, unnamed, rules),
  ];
}

/** `unnamed`: files, with the line of each statement whose table is no literal. */
function readDeeds(repository: string, rules: TableRules) {
  const deeds: Deed[] = [];
  const unnamed = new Map<string, number[]>();
  for (const path of listSourceFiles(repository)) {
    for (const { line, table, what } of findTableWrites(path, readFileSync(join(repository, 'src', path), 'utf8'))) {
      if (table === undefined) unnamed.set(path, [...(unnamed.get(path) ?? []), line]);
      const written = tablesOf(path, table, rules).flatMap((each) => what.map((one) => ({ table: each, what: one })));
      for (const each of written) deeds.push({ ...each, place: `src/${path}:${line}`, room: roomOf(path) || path });
    }
  }
  return { deeds, unnamed };
}

function tablesOf(path: string, table: string | undefined, { unnamed }: TableRules): readonly string[] {
  const named = unnamed[path];
  // What its callers name is theirs to write.
  if (named?.length === 0) return [];
  return table === undefined ? (named ?? []) : [table];
}

function foreignDeeds(deeds: readonly Deed[], { owners, exemptions }: TableRules): string[] {
  return deeds.flatMap(({ place, room, table, what }) => {
    const owner = Object.hasOwn(owners, table) ? owners[table] : undefined;
    if (owner === undefined) return [`${place} writes ${table}, which nobody owns`];
    const isExempt = exemptions.some(
      (each) => each.table === table && each.room === room && each.writes.includes(what),
    );
    return owner === room || isExempt ? [] : [`${place} writes ${table} (${what}), which ${owner} owns`];
  });
}

function undeclared(unnamed: ReadonlyMap<string, readonly number[]>, rules: TableRules): string[] {
  return [...unnamed].flatMap(([path, lines]) =>
    path in rules.unnamed
      ? []
      : lines.map((line) => `src/${path}:${line} writes a table without naming it in a literal`),
  );
}

function idleRules(
  repository: string,
  deeds: readonly Deed[],
  unnamed: ReadonlyMap<string, readonly number[]>,
  rules: TableRules,
): string[] {
  const tables = readTables(repository);
  const does = (room: string, table: string, what?: string) =>
    deeds.some((deed) => deed.room === room && deed.table === table && (what === undefined || deed.what === what));
  const owned = Object.entries(rules.owners);
  return [
    ...tables
      .filter((table) => !(table in rules.owners) && !rules.triggered?.includes(table))
      .map((table) => `Nobody owns the table ${table}`),
    // Those of other schemas are not in the file.
    ...owned
      .filter(([table]) => !table.includes('.') && !tables.includes(table))
      .map(([table, room]) => `${room} owns ${table}, which is not in migrations/schema.sql`),
    ...owned
      .filter(([table, room]) => !does(room, table))
      .map(([table, room]) => `${room} owns ${table} without writing it`),
    ...rules.exemptions.flatMap(({ table, room, writes }) =>
      writes
        .filter((what) => !does(room, table, what) || rules.owners[table] === room)
        .map((what) => `${room} needs no exemption to write ${table} (${what}) any more`),
    ),
    ...Object.keys(rules.unnamed)
      .filter((path) => !unnamed.has(path))
      .map((path) => `src/${path} names all tables that it writes: it needs no exemption any more`),
  ].map((problem) => `${problem}: correct scripts/table-owners.ts`);
}

function readTables(repository: string): string[] {
  const schema = readFileSync(join(repository, 'migrations/schema.sql'), 'utf8');
  return [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE ([a-z_]+)/gm)].map(([, table = '']) => table);
}

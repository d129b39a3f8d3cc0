import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { severities } from '../../common/severity.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { resourceKinds } from './resource-kinds.ts';

/**
 * A column as both sides say it, such as `string`, `"a" | "b" | null` or `number, has a default`. Words of a text column are those
 * that its CHECK admits.
 */
type Columns = Record<string, string>;

interface Node {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parser's nodes, of which few are looked at
  readonly [property: string]: any;
}

/** Types that are the words of a list. */
const lists: Record<string, readonly string[]> = { ResourceKind: resourceKinds, Severity: severities };
const typesOfSql: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  jsonb: 'jsonb',
  timestamptz: 'Date',
  _text: 'string[]',
  _uuid: 'string[]',
};
const numberTypes = new Set(['int2', 'int4', 'int8', 'float8', 'float4']);

/** The interfaces of tables.ts and of the files beside it by the name of their table. */
class TableTypes {
  readonly #declarations: ReadonlyMap<string, Node>;

  constructor() {
    const files = readdirSync(new URL('tables/', import.meta.url)).map((name) => `tables/${name}`);
    const statements = ['tables.ts', ...files].flatMap((name) => {
      const code = readFileSync(new URL(name, import.meta.url), 'utf8');
      return (parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }).body;
    });
    const declarations = statements.map((statement) => statement.declaration ?? statement).filter(({ id }) => id);
    this.#declarations = new Map(declarations.map((declaration) => [declaration.id.name, declaration]));
  }

  get tables(): Record<string, Columns> {
    const names = ['PartnerTables', 'Tables'].flatMap((name) => this.#members(name));
    return Object.fromEntries(
      names.map((table) => [nameOf(table), this.#columns(table.typeAnnotation.typeAnnotation.typeName.name)]),
    );
  }

  #members(name: string): Node[] {
    return this.#declarations.get(name)!.body.body;
  }

  #columns(name: string): Columns {
    return Object.fromEntries(
      this.#members(name).map((member) => [nameOf(member), shown(this.#words(member.typeAnnotation.typeAnnotation))]),
    );
  }

  /** What a type may be: names of types, words in quotes, `null` and, beside them, `has a default`. */
  #words(type: Node): string[] {
    switch (type.type) {
      case 'TSUnionType':
        return type.types.flatMap((part: Node) => this.#words(part));
      case 'TSLiteralType':
        return [JSON.stringify(type.literal.value)];
      case 'TSArrayType':
        return [`${this.#words(type.elementType)}[]`];
      case 'TSNullKeyword':
        return ['null'];
      case 'TSIndexedAccessType': {
        const members = this.#members(type.objectType.typeName.name);
        const member = members.find((candidate) => nameOf(candidate) === type.indexType.literal.value)!;
        return this.#words(member.typeAnnotation.typeAnnotation);
      }
      case 'TSTypeReference':
        return this.#referenced(type.typeName.name, type.typeArguments?.params ?? []);
      default:
        return [type.type.replace(/^TS(\w+)Keyword$/, (_match, word: string) => word.toLowerCase())];
    }
  }

  #referenced(name: string, [selected, inserted]: Node[]): string[] {
    if (name === 'Generated') return [...this.#words(selected!), 'has a default'];
    if (name === 'Json') return ['jsonb'];
    const list = lists[name];
    if (list !== undefined) return list.map((word) => JSON.stringify(word));
    if (name === 'ColumnType') {
      // Written as text and read as something else: a date, or JSON. Whatever may be null may be left out.
      const nullable = this.#words(selected!).includes('null');
      const optional = this.#words(inserted!).includes('undefined') && !nullable;
      return [
        isDate(selected!) ? 'Date' : 'jsonb',
        ...(nullable ? ['null'] : []),
        ...(optional ? ['has a default'] : []),
      ];
    }
    const alias = this.#declarations.get(name);
    return alias?.type === 'TSTypeAliasDeclaration' ? this.#words(alias.typeAnnotation) : [name];
  }
}

function isDate(type: Node): boolean {
  return type.type === 'TSTypeReference' && type.typeName.name === 'Date';
}

function nameOf(member: Node): string {
  return member.key.name ?? member.key.value;
}

function shown(words: readonly string[]): string {
  const hasDefault = words.includes('has a default');
  const types = [...new Set(words)].filter((word) => word !== 'has a default').toSorted();
  return `${types.join(' | ')}${hasDefault ? ', has a default' : ''}`;
}

interface CatalogRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly has_default: boolean;
  /** Of an enum. */
  readonly labels: readonly string[];
  /** Definitions of the CHECKs on this column alone. */
  readonly checks: readonly string[];
}

const name = `test_${randomUUID().replaceAll('-', '')}`;
let server: pg.Client;
let catalog: CatalogRow[];

beforeAll(async () => {
  server = new pg.Client({ ...inject('databaseServer') });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const connection = { ...inject('databaseServer'), database: name };
  await migrate(connection, await readMigrations());
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<CatalogRow>(`
    SELECT c.relname AS table, a.attname AS column, t.typname AS type, NOT a.attnotnull AS nullable,
      a.atthasdef OR a.attidentity <> '' AS has_default, ARRAY(SELECT enumlabel::text FROM pg_enum WHERE enumtypid = t.oid) AS labels,
      ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> 'schema_migrations'
    ORDER BY c.relname, a.attnum`);
  catalog = rows;
  await client.end();
});
afterAll(async () => {
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.end();
});

function typeOf({ type, nullable, has_default, labels, checks }: CatalogRow): string {
  const words = [...labels.map((label) => JSON.stringify(label)), ...checks.flatMap(wordsOf)];
  const types = words.length > 0 ? words : [typesOfSql[type] ?? (numberTypes.has(type) ? 'number' : 'string')];
  return shown([...types, ...(nullable ? ['null'] : []), ...(has_default ? ['has a default'] : [])]);
}

/** The words of `CHECK ((column = ANY (ARRAY['a'::text, 'b'::text])))`; none of any other CHECK. */
function wordsOf(check: string): string[] {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1];
  return list === undefined ? [] : [...list.matchAll(/'([^']*)'::text/g)].map(([, word]) => JSON.stringify(word));
}

test('tables.ts says of every column what the migrated database says: its type, its words, null and a default', () => {
  const rowsOf = Map.groupBy(catalog, ({ table }) => table);
  const migrated = Object.fromEntries(
    [...rowsOf].map(([table, rows]) => [table, Object.fromEntries(rows.map((row) => [row.column, typeOf(row)]))]),
  );
  expect(new TableTypes().tables).toEqual(migrated);
});

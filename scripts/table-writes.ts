import { isNode, keyOf, lineOf, type Node, parse, visit } from './syntax-tree.ts';

/** A statement that writes a table. */
export interface TableWrite {
  readonly line: number;
  /** As in migrations/schema.sql; undefined when the code does not name it in a literal. */
  readonly table: string | undefined;
  /** `INSERT`, `DELETE`, or the columns that an update sets; `…` for columns that a variable names. */
  readonly what: readonly string[];
}

interface Writer {
  /** The place of the table among the arguments: its name, or an object that has it as `table`, with a column as `time`. */
  readonly argument?: number;
  readonly table?: string;
  readonly what?: string;
}

/** Methods of Kysely and PartnerDatabase, and functions of ours. */
const writers = new Map<string, Writer>([
  ['insertInto', { argument: 0, what: 'INSERT' }],
  ['insertMany', { argument: 0, what: 'INSERT' }],
  ['replaceInto', { argument: 0, what: 'INSERT' }],
  ['mergeInto', { argument: 0, what: 'INSERT' }],
  ['updateTable', { argument: 0 }],
  ['updatePartner', { table: 'partners' }],
  ['deleteFrom', { argument: 0, what: 'DELETE' }],
  ['deleteOlder', { argument: 1, what: 'DELETE' }],
  ['deleteOlderOfPartners', { argument: 1, what: 'DELETE' }],
  ['handleDue', { argument: 1 }],
  ['claimDue', { argument: 1 }],
]);

const unnamedColumns = '…';

/**
 * Finds what a file writes: by Kysely's builders, and by SQL in `sql` templates and, where it is in capitals, in other texts.
 * @throws when the code cannot be parsed
 */
export function findTableWrites(path: string, code: string): TableWrite[] {
  const program = parse(path, code);
  const writes: TableWrite[] = [];
  visit(program, (node, ancestors) => {
    const found =
      node.type === 'CallExpression' ? callOf(node, ancestors, program) : statementsOf(node, ancestors.at(-1));
    for (const write of found) writes.push({ ...write, line: lineOf(code, node) });
  });
  return writes;
}

type UnplacedWrite = Omit<TableWrite, 'line'>;

function callOf(call: Node, ancestors: readonly Node[], program: Node): UnplacedWrite[] {
  const writer = writers.get(calledName(call));
  if (writer === undefined) return [];
  const argument = writer.argument === undefined ? undefined : (call.arguments as readonly Node[])[writer.argument];
  const object = objectOf(argument, program);
  const named = writer.table ?? (object ? propertyOf(object, 'table') : argument?.value);
  const table = typeof named === 'string' ? named.replace(/ as .*$/, '') : undefined;
  if (writer.what !== undefined) return [{ table, what: [writer.what] }];
  return [{ table, what: object ? [String(propertyOf(object, 'time'))] : columnsSet(ancestors, program) }];
}

/** An object that is given, or that a constant of the file holds. */
function objectOf(argument: Node | undefined, program: Node): Node | undefined {
  if (argument?.type === 'ObjectExpression') return argument;
  let held: unknown;
  visit(program, ({ type, id, init }) => {
    const isIt = type === 'VariableDeclarator' && argument?.type === 'Identifier' && keyOf(id) === argument.name;
    if (isIt) held = withoutTypes(init);
  });
  return isNode(held) && held.type === 'ObjectExpression' ? held : undefined;
}

/** Without `as const` and its like. */
function withoutTypes(value: unknown): unknown {
  return isNode(value) && /^TS(As|Satisfies)Expression$/.test(value.type) ? withoutTypes(value.expression) : value;
}

/** What a property is, when it is a literal. */
function propertyOf(object: Node, name: string): unknown {
  const property = (object.properties as readonly Node[]).find(({ key }) => keyOf(key) === name);
  return isNode(property?.value) ? property.value.value : undefined;
}

/** The name in `name(…)` and in `….name(…)`. */
function calledName({ callee }: Node): string {
  if (!isNode(callee)) return '';
  return String(keyOf(callee.type === 'MemberExpression' ? callee.property : callee));
}

/** Of the `.set(…)` behind an update, or behind the constant that holds it. */
function columnsSet(ancestors: readonly Node[], program: Node): string[] {
  const holder = chainEnd(ancestors);
  const sets = chained(ancestors).filter((call) => calledName(call) === 'set');
  if (sets.length === 0 && holder?.type === 'VariableDeclarator') sets.push(...setsOf(keyOf(holder.id), program));
  if (sets.length === 0) return [unnamedColumns];
  // `set(column, value)` or `set({ column: value })`.
  return [...new Set(sets.flatMap((call) => columnsIn((call.arguments as readonly Node[])[0])))];
}

/** The calls further along the chain of methods: `a.b().c()` is c's call around b's. */
function chained(ancestors: readonly Node[]): Node[] {
  const end = ancestors.findLastIndex(({ type }) => !/^(CallExpression|MemberExpression)$/.test(type));
  return ancestors.slice(end + 1).filter(({ type }) => type === 'CallExpression');
}

/** What the chain of methods is assigned to, or stands in. */
function chainEnd(ancestors: readonly Node[]): Node | undefined {
  return ancestors.findLast(({ type }) => !/^(CallExpression|MemberExpression|AwaitExpression)$/.test(type));
}

function setsOf(name: unknown, program: Node): Node[] {
  const calls: Node[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || calledName(node) !== 'set') return;
    if (keyOf((node.callee as Node).object) === name) calls.push(node);
  });
  return calls;
}

/** Of `{ a, ...(condition && { b }) }`: a, b. */
function columnsIn(value: unknown): string[] {
  if (!isNode(value)) return [unnamedColumns];
  switch (value.type) {
    case 'Literal':
      return [String(value.value)];
    case 'ParenthesizedExpression':
      return columnsIn(value.expression);
    case 'ArrowFunctionExpression':
      return columnsIn(value.body);
    case 'LogicalExpression':
      return columnsIn(value.right);
    case 'ConditionalExpression':
      return [value.consequent, value.alternate].flatMap(columnsIn);
    case 'ObjectExpression':
      return (value.properties as readonly Node[]).flatMap(columnsOf);
    default:
      return [unnamedColumns];
  }
}

function columnsOf(property: Node): string[] {
  if (property.type === 'SpreadElement') return columnsIn(property.argument);
  return property.computed === true ? [unnamedColumns] : [String(keyOf(property.key))];
}

/** `$` stands for what is put into a template. */
const statement =
  /\b(INSERT INTO|MERGE INTO|DELETE FROM|TRUNCATE(?: TABLE)?|DROP TABLE(?: IF EXISTS)?|COPY|(?<!\b(?:FOR|KEY|DO|ON) )UPDATE)(?: ONLY)? ([a-z_.]+|"[^"]+"|\$)/;

function statementsOf(node: Node, around: Node | undefined): UnplacedWrite[] {
  const text = textOf(node);
  if (text === undefined) return [];
  // In other texts "update the camera" is prose.
  const isSql = around?.type === 'TaggedTemplateExpression' && keyOf(around.tag) === 'sql';
  return [...plain(text).matchAll(new RegExp(statement, isSql ? 'gi' : 'g'))].map((found) => {
    const [all, verb = '', name = ''] = found;
    return {
      table: name === '$' ? undefined : name.replaceAll('"', '').toLowerCase(),
      what: whatOf(verb.toUpperCase(), found.input.slice(found.index + all.length)),
    };
  });
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as readonly { value: { raw: string } }[]).map(({ value }) => value.raw).join('$');
}

/** Without comments, texts and line breaks. */
function plain(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, ' ');
}

function whatOf(verb: string, rest: string): string[] {
  if (verb !== 'UPDATE') return [/^(INSERT|MERGE|COPY)/.test(verb) ? 'INSERT' : 'DELETE'];
  const [, assignments] = /^(?: AS)?(?: [a-z_]+)? SET (.*)$/i.exec(rest) ?? [];
  return assignments === undefined ? [unnamedColumns] : assignedColumns(assignments);
}

/** Of `a = f(x, y), b = 1 FROM …`: a, b. */
function assignedColumns(text: string): string[] {
  const [assignments = ''] = flattened(text).split(/(?<!\bDISTINCT) (?:FROM|WHERE|RETURNING)\b|\)/i);
  return assignments.split(',').flatMap((assignment) => {
    const [, column] = /^ *([a-z_]+) *=/i.exec(assignment) ?? [];
    return [column ?? unnamedColumns];
  });
}

/** Without what stands in brackets. */
function flattened(text: string): string {
  let [flat, depth] = ['', 0];
  for (const character of text) {
    if (character === '(') depth += 1;
    if (depth === 0) flat += character;
    if (character === ')' && depth > 0) depth -= 1;
  }
  return flat;
}

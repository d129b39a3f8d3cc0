// What a PostgreSQL sharded by partner (Citus, decision 55) asks of a statement that names tables of partners:
// - A table is answered by one shard when the statement compares its partner with a parameter, or with the partner of a table beside it or
//   of a query around it, of which that is known. What changes or locks rows says so itself: only a read learns from around it.
// - What a CTE has found, or a query that is cut by a LIMIT, tells nothing of the rows beside it, nor does the condition of an outer join
//   of the side that is always there.
// - No statement locks rows of several partners, is recursive over them, or has a subquery over them that has no column.
// - None joins them with a table that stands on the coordinator alone.
// - A change of them is written down anew for its shard: nothing in it may be volatile, or depend on settings where it reads a column,
//   returns one or handles a conflict; CASE x WHEN y, and a parameter about a conflict with computed rows, are written down wrongly.
// It is told from the text: the parser is PostgreSQL's, and names are looked up in the scopes of queries. Each table has facts of whose its
// rows are, each fact says which others it follows from, and they are followed until nothing new is known.

import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** Where a sharded PostgreSQL keeps the tables that a statement names. */
export interface TableLayout {
  /** Rows lie on the shard of their partner. */
  isDistributed(table: string): boolean;
  /** They stand whole on the coordinator, and only there. */
  isLocal(table: string): boolean;
}

/** What a sharded PostgreSQL refuses, or answers only by asking every shard. */
export type Finding =
  /** Reads or writes rows of a table whatever their partner. */
  | { readonly kind: 'across-partners'; readonly table: string }
  /** Its rows are one partner's by what another part of the statement says, which no planner carries over. */
  | { readonly kind: 'bound-elsewhere'; readonly table: string }
  /** Locks rows of a table whatever their partner: "could not run distributed query with FOR UPDATE/SHARE commands". */
  | { readonly kind: 'locks-across-partners'; readonly table: string }
  /** "functions used in UPDATE queries on distributed tables must not be VOLATILE" */
  | { readonly kind: 'volatile-function'; readonly name: string }
  /** "STABLE functions used in UPDATE queries cannot be called with column references" */
  | { readonly kind: 'stable-function-of-column'; readonly name: string }
  /** "non-IMMUTABLE functions are not allowed in the RETURNING clause" */
  | { readonly kind: 'function-in-returning'; readonly name: string }
  /** "functions used in the WHERE clause of the ON CONFLICT clause … must be marked IMMUTABLE", or in DO UPDATE SET */
  | { readonly kind: 'function-in-conflict'; readonly name: string }
  /** "could not determine data type of parameter": what is done about a conflict with rows of a query without a table names one. */
  | { readonly kind: 'parameter-in-conflict'; readonly name: string }
  /** "operator does not exist: text = boolean": CASE x WHEN y beside a change is written down wrongly for the shards. */
  | { readonly kind: 'simple-case'; readonly table: string }
  /** "recursive CTEs are only supported when they contain a filter on the distribution column" */
  | { readonly kind: 'recursive'; readonly table: string }
  /** "a column definition list is required": a query within that has no column, and cannot be answered by one shard. */
  | { readonly kind: 'without-column'; readonly table: string }
  /** IN (SELECT … FOR UPDATE): a plan may nest it, and then locks anew for each row outside. = ANY(ARRAY(SELECT …)) runs once. */
  | { readonly kind: 'locks-in-condition'; readonly table: string }
  /** One statement over a table of the coordinator and one on shards. */
  | { readonly kind: 'local-with-distributed'; readonly table: string };

// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL's parse tree, read by the names of its nodes.
type Tree = any;

const volatileFunctions = new Set(['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'timeofday', 'uuidv7']);

/** Of the many that there are those that a statement might well use. */
const stableFunctions = new Set([
  'age',
  'array_to_string',
  'concat',
  'concat_ws',
  'current_setting',
  'date_part',
  'date_trunc',
  'extract',
  'format',
  'json_agg',
  'json_build_array',
  'json_build_object',
  'jsonb_agg',
  'jsonb_build_array',
  'jsonb_build_object',
  'now',
  'row_to_json',
  'statement_timestamp',
  'to_char',
  'to_json',
  'to_jsonb',
  'transaction_timestamp',
]);

/** The column that says whose a row is. */
const partnerColumn = (table: string) => (table === 'partners' ? 'id' : 'partner_id');

/** Whether something is one partner's: known from the start, when one of others is, or when all of some are. */
class Fact {
  isKnown = false;
  readonly anyOf: Fact[] = [];
  allOf: readonly Fact[] = [];

  follow(): boolean {
    if (this.isKnown) return false;
    this.isKnown =
      this.anyOf.some((fact) => fact.isKnown) || (this.allOf.length > 0 && this.allOf.every((f) => f.isKnown));
    return this.isKnown;
  }
}

/** What is known of whose a row is. */
interface Partner {
  /** All rows are those of one partner. */
  readonly bound: Fact;
  /** The query that names the table says so by itself. */
  readonly itself: Fact;
  /** It does, or is joined to a table of a query around it that does. */
  readonly joined: Fact;
}

interface Relation extends Partner {
  readonly table: string | null;
}

class Scope {
  readonly relations = new Map<string, Relation>();
  readonly parent: Scope | null;

  constructor(parent: Scope | null) {
    this.parent = parent;
  }
}

const known = new Fact();
known.isKnown = true;
const anyParameter: Partner = { bound: known, itself: known, joined: known };

/** The tables that a part of a statement names, and whether what it answers is one partner's. */
interface Part {
  readonly tables: readonly Relation[];
  readonly bound: Fact;
}

/**
 * What a sharded PostgreSQL has against a statement, by its text alone: a table's rows are one partner's when their partner is
 * compared with a parameter, or with another's that is.
 */
export function reachOfStatement(text: string, layout: TableLayout): Finding[] {
  const reader = new StatementReader(layout);
  for (const { stmt } of (parseSync(text) as Tree).stmts) reader.query(stmt, null, new Map());
  return reader.findings();
}

class StatementReader {
  readonly #layout: TableLayout;
  readonly #facts: Fact[] = [];
  readonly #tables: Relation[] = [];
  readonly #locked: Relation[] = [];
  readonly #functions: string[] = [];
  readonly #refusals: Finding[] = [];
  /** Tables whose rows an UPDATE or a DELETE changes. */
  readonly #changed: string[] = [];
  readonly #recursive: Part[] = [];
  readonly #withoutColumn: Part[] = [];

  constructor(layout: TableLayout) {
    this.#layout = layout;
  }

  findings(): Finding[] {
    while (this.#facts.filter((fact) => fact.follow()).length > 0);
    const distributed = this.#tables.filter(({ table }) => this.#layout.isDistributed(table!));
    if (distributed.length === 0) return [];
    const local = this.#tables.filter(({ table }) => this.#layout.isLocal(table!));
    const findings: Finding[] = [
      ...distributed.flatMap((relation): Finding[] => {
        const table = relation.table!;
        if (relation.itself.isKnown || (relation.joined.isKnown && this.#onlyReads())) return [];
        if (relation.bound.isKnown) return [{ kind: 'bound-elsewhere', table }];
        return [{ kind: this.#locked.includes(relation) ? 'locks-across-partners' : 'across-partners', table }];
      }),
      ...local.map(({ table }) => ({ kind: 'local-with-distributed' as const, table: table! })),
      ...this.#asked(this.#recursive).map((table) => ({ kind: 'recursive' as const, table })),
      ...this.#asked(this.#withoutColumn).map((table) => ({ kind: 'without-column' as const, table })),
      ...this.#refusals,
    ];
    if (this.#changesDistributed())
      for (const name of this.#functions)
        if (volatileFunctions.has(name)) findings.push({ kind: 'volatile-function', name });
    return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  }

  /** The tables of parts of a statement of which more than one shard is asked. */
  #asked(parts: readonly Part[]): string[] {
    return parts
      .flatMap(({ tables }) => tables)
      .filter(({ table, itself, joined }) => this.#layout.isDistributed(table!) && !itself.isKnown && !joined.isKnown)
      .map(({ table }) => table!);
  }

  #onlyReads(): boolean {
    return !this.#changesDistributed() && this.#locked.length === 0;
  }

  #changesDistributed(): boolean {
    return this.#changed.some((table) => this.#layout.isDistributed(table));
  }

  #relation(table: string | null): Relation {
    const itself = this.#fact();
    const joined = this.#fact();
    joined.anyOf.push(itself);
    return { table, bound: this.#fact(), itself, joined };
  }

  #fact(): Fact {
    const fact = new Fact();
    this.#facts.push(fact);
    return fact;
  }

  query(node: Tree, outer: Scope | null, ctes: ReadonlyMap<string, Part>): Part {
    const [[kind, statement]] = Object.entries(node) as [[string, Tree]];
    const first = this.#tables.length;
    const bound = this.#body(kind, statement, outer, this.#withCtes(statement, outer, ctes));
    const part = { tables: this.#tables.slice(first), bound };
    if (statement.withClause?.recursive) this.#recursive.push(part);
    if (outer && kind === 'SelectStmt' && !statement.targetList && !statement.larg && !statement.valuesLists)
      this.#withoutColumn.push(part);
    return part;
  }

  #withCtes(statement: Tree, outer: Scope | null, ctes: ReadonlyMap<string, Part>): ReadonlyMap<string, Part> {
    const known = new Map(ctes);
    for (const { CommonTableExpr: cte } of statement.withClause?.ctes ?? [])
      known.set(cte.ctename, this.query(cte.ctequery, outer, known));
    return known;
  }

  /** @returns whether what it answers is one partner's */
  #body(kind: string, statement: Tree, outer: Scope | null, ctes: ReadonlyMap<string, Part>): Fact {
    if (kind === 'SelectStmt') return this.#select(statement, outer, ctes);
    const scope = new Scope(outer);
    if (kind === 'InsertStmt') return this.#insert(statement, scope, ctes);
    if (kind !== 'UpdateStmt' && kind !== 'DeleteStmt') return this.#fact();
    const target = this.#table(statement.relation, scope, new Map());
    this.#changed.push(target.table!);
    if (this.#layout.isDistributed(target.table!)) this.#refuseInChange(statement, target.table!);
    for (const item of [...(statement.fromClause ?? []), ...(statement.usingClause ?? [])])
      this.#from(item, scope, ctes);
    this.#conditions(statement.whereClause, scope, ctes, null);
    this.#expressions(
      [statement.targetList, statement.whereClause, statement.returningClause ?? statement.returningList],
      scope,
      ctes,
    );
    return target.bound;
  }

  /** What may not be said in an UPDATE or a DELETE of distributed rows, its CTEs aside. */
  #refuseInChange({ withClause: _, returningClause, returningList, ...change }: Tree, table: string): void {
    for (const node of nodesOf(change)) {
      const name = stableName(node);
      if (name !== null && nodesOf(node).some((part) => part.ColumnRef))
        this.#refusals.push({ kind: 'stable-function-of-column', name });
    }
    for (const name of nodesOf(returningClause ?? returningList).map((node) => stableName(node) ?? volatileName(node)))
      if (name !== null) this.#refusals.push({ kind: 'function-in-returning', name });
    this.#refuseSimpleCase(change, table);
  }

  #refuseSimpleCase(change: Tree, table: string): void {
    if (nodesOf(change).some((node) => node.CaseExpr?.arg)) this.#refusals.push({ kind: 'simple-case', table });
  }

  #select(statement: Tree, outer: Scope | null, ctes: ReadonlyMap<string, Part>): Fact {
    if (statement.larg) {
      const bound = this.#fact();
      bound.allOf = [statement.larg, statement.rarg].map((side) => this.query({ SelectStmt: side }, outer, ctes).bound);
      return bound;
    }
    return this.#resultOf(statement, this.#read(statement, outer, ctes));
  }

  /** Reads a SELECT, or VALUES. @returns what it names */
  #read(statement: Tree, outer: Scope | null, ctes: ReadonlyMap<string, Part>): Scope {
    const scope = new Scope(outer);
    for (const item of statement.fromClause ?? []) this.#from(item, scope, ctes);
    this.#conditions(statement.whereClause, scope, ctes, null);
    const { targetList, whereClause, groupClause, havingClause, sortClause, valuesLists, windowClause } = statement;
    this.#expressions(
      [targetList, whereClause, groupClause, havingClause, sortClause, valuesLists, windowClause, statement.limitCount],
      scope,
      ctes,
    );
    for (const { LockingClause: lock } of statement.lockingClause ?? []) this.#lock(lock, scope);
    return scope;
  }

  /** Rows are one partner's when those of all the tables they come from are, or when they name it so. */
  #resultOf(statement: Tree, scope: Scope): Fact {
    const bound = this.#fact();
    const named = (statement.targetList ?? []).find(({ ResTarget: item }: Tree) => nameOf(item) === 'partner_id');
    if (named) bound.anyOf.push(this.#partnerOf(named.ResTarget.val, scope)?.bound ?? this.#fact());
    else
      bound.allOf = [...scope.relations.values()]
        .filter(({ table }) => table === null || this.#hasPartner(table))
        .map((r) => r.bound);
    return bound;
  }

  #hasPartner(table: string): boolean {
    return this.#layout.isDistributed(table) || this.#layout.isLocal(table);
  }

  #insert(statement: Tree, scope: Scope, ctes: ReadonlyMap<string, Part>): Fact {
    const target = this.#table(statement.relation, scope, new Map());
    const place = (statement.cols ?? []).findIndex(
      ({ ResTarget: column }: Tree) => column.name === partnerColumn(target.table!),
    );
    const sources = leaves(statement.selectStmt?.SelectStmt);
    const partners = sources.map((source) => this.#insertedPartner(source, place, scope.parent, ctes));
    target.bound.allOf = partners;
    target.itself.anyOf.push(target.bound);
    const conflict = statement.onConflictClause;
    if (conflict) {
      this.#expressions([conflict.targetList, conflict.whereClause, conflict.infer], scope, ctes);
      if (this.#layout.isDistributed(target.table!)) this.#refuseInConflict(conflict, sources.every(readsNoTable));
    }
    if (this.#layout.isDistributed(target.table!)) this.#refuseSimpleCase(statement, target.table!);
    this.#expressions([statement.returningClause ?? statement.returningList], scope, ctes);
    return target.bound;
  }

  /** What may not be said of a conflict of distributed rows. @param areComputed the rows are those of a query without a table */
  #refuseInConflict({ targetList, whereClause }: Tree, areComputed: boolean): void {
    const inCondition = nodesOf(whereClause).map((node) => stableName(node) ?? functionName(node));
    const inChange = nodesOf(targetList).map((node) => stableName(node) ?? volatileName(node));
    for (const name of [...inCondition, ...inChange])
      if (name !== null) this.#refusals.push({ kind: 'function-in-conflict', name });
    if (!areComputed) return;
    for (const { ParamRef: parameter } of nodesOf([targetList, whereClause]))
      if (parameter) this.#refusals.push({ kind: 'parameter-in-conflict', name: `$${parameter.number}` });
  }

  /** The partner of the rows that a SELECT or VALUES puts into a table. */
  #insertedPartner(source: Tree, place: number, outer: Scope | null, ctes: ReadonlyMap<string, Part>): Fact {
    const bound = this.#fact();
    const scope = this.#read(source, outer, this.#withCtes(source, outer, ctes));
    const values = source.valuesLists
      ? source.valuesLists.map(({ List: row }: Tree) => row.items[place])
      : [source.targetList?.[place]?.ResTarget?.val];
    bound.allOf = values.map((value: Tree) => this.#partnerOf(value, scope)?.bound ?? this.#fact());
    return bound;
  }

  #from(item: Tree, scope: Scope, ctes: ReadonlyMap<string, Part>): void {
    if (item.RangeVar) this.#table(item.RangeVar, scope, ctes);
    else if (item.RangeSubselect) {
      const { subquery, alias } = item.RangeSubselect;
      const part = this.query(subquery, scope, ctes);
      const relation = this.#relation(null);
      relation.bound.anyOf.push(part.bound);
      // The planner pulls it up, unlike a CTE, or what is cut by a LIMIT.
      if (!subquery.SelectStmt?.limitCount && !subquery.SelectStmt?.limitOffset)
        relation.joined.allOf = part.tables
          .filter(({ table }) => this.#layout.isDistributed(table!))
          .map((t) => t.joined);
      scope.relations.set(alias?.aliasname ?? '', relation);
    } else if (item.RangeFunction) {
      this.#expressions([item.RangeFunction.functions], scope, ctes);
      scope.relations.set(item.RangeFunction.alias?.aliasname ?? '', this.#relation(null));
    } else if (item.JoinExpr) {
      const { larg, rarg, quals, usingClause, jointype } = item.JoinExpr;
      const before = new Set(scope.relations.values());
      this.#from(larg, scope, ctes);
      const left = [...scope.relations.values()].filter((relation) => !before.has(relation));
      this.#from(rarg, scope, ctes);
      const right = [...scope.relations.values()].filter((r) => !before.has(r) && !left.includes(r));
      // A row of the side that is always there may be anybody's, whatever it is compared with.
      const learns = jointype === 'JOIN_LEFT' ? right : jointype === 'JOIN_INNER' ? null : [];
      this.#conditions(quals, scope, ctes, learns);
      this.#expressions([quals], scope, ctes);
      if ((usingClause ?? []).some((column: Tree) => column.String.sval === 'partner_id'))
        for (const a of left) for (const b of right) this.#equate(a, b, scope, learns);
    }
  }

  #table(range: Tree, scope: Scope, ctes: ReadonlyMap<string, Part>): Relation {
    const alias = range.alias?.aliasname ?? range.relname;
    const cte = range.schemaname === undefined ? ctes.get(range.relname) : undefined;
    const table = cte ? null : `${range.schemaname ? `${range.schemaname}.` : ''}${range.relname}`;
    const relation = this.#relation(table);
    if (cte) relation.bound.anyOf.push(cte.bound);
    scope.relations.set(alias, relation);
    if (table !== null) this.#tables.push(relation);
    return relation;
  }

  #lock(lock: Tree, scope: Scope): void {
    const names = lock.lockedRels?.map((relation: Tree) => relation.RangeVar.relname) ?? [...scope.relations.keys()];
    for (const name of names) {
      const relation = scope.relations.get(name);
      if (relation) this.#locked.push(relation);
    }
  }

  /** What conditions that hold together say about whose the rows are. @param learns who may learn of it; null: all */
  #conditions(node: Tree, scope: Scope, ctes: ReadonlyMap<string, Part>, learns: readonly Relation[] | null): void {
    if (!node) return;
    if (node.BoolExpr?.boolop === 'AND_EXPR') {
      for (const part of node.BoolExpr.args) this.#conditions(part, scope, ctes, learns);
      return;
    }
    if (node.A_Expr?.kind === 'AEXPR_OP' && node.A_Expr.name.at(-1).String.sval === '=') {
      const [left, right] = [node.A_Expr.lexpr, node.A_Expr.rexpr];
      const pairs: [Tree, Tree][] =
        left?.RowExpr && right?.RowExpr
          ? left.RowExpr.args.map((part: Tree, index: number) => [part, right.RowExpr.args[index]])
          : [[left, right]];
      for (const [a, b] of pairs) this.#compare(a, b, scope, learns);
    }
    if (node.SubLink?.subLinkType === 'ANY_SUBLINK') {
      const columns = node.SubLink.testexpr?.RowExpr?.args ?? [node.SubLink.testexpr];
      const compared = columns.map((column: Tree) => this.#relationOf(column, scope)).find(Boolean);
      if (compared && (learns === null || learns.includes(compared)))
        compared.bound.anyOf.push(this.query(node.SubLink.subselect, scope, ctes).bound);
    }
  }

  #compare(a: Tree, b: Tree, scope: Scope, learns: readonly Relation[] | null): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      const learner = this.#relationOf(one, scope);
      const partner = this.#partnerOf(other, scope);
      // What a query asks of the one around it says nothing of that one's rows.
      if (learner && partner && isIn(scope, learner) && (learns === null || learns.includes(learner)))
        this.#learn(learner, partner, scope);
    }
  }

  #equate(a: Relation, b: Relation, scope: Scope, learns: readonly Relation[] | null): void {
    if (learns === null || learns.includes(a)) this.#learn(a, b, scope);
    if (learns === null || learns.includes(b)) this.#learn(b, a, scope);
  }

  #learn(learner: Relation, partner: Partner, scope: Scope): void {
    learner.bound.anyOf.push(partner.bound);
    learner.joined.anyOf.push(partner.joined);
    if (partner === anyParameter || isIn(scope, partner as Relation)) learner.itself.anyOf.push(partner.itself);
  }

  /** Whose partner an expression is; null: it is none. */
  #partnerOf(node: Tree, scope: Scope): Partner | null {
    if (node?.TypeCast) return this.#partnerOf(node.TypeCast.arg, scope);
    if (node?.ParamRef || node?.A_Const) return anyParameter;
    return this.#relationOf(node, scope);
  }

  /** The relation whose column of the partner this is. */
  #relationOf(node: Tree, scope: Scope | null): Relation | null {
    const fields = node?.ColumnRef?.fields;
    if (!fields || !scope) return null;
    const [column, qualifier] = fields.map((field: Tree) => field.String?.sval).reverse();
    if (qualifier !== undefined) {
      const relation = scope.relations.get(qualifier);
      if (!relation) return this.#relationOf(node, scope.parent);
      return column === partnerColumn(relation.table ?? '') ? relation : null;
    }
    const relations = [...scope.relations.values()];
    const owning = relations.filter(({ table }) => table !== null && this.#hasPartner(table));
    const candidates = (owning.length > 0 ? owning : relations).filter(
      ({ table }) => column === partnerColumn(table ?? ''),
    );
    if (candidates.length === 1) return candidates[0]!;
    return candidates.length === 0 ? this.#relationOf(node, scope.parent) : null;
  }

  /** Reads the queries within expressions, and notes their functions. */
  #expressions(nodes: readonly Tree[], scope: Scope, ctes: ReadonlyMap<string, Part>): void {
    for (const node of nodes) this.#expression(node, scope, ctes);
  }

  #expression(node: Tree, scope: Scope, ctes: ReadonlyMap<string, Part>): void {
    if (node === null || typeof node !== 'object') return;
    if (node.SubLink) {
      const { subLinkType, subselect } = node.SubLink;
      if (subLinkType === 'ANY_SUBLINK' && subselect.SelectStmt?.lockingClause)
        this.#refusals.push({ kind: 'locks-in-condition', table: subselect.SelectStmt.fromClause[0].RangeVar.relname });
      this.query(subselect, scope, ctes);
      this.#expression(node.SubLink.testexpr, scope, ctes);
      return;
    }
    if (node.FuncCall) this.#functions.push(node.FuncCall.funcname.at(-1).String.sval);
    for (const part of Object.values(node)) this.#expression(part, scope, ctes);
  }
}

function nameOf(item: Tree): string | undefined {
  return item.name ?? item.val?.ColumnRef?.fields.at(-1)?.String?.sval;
}

function isIn(scope: Scope, relation: Relation): boolean {
  return [...scope.relations.values()].includes(relation);
}

/** The SELECTs of a UNION, in order. */
function leaves(select: Tree): Tree[] {
  if (!select) return [];
  return select.larg ? [...leaves(select.larg), ...leaves(select.rarg)] : [select];
}

/** A tree and all that is in it, queries within expressions aside. */
function nodesOf(node: Tree): Tree[] {
  if (node === null || typeof node !== 'object') return [];
  return [node, ...(node.SubLink ? [] : Object.values(node).flatMap(nodesOf))];
}

/** A query that the coordinator answers by itself, such as of `unnest`; VALUES are none. */
function readsNoTable(source: Tree): boolean {
  return !source.valuesLists && !nodesOf(source.fromClause).some((node) => node.RangeVar);
}

function functionName(node: Tree): string | null {
  return node.FuncCall?.funcname.at(-1).String.sval ?? null;
}

function volatileName(node: Tree): string | null {
  const name = functionName(node);
  return name !== null && volatileFunctions.has(name) ? name : null;
}

/** The function or operator whose answer depends on settings, or on when it is asked; null: it is none, as far as a text shows. */
function stableName(node: Tree): string | null {
  const name = functionName(node);
  if (name !== null) return stableFunctions.has(name) ? name : null;
  if (node.SQLValueFunction) return node.SQLValueFunction.op;
  const operator = node.A_Expr?.name?.at(-1).String.sval;
  // A time and an interval are added up by the calendar of a time zone.
  return (operator === '+' || operator === '-') && nodesOf(node.A_Expr).some(isInterval) ? operator : null;
}

function isInterval(node: Tree): boolean {
  return node.TypeCast?.typeName?.names.at(-1).String.sval === 'interval' || functionName(node) === 'make_interval';
}

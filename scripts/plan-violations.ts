/** A node of a plan as EXPLAIN (FORMAT JSON) tells it, as far as it is looked at. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** As of `SubPlan 1`. Left out: it is a part of the plan above. */
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A part of a plan that reads all that a table has, or all of one partner's. */
export interface WideRead {
  readonly table: string;
  /** Null: the whole table. */
  readonly index: string | null;
}

/** What reads all of its input before it tells anything: a limit above it spares nothing below. */
const blocking = new Set(['Sort', 'Aggregate', 'Hash', 'Bitmap Heap Scan', 'SetOp', 'WindowAgg', 'ModifyTable']);

/**
 * The parts of a plan that read more of a table the more its partner has, with no limit that ends them.
 * @param isLarge whether that matters: what is read is an index, or the whole table
 */
export function wideReads(node: PlanNode, isLarge: (read: WideRead) => boolean): WideRead[] {
  return readsBelow(node, false, undefined).filter(isLarge);
}

function readsBelow(node: PlanNode, isCut: boolean, tableOfBitmap: string | undefined): WideRead[] {
  const table = node['Relation Name'] ?? tableOfBitmap;
  const isWide = table !== undefined && !isCut && readsAllOfPartner(node);
  const isCutBelow = node['Node Type'] === 'Limit' || (isCut && !blocking.has(node['Node Type']));
  const below = (node.Plans ?? []).flatMap((child) => {
    // What is computed by itself is not ended by a limit of what it is for.
    const isApart = child['Subplan Name'] !== undefined;
    return readsBelow(child, isCutBelow && !isApart, table);
  });
  return isWide ? [{ table, index: node['Index Name'] ?? null }, ...below] : below;
}

function readsAllOfPartner(node: PlanNode): boolean {
  switch (node['Node Type']) {
    case 'Seq Scan':
      return true;
    case 'Index Scan':
    case 'Index Only Scan':
    case 'Bitmap Index Scan':
      return asksForPartnerAlone(node['Index Cond'] ?? '');
    default:
      return false;
  }
}

/** As of `((partner_id = $1) AND (id > $2))`. */
function asksForPartnerAlone(condition: string): boolean {
  return /^[()\s]*$/.test(condition.replace(/partner_id = (?:\(InitPlan \d+\)\.col\d+|[^\s()]+)|\bAND\b/g, ''));
}

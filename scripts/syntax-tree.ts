import { parseAst } from 'vitest/node';

/** A node of the syntax tree that ESTree describes, with its extension for TypeScript. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/**
 * The syntax tree of a file, by the parser that vitest runs on.
 * @param path decides between TypeScript and TSX
 * @throws when the code cannot be parsed
 */
export function parse(path: string, code: string): Node {
  return parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node;
}

/** Calls back for a node and all that is in it, from the outside in. `ancestors`: the nodes around, nearest last. */
export function visit(
  node: Node,
  callback: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void {
  callback(node, ancestors);
  const around = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, callback, around);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

/** The line on which a node begins, counted from 1. */
export function lineOf(code: string, { start }: Node): number {
  return code.slice(0, start).split('\n').length;
}

/** The name of an identifier, or the text of a string. */
export function keyOf(node: unknown): unknown {
  return isNode(node) ? (node.name ?? node.value) : undefined;
}

import { parseAst } from 'vitest/node';

/** What a source file takes from elsewhere. */
export type Reference =
  | { readonly kind: 'import'; readonly line: number; readonly specifier: string }
  | { readonly kind: 'environment'; readonly line: number };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/**
 * Finds imports and re-exports (static, dynamic, of types, and by `new URL('…', import.meta.url)`, which is how worker
 * threads are named) and uses of `process.env`. The parser is the one that vitest runs on.
 * @param path decides between TypeScript and TSX
 * @throws when the code cannot be parsed
 */
export function findReferences(path: string, code: string): Reference[] {
  const program = parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node;
  const references: Reference[] = [];
  visit(program, (node) => {
    const found = referenceAt(node);
    if (found !== undefined) references.push({ ...found, line: code.slice(0, node.start).split('\n').length });
  });
  return references;
}

function visit(node: Node, callback: (node: Node) => void): void {
  callback(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, callback);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

type UnplacedReference = { kind: 'import'; specifier: string } | { kind: 'environment' };

function referenceAt(node: Node): UnplacedReference | undefined {
  if (readsEnvironment(node)) return { kind: 'environment' };
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
    case 'ImportExpression':
      return importOf(node.source);
    case 'NewExpression':
      return (node.callee as Node).name === 'URL' ? moduleUrl(node.arguments as Node[]) : undefined;
    default:
      return undefined;
  }
}

function importOf(source: unknown): UnplacedReference | undefined {
  const specifier = isNode(source) ? source.value : undefined;
  return typeof specifier === 'string' ? { kind: 'import', specifier } : undefined;
}

/** `new URL('./thread.ts', import.meta.url)`; data files and other addresses are no imports. */
function moduleUrl([target, base]: readonly Node[]): UnplacedReference | undefined {
  const isRelative = isNode(base?.object) && base.object.type === 'MetaProperty';
  return isRelative && /\.[cm]?[jt]sx?$/.test(String(target?.value)) ? importOf(target) : undefined;
}

/** `process.env`, `globalThis.process.env`, `const { env } = process` and `import { env } from 'node:process'`. */
function readsEnvironment(node: Node): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return keyOf(node.property) === 'env' && isProcess(node.object);
    case 'VariableDeclarator':
      return isProcess(node.init) && takesEnvironment((node.id as Node).properties, 'key');
    case 'ImportDeclaration':
      return (
        /^(node:)?process$/.test(String((node.source as Node).value)) && takesEnvironment(node.specifiers, 'imported')
      );
    default:
      return false;
  }
}

function isProcess(node: unknown): boolean {
  if (!isNode(node)) return false;
  return node.type === 'MemberExpression' ? keyOf(node.property) === 'process' : node.name === 'process';
}

function takesEnvironment(parts: unknown, key: 'key' | 'imported'): boolean {
  return Array.isArray(parts) && parts.some((part: Node) => keyOf(part[key]) === 'env');
}

/** The name of an identifier, or the text of a string. */
function keyOf(node: unknown): unknown {
  return isNode(node) ? (node.name ?? node.value) : undefined;
}

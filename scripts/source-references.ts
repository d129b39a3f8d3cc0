import { isNode, keyOf, lineOf, type Node, parse, visit } from './syntax-tree.ts';

/** What a source file takes from elsewhere. */
export type Reference =
  | { readonly kind: 'import' | 'thread'; readonly line: number; readonly specifier: string }
  | { readonly kind: 'environment'; readonly line: number };

/**
 * Finds imports and re-exports (static, dynamic and of types), files named by `new URL('…', import.meta.url)`, which is how
 * threads are started, and uses of `process.env`.
 * @param path decides between TypeScript and TSX
 * @throws when the code cannot be parsed
 */
export function findReferences(path: string, code: string): readonly Reference[] {
  const key = `${path}\n${code}`;
  const references = found.get(key) ?? parseReferences(path, code);
  found.set(key, references);
  return references;
}

/** Several checks ask for the references of one file, and parsing is what takes their time. */
const found = new Map<string, readonly Reference[]>();

function parseReferences(path: string, code: string): Reference[] {
  const references: Reference[] = [];
  visit(parse(path, code), (node) => {
    const reference = referenceAt(node);
    if (reference !== undefined) references.push({ ...reference, line: lineOf(code, node) });
  });
  return references;
}

type UnplacedReference = { kind: 'import' | 'thread'; specifier: string } | { kind: 'environment' };

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

/** `new URL('./thread.ts', import.meta.url)`; data files and other addresses are no threads. */
function moduleUrl([target, base]: readonly Node[]): UnplacedReference | undefined {
  const isRelative = isNode(base?.object) && base.object.type === 'MetaProperty';
  const specifier = String(target?.value);
  return isRelative && /\.[cm]?[jt]sx?$/.test(specifier) ? { kind: 'thread', specifier } : undefined;
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

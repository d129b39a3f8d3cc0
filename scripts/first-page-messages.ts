import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../portal/src/main.tsx');
const typeImports = /^import type [^;]*;$/gm;
/** What a file imports of ours, at once or later; of a page that comes later, also whether its texts come with the first page. */
const imports =
  /(lazyRouteComponent\(\s*\(\) => )?(?:from |import |import\()'(\.[^']+\.tsx?)'(?:\),\s*'\w+'(,\s*'first'))?/g;
const keys = /['"`]((?:portal|problem|leak)\.[\w.-]*)/g;

/** Sources of the first page, of the frame around it, and of what opens above it, by their paths. */
function firstSources(path = program, known = new Map<string, string>()): ReadonlyMap<string, string> {
  if (known.has(path)) return known;
  const source = readFileSync(path, 'utf8').replaceAll(typeImports, '');
  known.set(path, source);
  for (const [, later, imported, first] of source.matchAll(imports))
    if (later === undefined || first !== undefined) firstSources(join(path, '..', imported!), known);
  return known;
}

/**
 * Tells whether a customer's first page needs a text, which is so if one of its sources names it, or how its key begins. Other pages bring
 * what they need besides (portal/src/lazy-route-component.ts).
 */
export function firstPageMessages(): (key: string) => boolean {
  const named = [...firstSources().values()].flatMap((source) => [...source.matchAll(keys)].map(([, key]) => key!));
  const whole = new Set(named);
  const beginnings = named.filter((key) => /[.-]$/.test(key));
  return (key) => whole.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
}

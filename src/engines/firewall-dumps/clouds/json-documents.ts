import { DumpUnreadable } from '../dump-unreadable.ts';
import { endOfJson, isObject, type JsonObject } from '../json-text.ts';

/**
 * Every object in the JSON documents of a paste, that in their lists included; between documents may be prompts and other lines.
 * @param lists fields whose objects count by themselves: `SecurityGroups`
 * @throws DumpTooLarge; DumpUnreadable when a document breaks off, or is no JSON
 */
export function jsonObjects(text: string, lists: ReadonlySet<string>): JsonObject[] {
  const found: JsonObject[] = [];
  const open: unknown[] = documentsIn(text).reverse();
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...value.toReversed());
    if (!isObject(value)) continue;
    found.push(value);
    for (const [name, item] of Object.entries(value).reverse()) if (lists.has(name)) open.push(item);
  }
  return found;
}

/** Prompts begin with a bracket, too: `[root@host ~]#`. */
const beginning = /^[ \t]*(?:\{\s*["}]|\[\s*[[{\]"])/m;

function documentsIn(text: string): unknown[] {
  const documents: unknown[] = [];
  for (let at = 0; ; ) {
    const offset = text.slice(at).search(beginning);
    if (offset < 0) return documents;
    const start = at + offset + text.slice(at + offset).search(/[{[]/);
    const end = endOfJson(text, start);
    if (end === null) throw new DumpUnreadable('Its JSON breaks off before its end: paste all of it.');
    documents.push(parse(text, start, end));
    at = end;
  }
}

function parse(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch (error) {
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? [];
    const line = text.slice(0, start + Number(position ?? 0)).split('\n').length;
    throw new DumpUnreadable(`Its JSON is not well-formed in line ${line}: paste it as the command prints it.`);
  }
}

import { DumpTooLarge } from './budget.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What must be a list: null and other things are an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** Firewalls nest what they print, and come to about fifteen. */
const maxDepth = 100;

/**
 * Where the object or list that begins at `start` ends: the index behind it. Null: the text ends before.
 * @throws DumpTooLarge when it is nested deeper than any firewall's
 */
export function endOfJson(text: string, start: number): number | null {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i + 1);
    else if (code === brace || code === bracket) depth += 1;
    else if (code === closingBrace || code === closingBracket) depth -= 1;
    if (depth > maxDepth) throw new DumpTooLarge(`its JSON is nested more than ${maxDepth} levels deep`);
    if (depth === 0) return i + 1;
  }
  return null;
}

const [quote, backslash, bracket, closingBracket, brace, closingBrace] = [34, 92, 91, 93, 123, 125];

/** Index of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === quote) break;
    if (code === backslash) i += 1;
  }
  return i;
}

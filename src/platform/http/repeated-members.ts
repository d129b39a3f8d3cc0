interface Level {
  /** Of an object its member that is being read, of an array the position. */
  at: string | number;
  /** Of an object: which of the names it has so far. Null: an array. */
  readonly seen: Set<string> | null;
  expectsName: boolean;
}

/**
 * Where a JSON text names a member of one object twice: of these `JSON.parse` keeps the last without a word.
 * @param text well-formed JSON
 * @param names those that are looked for
 * @returns the path to each, once, as texts: `['services', '3', 'client_id']`
 */
export function repeatedMembers(text: string, names: ReadonlySet<string>): string[][] {
  if (!canRepeat(text, names)) return [];
  const found = new Map<string, string[]>();
  const levels: Level[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const level = levels.at(-1);
    switch (text[index]) {
      case '{':
        levels.push({ at: '', seen: new Set(), expectsName: true });
        break;
      case '[':
        levels.push({ at: 0, seen: null, expectsName: false });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (typeof level!.at === 'number') level!.at += 1;
        else level!.expectsName = true;
        break;
      case '"': {
        const end = endOfText(text, index);
        if (level?.expectsName) {
          const name = textOf(text.slice(index, end + 1));
          level.at = name;
          level.expectsName = false;
          const path = levels.map(({ at }) => String(at));
          if (names.has(name) && level.seen!.has(name)) found.set(path.join('\0'), path);
          if (names.has(name)) level.seen!.add(name);
        }
        index = end;
        break;
      }
    }
  }
  return [...found.values()];
}

/** Most texts have each name once, which is seen without reading them; an escape can spell any name. */
function canRepeat(text: string, names: ReadonlySet<string>): boolean {
  if (text.includes(String.raw`\u`)) return true;
  for (const name of names) if (text.indexOf(name) !== text.lastIndexOf(name)) return true;
  return false;
}

function endOfText(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

function textOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listImports } from './floor-rules.ts';
import { listSourceFiles, roomOf } from './source-files.ts';
import { isNode, keyOf, lineOf, type Node, parse } from './syntax-tree.ts';

/** What docs/vocabulary.md says of names. */
export interface Vocabulary {
  /** Words that no exported name has, with what is said instead. */
  readonly avoided: ReadonlyMap<string, string>;
  /** Names that stand for two things for a reason. */
  readonly shared: ReadonlySet<string>;
}

/** Reads the page's two tables: `| word | what it is | not |`, and `| name | why it stands for two things |`, whose names are code. */
export function readVocabulary(markdown: string): Vocabulary {
  const rows = markdown.split('\n').map((line) => line.split('|').slice(1, -1));
  const words = rows.filter((cells) => cells.length === 3 && !/^ (word|---)/.test(cells[0]!));
  return {
    avoided: new Map(
      words.flatMap(([word = '', , not = '']) =>
        [...not.matchAll(/[a-z]+/g)].map(([avoided]) => [avoided, word.trim()] as const),
      ),
    ),
    shared: new Set(rows.flatMap((cells) => (cells.length === 2 ? (/`(\w+)`/.exec(cells[0]!)?.[1] ?? []) : []))),
  };
}

interface ExportedName {
  readonly name: string;
  /** From src/. */
  readonly path: string;
  readonly line: number;
}

/**
 * Exported names in `<repository>/src` that the vocabulary avoids, or that stand for two things. A name of an engine that nobody
 * imports from outside is the engine's own word: engines do not know one another.
 * @returns a sentence each, which begins with `file:line`
 */
export function findNameViolations(repository: string, { avoided, shared }: Vocabulary): string[] {
  const names = listSourceFiles(repository).flatMap((path) =>
    exportedNames(path, readFileSync(join(repository, 'src', path), 'utf8')),
  );
  const entrances = findEntrances(repository);
  const known = Map.groupBy(names, ({ name, path }) => {
    const isOwnWord = path.startsWith('engines/') && !entrances.has(path);
    return isOwnWord ? `${roomOf(path)} ${name}` : name;
  });
  const twice = [...known.values()].filter((places) => new Set(places.map(({ path }) => path)).size > 1);
  const found = new Set(twice.map(([first]) => first!.name));
  return [
    ...names.flatMap(({ name, path, line }) =>
      wordsOf(name).flatMap((word) =>
        avoided.has(word) ? [`src/${path}:${line} ${name}: we say ${avoided.get(word)}, not ${word}`] : [],
      ),
    ),
    ...twice.flatMap((places) => {
      const [{ name, path, line }, ...others] = places as [ExportedName, ...ExportedName[]];
      if (shared.has(name)) return [];
      return [
        `src/${path}:${line} ${name} is another thing in ${others.map((other) => `src/${other.path}`).join(', ')}`,
      ];
    }),
    ...[...shared].flatMap((name) =>
      found.has(name) ? [] : [`docs/vocabulary.md:1 ${name} stands for one thing: strike its reason`],
    ),
  ];
}

function exportedNames(path: string, code: string): ExportedName[] {
  return (parse(path, code).body as Node[]).flatMap((statement) => {
    const { declaration } = statement;
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    const declared = (declaration.declarations as Node[] | undefined) ?? [declaration];
    const line = lineOf(code, statement);
    // Overloads are one name.
    return declared.flatMap(({ id }) =>
      typeof keyOf(id) === 'string' ? [{ name: String(keyOf(id)), path, line }] : [],
    );
  });
}

/** The files of src/ that another room imports, as paths from there. */
function findEntrances(repository: string): Set<string> {
  const edges = [...listImports(repository, 'src/')].map((edge) =>
    edge.split(' → ').map((path) => path.slice('src/'.length)),
  );
  return new Set(edges.flatMap(([from, to]) => (roomOf(from!) === roomOf(to!) ? [] : [to!])));
}

/** `AlertKindId` → alert, kind, id. */
function wordsOf(name: string): string[] {
  return [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase());
}

import { sql } from 'kysely';
import type { SharedDatabase } from '../../core/operation/partner-database.ts';

/** What names look like: a hundred of those that the index of the search holds, evenly spread. Null: too few are known. */
export type NameSample = readonly string[] | null;

/** PostgreSQL keeps a hundred once a table has some hundred rows. */
const leastNames = 50;
const rereadMs = 600_000;
const samples = new WeakMap<SharedDatabase, { readonly readMs: number; readonly names: NameSample }>();

/**
 * From the statistics that PostgreSQL keeps of the index, whosever the names are: they only tell what is common, and nobody sees them. Read
 * every ten minutes.
 */
export async function nameSample(db: SharedDatabase): Promise<NameSample> {
  const known = samples.get(db);
  if (known && performance.now() - known.readMs < rereadMs) return known.names;
  const { rows } = await sql<{ names: string[] | null }>`
    SELECT histogram_bounds::text::text[] AS names FROM pg_stats
    WHERE schemaname = 'public' AND tablename = 'endpoints_search'`.execute(db);
  const found = rows[0]?.names ?? [];
  const names = found.length < leastNames ? null : found;
  samples.set(db, { readMs: performance.now(), names });
  return names;
}

/**
 * The word of a search that fewest names have, with what stands around it. An index of trigrams looks up all of a text's: of a
 * rare text among a million names it reads twenty times as much as for its rarest word, for it has to look for each common trigram at each
 * place of the rare ones.
 * @returns undefined when the search is one word, or no word of it is rare, or nothing is known of the names
 */
export function rarestPiece(search: string, sample: NameSample): string | undefined {
  if (sample === null) return undefined;
  const pieces = piecesOf(search);
  if (pieces.length < 2) return undefined;
  const rare = pieces.filter((piece) => !sample.some((name) => name.includes(piece.toLowerCase())));
  return rare.reduce<string | undefined>(
    (longest, piece) => (piece.length > (longest?.length ?? 0) ? piece : longest),
    undefined,
  );
}

/**
 * Words of ASCII letters and digits that have trigrams of their own, with the character before and behind them, which says where they end.
 * What is lower case of other letters can depend on what stands around them.
 */
function piecesOf(text: string): string[] {
  return [...text.matchAll(/[a-z0-9]+/gi)].flatMap(({ 0: word, index }) => {
    const isAscii = (at: number) => text.charCodeAt(at) < 128;
    const start = index - (isAscii(index - 1) ? 1 : 0);
    const end = index + word.length + (isAscii(index + word.length) ? 1 : 0);
    const isWhole = end - start === word.length + 2;
    return word.length < (isWhole ? 2 : 3) ? [] : [text.slice(start, end)];
  });
}

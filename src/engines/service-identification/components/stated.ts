import { printableText } from '../printable.ts';
import type { HttpResponse } from '../recognisers/http-response.ts';

/** Where an answer of the web says what it was made by: headers, and `<meta name="generator">`. */
export const statementPlaces = ['server', 'x-powered-by', 'x-generator', 'generator'] as const;
export type StatementPlace = (typeof statementPlaces)[number];

/** What was said at each place, word for word; where a place said several things, each on a line of its own. */
export type Stated = Readonly<Partial<Record<StatementPlace, string>>>;

const maxStatements = 8;
const maxLength = 120;

/** What an answer states. Undefined when it states nothing: then nothing is kept. */
export function statedBy(response: HttpResponse): Stated | undefined {
  const found = statementPlaces
    .flatMap((place) => statements(response, place).map((text) => ({ place, text: bounded(text) })))
    .filter((statement): statement is { place: StatementPlace; text: string } => statement.text !== null)
    .slice(0, maxStatements);
  if (found.length === 0) return undefined;
  const byPlace = Map.groupBy(found, ({ place }) => place);
  return Object.fromEntries([...byPlace].map(([place, texts]) => [place, texts.map(({ text }) => text).join('\n')]));
}

function statements(response: HttpResponse, place: StatementPlace): readonly string[] {
  if (place === 'generator') return generatorsIn(response.body);
  const said = response.headerLines.filter(([name]) => name === place).map(([, value]) => value);
  return place === 'x-generator' ? said.map(withoutAdvertisement) : said;
}

/** Whole words only: half a version would be another one. */
function bounded(text: string): string | null {
  const clean = printableText(text, maxLength + 1);
  if (clean === null || clean.length <= maxLength) return clean;
  const end = clean.lastIndexOf(' ', maxLength);
  return end > 0 ? clean.slice(0, end) : null;
}

function generatorsIn(body: string): string[] {
  return [...body.matchAll(/<meta\b[^>]{1,600}>/gi)]
    .filter(([tag]) => /\bname\s{0,5}=\s{0,5}["']?generator\b/i.test(tag))
    .map(([tag]) => /\bcontent\s{0,5}=\s{0,5}(?:"([^"]{1,400})"|'([^']{1,400})')/i.exec(tag))
    .map((content) => withoutAdvertisement(content?.[1] ?? content?.[2] ?? ''));
}

/** `Joomla! - Open Source Content Management`, `Drupal 9 (https://…)`, `Elementor 3.15.3; features: …` */
function withoutAdvertisement(text: string): string {
  return text.split(/\s[-–|]\s|[;(|]/, 1)[0]!;
}

/** The drawing at the head of docs/architecture.md, from the folders of src/ and their imports. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listImports } from './floor-rules.ts';

/** What each folder of src/ is, in the order in which boxes of one row stand. */
const purposes: Readonly<Record<string, string>> = {
  'main.ts': 'the program',
  commands: 'the command line, serve and its processes, doctor',
  service: 'starts the API, workers and loops of one process',
  wiring: 'every operation, effect, kind of alert and sink, by name',
  reporting: 'what is on record, across all',
  notifications: 'who is told of what',
  installation: 'environment, database, secret keys, backups',
  monitoring: 'what is looked at, what was seen, the alerts about it',
  resources: 'what a customer has monitored: life cycle and paid places',
  identity: 'who may call and sign in',
  accounts: 'customers and what they pay for',
  core: 'what every operation stands on',
  engines: 'hard and pure: no database, no HTTP, no partner',
  platform: 'technical: HTTP, database, jobs, telemetry',
  common: 'what engines and platform share',
};

export interface Box {
  readonly name: string;
  /** Its folders. */
  readonly rooms: readonly string[];
  /** What it imports, without what these import already. */
  readonly arrows: readonly string[];
}

/** What stands in `<repository>/src`, tests apart. */
export function boxesOf(repository: string): Box[] {
  const imported = new Map<string, Set<string>>();
  for (const edge of listImports(repository, 'src')) {
    const [from, to] = edge.split(' → ').map((path) => /^src\/([^/]+)/.exec(path)?.[1]);
    if (from === undefined || to === undefined || from === to) continue;
    imported.set(from, (imported.get(from) ?? new Set()).add(to));
  }
  const below = (name: string): string[] => [...(imported.get(name) ?? [])].flatMap((next) => [next, ...below(next)]);
  return readdirSync(join(repository, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name === 'main.ts')
    .map(({ name }) => {
      const direct = [...(imported.get(name) ?? [])];
      return {
        name,
        rooms: roomsOf(join(repository, 'src', name)),
        arrows: direct.filter((target) => !direct.some((other) => below(other).includes(target))).sort(),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function roomsOf(path: string): string[] {
  if (path.endsWith('.ts')) return [];
  const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .filter((name) => name !== 'testing')
    .sort();
}

const [widthPx, sidePx, gapPx, lineHeightPx, paddingPx, letterPx] = [860, 210, 22, 16, 8, 5.9];
const mainPx = widthPx - sidePx - 2 * gapPx;

interface PlacedBox extends Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

/**
 * An SVG of the boxes, each above what it imports. A box whose arrows all lead past a row stands beside the others.
 * @throws Error for a box without a purpose
 */
export function drawHouse(boxes: readonly Box[]): string {
  const order = Object.keys(purposes);
  const unknown = boxes.find(({ name }) => !order.includes(name));
  if (unknown) throw new Error(`scripts/house-drawing.ts does not say what src/${unknown.name} is for`);
  const byName = new Map(boxes.map((box) => [box.name, box]));
  const depth = (name: string): number =>
    1 + Math.max(-1, ...boxes.filter(({ arrows }) => arrows.includes(name)).map((box) => depth(box.name)));
  const isBeside = ({ name, arrows }: Box) =>
    arrows.length > 0 && arrows.every((target) => depth(target) > depth(name) + 1);

  const placed = new Map<string, PlacedBox>();
  let y = paddingPx;
  for (let row = 0; row <= Math.max(...boxes.map(({ name }) => depth(name))); row += 1) {
    const inRow = order.flatMap((name) => byName.get(name) ?? []).filter(({ name }) => depth(name) === row);
    const inside = inRow.filter((box) => !isBeside(box));
    const width = (mainPx - gapPx * (inside.length - 1)) / inside.length;
    const boxesOfRow = [
      ...inside.map((box, index) => place(box, paddingPx + index * (width + gapPx), y, width)),
      ...inRow.filter(isBeside).map((box) => place(box, paddingPx + mainPx + gapPx, y, sidePx)),
    ];
    const height = Math.max(...boxesOfRow.map((box) => box.height));
    for (const box of boxesOfRow) placed.set(box.name, { ...box, height });
    y += height + gapPx;
  }
  const all = [...placed.values()];
  const arrows = all.flatMap((from) => from.arrows.map((target) => arrow(from, placed.get(target)!)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${y - gapPx + paddingPx}" width="${widthPx}" font-family="Helvetica, Arial, sans-serif" font-size="12">
<title>The folders of src/, each above what it imports</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>
<rect width="100%" height="100%" rx="8" fill="#ffffff"/>
${arrows.join('\n')}
${all.map(drawBox).join('\n')}
</svg>
`;
}

function place(box: Box, x: number, y: number, width: number): PlacedBox {
  const lines = [...wrap(purposes[box.name]!, width), ...wrap(box.rooms.join('\u00a0· '), width)];
  return { ...box, x, y, width, lines, height: (lines.length + 1) * lineHeightPx + 2 * paddingPx };
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length * letterPx < width - 2 * paddingPx) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawBox({ name, x, y, width, height, lines }: PlacedBox): string {
  const words = lines.map(
    (line, index) =>
      `<text x="${x + paddingPx}" y="${y + paddingPx + (index + 2) * lineHeightPx - 5}" fill="#424a53">${line}</text>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#f6f8fa" stroke="#8c959f"/>
<text x="${x + paddingPx}" y="${y + paddingPx + lineHeightPx - 5}" font-size="13" font-weight="bold" fill="#1f2328">${name}</text>
${words.join('\n')}`;
}

/** Straight down where one stands above the other; else out of the side of the one, or into that of the other. */
function arrow(from: PlacedBox, to: PlacedBox): string {
  const [left, right] = [Math.max(from.x, to.x), Math.min(from.x + from.width, to.x + to.width)];
  const path =
    left < right
      ? `M${(left + right) / 2} ${from.y + from.height}V${to.y}`
      : from.x < to.x
        ? `M${from.x + from.width} ${from.y + from.height / 2}H${to.x + to.width / 2}V${to.y}`
        : `M${from.x + from.width / 2} ${from.y + from.height}V${to.y + to.height / 2}H${to.x + to.width}`;
  return `<path d="${path}" fill="none" stroke="#57606a" stroke-width="1.5" marker-end="url(#tip)"/>`;
}

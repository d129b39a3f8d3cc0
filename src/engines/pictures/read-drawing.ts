/**
 * Drawings (SVG) as logos are: shapes, text, gradients and masks. What is not on the lists here is refused, above all what runs, what
 * loads, pictures of pixels within, filters, patterns and markers; and what unfolds to more elements than a drawing needs.
 */

/** What a drawing comes to when each reference is followed. */
const maxElements = 10_000;
/** Elements within one another, and references that lead to references. */
const maxDepth = 100;

const elements = new Set(
  [
    'svg g defs symbol use title desc metadata style switch',
    'path rect circle ellipse line polyline polygon text tspan',
    'linearGradient radialGradient stop clipPath mask',
  ].flatMap((names) => names.split(' ')),
);
const geometry = [
  'x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points dx dy rotate textLength lengthAdjust pathLength offset',
  'viewBox preserveAspectRatio transform transform-origin gradientUnits gradientTransform spreadMethod',
  'clipPathUnits maskUnits maskContentUnits mask-type href xlink:href xlink:type',
];
const looks = [
  'fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit',
  'stroke-opacity stroke-width stroke-alignment opacity color color-interpolation color-rendering solid-color solid-opacity display',
  'visibility overflow clip clip-path clip-rule mask stop-color stop-opacity paint-order shape-rendering text-rendering image-rendering',
  'text-anchor text-align text-decoration font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight',
  'letter-spacing word-spacing line-height kerning dominant-baseline alignment-baseline baseline-shift writing-mode direction',
  'unicode-bidi vector-effect mix-blend-mode isolation enable-background color-interpolation-filters',
];
const general = [
  'id class style lang xml:lang xml:space xml:id version baseProfile role type media title tabindex focusable',
];
const attributes = new Set([...geometry, ...looks, ...general].flatMap((names) => names.split(' ')));

const svgNamespace = 'http://www.w3.org/2000/svg';
const linkNamespace = 'http://www.w3.org/1999/xlink';
/** What drawing programs note for themselves, and licences: nobody draws it. */
const noteNamespaces =
  /^(?:https?:\/\/(?:www\.)?(?:inkscape\.org|sodipodi\.sourceforge\.net|creativecommons\.org|web\.resource\.org\/cc|purl\.org\/dc|bohemiancoding\.com|serif\.com|vectornator\.io|figma\.com|ns\.adobe\.com|boxy-svg\.com)\/|http:\/\/ns\.adobe\.com\/|http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#$)/;

const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const attribute = String.raw`\s+(${name})\s*=\s*("[^"<]*"|'[^'<]*')`;
const tokens = {
  comment: /<!--(?:(?!--)[\s\S])*-->/y,
  declaration: /<\?xml\s(?:(?!\?>)[\s\S])*\?>/y,
  // Without definitions of its own: those are entities.
  documentType: /<!DOCTYPE svg[^>[]*>/y,
  data: /<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/y,
  end: new RegExp(`</(${name})\\s*>`, 'y'),
  start: new RegExp(`<(${name})((?:${attribute.replaceAll(/\((?!\?)/g, '(?:')})*)\\s*(/?)>`, 'y'),
  text: /[^<]+/y,
} as const;
const attributePattern = new RegExp(attribute, 'g');

const encodings = /encoding\s*=\s*["'](?!(?:utf-?8|us-ascii|iso-8859-1)["'])/i;
const strangeReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
/** In styles: what loads, hides what it says, or draws by another way. */
const strangeStyle =
  /[\\<]|@(?!media\b)|\/\*|(?:image|element|paint|expression|attr)\s*\(|(?:filter|marker[a-z-]*|cursor|content|behavior)\s*:\s*(?!none\b)/i;
const reference = /url\(\s*['"]?([^)'"]*)['"]?\s*\)/gi;
const beginning = /^\uFEFF?\s*(?:(?:<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE svg[^>[]*>)\s*)*<svg[\s>]/;

interface Element {
  readonly name: string;
  readonly children: Element[];
  /** Ids. */
  readonly refersTo: string[];
  readonly isGradient: boolean;
}

/** Whether it begins as a drawing does. Whether it is one that may be shown, says faultOfDrawing. */
export function isDrawing(bytes: Buffer): boolean {
  return beginning.test(bytes.toString('utf8'));
}

/**
 * Why a drawing is none that may be shown: the end of a sentence that begins with its field.
 * @returns null for one that may
 */
export function faultOfDrawing(bytes: Buffer): string | null {
  try {
    new DrawingReader(bytes.toString('utf8')).read();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

class Fault extends Error {}

function refuse(what: string): never {
  throw new Fault(what);
}

const notWellFormed = 'must be a well-formed SVG drawing';
const tooManyElements = `must have at most ${maxElements} elements with all that it repeats, and ${maxDepth} within one another`;
const leadsOutside = 'must not refer to anything outside of itself';

class DrawingReader {
  readonly #text: string;
  readonly #ids = new Map<string, Element>();
  readonly #open: Element[] = [];
  /** What style sheets refer to: it may count for any element. */
  readonly #fromStyles: string[] = [];
  #root: Element | null = null;
  /** Of what drawing programs note. */
  #prefixes: ReadonlySet<string> = new Set();
  #count = 0;

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '').trim();
  }

  read(): void {
    for (let at = 0; at < this.#text.length; ) at = this.#readToken(at);
    if (this.#root === null || this.#open.length > 0) refuse(notWellFormed);
    for (const id of this.#fromStyles)
      if (this.#ids.get(id)?.isGradient === false)
        refuse('must not refer to masks in style sheets, only in attributes');
    if (unfolded(this.#root, this.#ids) > maxElements) refuse(tooManyElements);
  }

  #readToken(at: number): number {
    const match = (token: RegExp) => {
      token.lastIndex = at;
      return token.exec(this.#text);
    };
    const inside = this.#open.at(-1);
    let found = match(tokens.text);
    if (found) {
      if (strangeReference.test(found[0])) refuse('must not use entities');
      if (inside?.name === 'style') this.#readStyles(decoded(found[0]));
      else if (!inside && found[0].trim() !== '') refuse(notWellFormed);
      return at + found[0].length;
    }
    found = match(tokens.comment);
    if (found) return at + found[0].length;
    found = match(tokens.end);
    if (found) {
      if (inside?.name !== found[1]) refuse(notWellFormed);
      this.#open.pop();
      return at + found[0].length;
    }
    found = match(tokens.start);
    if (found) {
      this.#readStart(found[1]!, found[2]!, found[3] === '/');
      return at + found[0].length;
    }
    found = match(tokens.data);
    if (found) {
      if (inside?.name !== 'style') refuse(notWellFormed);
      this.#readStyles(found[1]!);
      return at + found[0].length;
    }
    found = this.#root === null ? (match(tokens.declaration) ?? match(tokens.documentType)) : null;
    if (found === null) refuse(notWellFormed);
    if (encodings.test(found[0])) refuse('must be written in UTF-8');
    return at + found[0].length;
  }

  #readStyles(styles: string): void {
    if (strangeStyle.test(styles)) refuse('must have no style sheet that loads, filters or hides anything');
    this.#fromStyles.push(...referencesIn(styles));
  }

  #readStart(tag: string, written: string, isEmpty: boolean): void {
    const given = [...written.matchAll(attributePattern)].map(
      ([, key, value]) => [key!, decoded(value!.slice(1, -1))] as const,
    );
    if (this.#root === null) this.#prefixes = prefixesOf(given);
    else if (this.#open.length === 0) refuse(notWellFormed);
    const [prefix] = tag.includes(':') ? tag.split(':') : [null];
    const isNote = prefix !== null && this.#prefixes.has(prefix!);
    const shown = tag.replace(/^svg:/, '');
    if (!isNote && (!elements.has(shown) || (this.#root === null && tag !== 'svg')))
      refuse(`must not have the element ${tag.slice(0, 40)}: shapes, text, gradients and masks only`);
    this.#count += 1;
    if (this.#count > maxElements || this.#open.length > maxDepth) refuse(tooManyElements);
    const element: Element = { name: tag, children: [], refersTo: [], isGradient: shown.endsWith('Gradient') };
    for (const [key, value] of given) this.#readAttribute(element, key, value, isNote);
    this.#root ??= element;
    this.#open.at(-1)?.children.push(element);
    if (!isEmpty) this.#open.push(element);
  }

  #readAttribute(element: Element, key: string, value: string, isNote: boolean): void {
    if (/^xmlns(?::|$)/.test(key)) {
      if (
        this.#root !== null &&
        !(key === 'xmlns' && value === svgNamespace) &&
        !(key === 'xmlns:xlink' && value === linkNamespace)
      )
        refuse('must declare its namespaces at its beginning');
      return;
    }
    const [prefix] = key.split(':');
    if (key.includes(':') && this.#prefixes.has(prefix!)) return;
    if (isNote && !/^on/i.test(key)) return;
    if (!attributes.has(key) && !/^(?:aria|data)-[\w.-]+$/.test(key))
      refuse(`must not have the attribute ${key.slice(0, 40)}`);
    if (key === 'id') {
      if (this.#ids.has(value)) refuse('must not give two elements the same id');
      this.#ids.set(value, element);
    } else if (key === 'href' || key === 'xlink:href') {
      if (!value.startsWith('#')) refuse(leadsOutside);
      element.refersTo.push(value.slice(1));
    } else {
      if (key === 'style' && strangeStyle.test(value))
        refuse('must have no style that loads, filters or hides anything');
      if (/javascript:/i.test(value)) refuse('must not run anything');
      element.refersTo.push(...referencesIn(value));
    }
  }
}

/** Of notes, as the root declares them. */
function prefixesOf(given: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const prefixes = new Set<string>();
  if (new Map(given).get('xmlns') !== svgNamespace) refuse(`must begin with an svg element of xmlns="${svgNamespace}"`);
  for (const [key, value] of given) {
    if (!key.startsWith('xmlns:')) continue;
    const prefix = key.slice('xmlns:'.length);
    if (value === svgNamespace && prefix === 'svg') continue;
    if (value === linkNamespace && prefix === 'xlink') continue;
    if (!noteNamespaces.test(value) || ['svg', 'xlink', 'xml'].includes(prefix))
      refuse(`must not use the namespace ${value.slice(0, 80)}`);
    prefixes.add(prefix);
  }
  return prefixes;
}

function decoded(text: string): string {
  if (strangeReference.test(text)) refuse('must not use entities');
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_all, hex?: string, decimal?: string, word?: string) => {
    if (word !== undefined) return named[word.toLowerCase()]!;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10_ffff) refuse(notWellFormed);
    return String.fromCodePoint(code);
  });
}

/** Ids. */
function referencesIn(value: string): string[] {
  const found = [...value.matchAll(reference)].map(([, target]) => target!.trim());
  if (found.length === 0 && /url\s*\(/i.test(value)) refuse(leadsOutside);
  if (found.some((target) => !target.startsWith('#'))) refuse(leadsOutside);
  return found.map((target) => target.slice(1));
}

/** How many elements are drawn when each reference stands for what it refers to. */
function unfolded(root: Element, ids: ReadonlyMap<string, Element>): number {
  const counts = new Map<Element, number | 'being counted'>();
  const countOf = (element: Element, depth: number): number => {
    if (depth > maxDepth) refuse(tooManyElements);
    const known = counts.get(element);
    if (known === 'being counted') refuse('must not refer to what refers to it');
    if (known !== undefined) return known;
    counts.set(element, 'being counted');
    let count = 1;
    for (const child of element.children) count += countOf(child, depth + 1);
    for (const id of element.refersTo) {
      const target = ids.get(id);
      if (target) count += countOf(target, depth + 1);
    }
    counts.set(element, count);
    return count;
  };
  return countOf(root, 1);
}

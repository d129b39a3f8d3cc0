import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { codeFigure, exampleGroup, isExampleLanguage } from './code.ts';
import { addressOf, markdownAddressOf, pageSources } from './pages.ts';

const slugsByFile: ReadonlyMap<string, string> = new Map(pageSources.map(({ slug, file }) => [file, slug]));

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A part of a page that a search can lead to. */
export interface Passage {
  readonly heading: string;
  readonly id: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
}

type RenderState = {
  readonly file: string;
  readonly ids: Map<string, number>;
  /** How many groups of examples the page has so far. */
  groups: number;
};

const parser = new MarkdownIt({ html: false, linkify: false });

/** An example in several languages is several blocks of code with nothing between: they become one, with a tab for each. */
parser.core.ruler.push('example_groups', (state) => {
  const { tokens } = state;
  for (let start = 0; start < tokens.length; start += 1) {
    let end = start;
    while (isExample(tokens[end])) end += 1;
    const distinct = new Set(tokens.slice(start, end).map(languageOf));
    if (end - start > 1 && distinct.size === end - start) {
      const group = new state.Token('example_group', 'div', 0);
      group.children = tokens.slice(start, end);
      tokens.splice(start, end - start, group);
    } else if (end > start) start = end - 1;
  }
});

parser.renderer.rules.fence = (tokens, index) => codeFigure(blockOf(tokens[index]!));
parser.renderer.rules.code_block = (tokens, index) => codeFigure(blockOf(tokens[index]!));
parser.renderer.rules.example_group = (tokens, index, _options, env) => {
  const state = env as unknown as RenderState;
  state.groups += 1;
  return exampleGroup(`example-${state.groups}`, (tokens[index]!.children ?? []).map(blockOf));
};
// Wide tables scroll by themselves, and a keyboard has to reach what scrolls.
parser.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
parser.renderer.rules.table_close = () => '</table></div>\n';
// Columns are aligned by a style attribute, which the policy of the pages does not let through.
for (const rule of ['th_open', 'td_open'] as const)
  parser.renderer.rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index]!;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
    if (rule === 'th_open') token.attrSet('scope', 'col');
    return self.renderToken(tokens, index, options);
  };
parser.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index]!;
  const href = resolveLink(String(token.attrGet('href') ?? ''), (env as unknown as RenderState).file);
  if (href === null) token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'href');
  else token.attrSet('href', href);
  return self.renderToken(tokens, index, options);
};
parser.renderer.rules.image = (tokens, index) => {
  const { attrs, content } = tokens[index]!;
  return `<img src="${pictureAddress(String(new Map(attrs).get('src')))}" alt="${parser.utils.escapeHtml(content)}">`;
};

/**
 * Makes a page of a Markdown file. Its pictures are to stand in the site's assets.
 * @param file from the top of the repository; links are relative to it
 */
export function renderPage(file: string, text: string): RenderedPage {
  const state: RenderState = { file, ids: new Map(), groups: 0 };
  const tokens = parser.parse(withoutComments(text), state);
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const words = textOf(tokens[index + 1]!);
    const id = uniqueId(words, state.ids);
    token.attrSet('id', id);
    headings.push({ level: Number(token.tag.slice(1)), id, text: words });
  }
  return {
    title: headings[0]?.text ?? file,
    headings,
    passages: passagesOf(tokens),
    html: parser.renderer.render(tokens, parser.options, state),
  };
}

/**
 * Prose that is no page, such as what the API document says of an operation.
 * @param file from the top of the repository: links are relative to it
 */
export function renderProse(text: string, file: string): string {
  return parser.render(text, { file, ids: new Map(), groups: 0 } satisfies RenderState);
}

/** A link or picture: its words, and where it leads. */
const link = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/**
 * The Markdown of a page as the site serves it: its links lead to the Markdown of other pages.
 * @param file from the top of the repository; links are relative to it
 */
export function servedMarkdown(file: string, text: string): string {
  // What stands in blocks of code stays as it is.
  const parts = withoutComments(text).split(/(^```[\s\S]*?^```)/m);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(link, servedLink))).join('');

  function servedLink(_match: string, mark: string, words: string, href: string): string {
    if (mark === '!') return `![${words}](${pictureAddress(href)})`;
    const address = resolveLink(href, file, markdownAddressOf);
    return address === null ? words : `[${words}](${address})`;
  }
}

function pictureAddress(source: string): string {
  return `/docs/assets/${posix.basename(source)}`;
}

/** Markers of what is generated are nothing for readers. */
function withoutComments(text: string): string {
  return text.replaceAll(/^<!--.*-->\n+/gm, '');
}

/**
 * What a link of a file means on the site. @returns null where it leads to a file that is no page: the words stay, and lead nowhere
 */
function resolveLink(href: string, file: string, addressOfPage = addressOf): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const slug = slugsByFile.get(posix.normalize(posix.join(posix.dirname(file), path)));
  if (slug === undefined) return null;
  return addressOfPage(slug) + (anchor === undefined ? '' : `#${anchor}`);
}

function isExample(token: Token | undefined): boolean {
  return token?.type === 'fence' && token.level === 0 && isExampleLanguage(languageOf(token));
}

function languageOf(token: Token): string {
  return token.info.trim().split(/\s+/)[0] ?? '';
}

/** A block that is to be saved names its file behind the language. */
function fileNameOf(token: Token): string | undefined {
  return token.info.trim().split(/\s+/)[1];
}

function blockOf(token: Token) {
  return { language: languageOf(token), code: token.content, fileName: fileNameOf(token) };
}

function textOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (/^(?:text|code_inline)$/.test(type) ? content : type === 'softbreak' ? ' ' : ''))
    .join('');
}

/** As GitHub makes them, so that links into a page work in both places. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function passagesOf(tokens: readonly Token[]): Passage[] {
  const passages: { heading: string; id: string; text: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open')
      passages.push({ heading: textOf(tokens[index + 1]!), id: String(token.attrGet('id')), text: '' });
    else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open' && passages.length > 0)
      passages.at(-1)!.text += `${textOf(token)} `;
  }
  return passages;
}

import { statedBy } from '../components/stated.ts';
import { productsIn } from '../components/stated-products.ts';
import { type HttpResponse, jsonOf } from './http-response.ts';
import { type Introduced, introducedBy, introducedInJson, isName } from './introduction.ts';

const name = String.raw`[A-Za-z][A-Za-z\d+]{1,30}(?:[ ._-][A-Za-z\d+]{1,30}){0,3}`;
const version = String.raw`\d{1,5}(?:\.\d{1,5}){1,4}[\w.+~-]{0,30}`;

/**
 * Whom a web server calls itself, where it has a place for that: JSON, a header, the generator of its page, a line of text that is all
 * it has to say, a title or a footer with a version. Null when it does not say. A title alone is no such place: it may be a shop's name.
 */
export function introducedOnPage(response: HttpResponse): Introduced | null {
  return (
    introducedInJson(jsonOf(response)) ??
    inHeader(response) ??
    asGenerator(response) ??
    inPlainText(response) ??
    inTitle(response) ??
    inFooter(response)
  );
}

/** `X-Influxdb-Version: 1.8`; what the program is written with says so in the same form. */
function inHeader({ headerLines }: HttpResponse): Introduced | null {
  const [found] = headerLines.flatMap(([header, value]) => {
    const called = /^x-([a-z][a-z\d-]{2,30})-version$/.exec(header)?.[1];
    const isOther =
      called === undefined || /^(?:asp-?net\w*|php|runtime|api|app|application|protocol|client|server)$/.test(called);
    return !isOther && /^v?\d[\w.+~-]{0,49}$/.test(value) ? [{ name: called, version: value.replace(/^v/, '') }] : [];
  });
  return found ?? null;
}

/** What writes files that any server then serves, and what is drawn into a page that something else made. */
const fileWriters =
  /^(?:hugo|jekyll|pelican|eleventy|hexo|gatsby|gridsome|vuepress|vitepress|docusaurus|mkdocs|sphinx|docutils|pandoc|asciidoc\w*|doxygen|javadoc|texinfo|makeinfo|latex2html|tex4ht|(?:microsoft )?(?:word|frontpage)|libreoffice|openoffice|adobe|dreamweaver|bluefish|mobirise|wix|elementor|wpbakery|slider revolution|webflow|vscode|html tidy)/i;

/** `<meta name="generator" content="Foo 1.2">`: the first of them, the others are what was added to it. */
function asGenerator(response: HttpResponse): Introduced | null {
  const { generator, 'x-generator': inHeaders } = statedBy(response) ?? {};
  const [first] = productsIn((inHeaders ?? generator ?? '').split('\n', 1)[0]!);
  if (!first || fileWriters.test(first.name)) return null;
  return { name: first.name, version: first.version ?? undefined };
}

const isRunning = new RegExp(`^(${name}) is (?:up and )?(?:running|ready|alive|online)\\b`);

/** `Foo 1.2`, `Foo is running`: of a page of HTML it would be about something else. */
function inPlainText({ body, title }: HttpResponse): Introduced | null {
  const [line = '', ...rest] = body.trim().split(/\r?\n/, 4);
  if (title !== null || line.length > 200 || rest.length > 2 || line.includes('<')) return null;
  const running = isRunning.exec(line)?.[1];
  if (running !== undefined && isName(running)) return { name: running, version: undefined };
  const said = introducedBy(line);
  return said?.version === undefined ? null : said;
}

const versionedTitle = new RegExp(
  `^(${name}) (?:(?:[vV]|[Vv]ersion )(${version})|(\\d{1,5}(?:\\.\\d{1,5}){2,4}))(?: [-|] .{1,40})?$`,
);

/** `Foo v1.2`, `Foo 1.2.3 - Login`; two numbers alone may be a name's own. */
function inTitle({ title }: HttpResponse): Introduced | null {
  const [, called, marked, plain] = versionedTitle.exec(title ?? '') ?? [];
  return called !== undefined && isName(called) ? { name: called, version: marked ?? plain } : null;
}

const poweredBy = new RegExp(
  `\\bpowered by(?:\\s|<a [^>]{1,300}>|<(?:b|strong|em|i)>){1,4}(${name})(?:</(?:a|b|strong|em|i)>|://|\\s|,|&nbsp;){1,4}(?:v|version )?(${version})`,
  'i',
);
const belowErrors = new RegExp(
  `<(?:hr|address)\\b[^>]{0,60}>(?:\\s|</?(?:hr|address|center|i|em|small|p|a)\\b[^>]{0,200}>){0,6}(${name})/(${version})`,
  'i',
);

/** `Powered by Foo 1.2`, and what small servers put below their errors where they have no header for it. */
function inFooter({ body, headers, status }: HttpResponse): Introduced | null {
  const isBareError = status >= 400 && !headers.has('server');
  const [, called, stated] = poweredBy.exec(body) ?? (isBareError ? belowErrors.exec(body) : null) ?? [];
  return called !== undefined && isName(called) ? { name: called, version: stated } : null;
}

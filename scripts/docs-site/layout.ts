import { feedAddress } from './changelog-feed.ts';
import { escapeHtml } from './code.ts';
import type { Heading, RenderedPage } from './markdown.ts';
import { addressOf, markdownAddressOf, type Section } from './pages.ts';

export interface SitePage extends RenderedPage {
  readonly slug: string;
  readonly markdown: string;
}

/** What a page stands in. */
interface Frame {
  readonly slug: string;
  readonly title: string;
  readonly menu: string;
  /** What the menu lists, in two words. */
  readonly menuTitle: string;
  readonly content: string;
  /** Beside the content; empty: nothing. */
  readonly aside: string;
  /** Scripts besides that of every page. */
  readonly scripts?: readonly string[];
  readonly kind: 'guide' | 'reference';
  /** Changes with style and script, so that browsers may keep them. */
  readonly version: string;
}

/** A whole page around its content. */
export function framed({ slug, title, menu, menuTitle, content, aside, scripts = [], kind, version }: Frame): string {
  const script = (name: string) => `<script type="module" src="/docs/assets/${name}?v=${version}"></script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}${slug === '' ? '' : ' · Documentation'}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css?v=${version}">
<link rel="alternate" type="text/markdown" href="${markdownAddressOf(slug)}">
<link rel="alternate" type="application/atom+xml" title="Releases" href="${feedAddress}">
${['site.js', ...scripts].map(script).join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header class="top">
<a class="home" href="/docs/">Documentation</a>
<search class="search" hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" aria-controls="results" placeholder="Search">
<div id="results" aria-live="polite"></div>
</search>
<a class="to-reference" href="/docs/api">API reference</a>
</header>
<div class="columns ${kind}">
<nav class="menu" aria-label="Pages"><details open><summary>${menuTitle}</summary>${menu}</details></nav>
<main id="content">
${content}
<p class="source"><a href="${markdownAddressOf(slug)}">This page as Markdown</a></p>
</main>
${aside}
</div>
</body>
</html>
`;
}

interface Surroundings {
  readonly sections: readonly Section[];
  readonly pages: readonly SitePage[];
  readonly version: string;
}

/** A page of the guide: the menu beside it, what it contains, the page before and the one behind it. */
export function pageHtml(page: SitePage, { sections, pages, version }: Surroundings): string {
  const index = pages.indexOf(page);
  return framed({
    slug: page.slug,
    title: page.title,
    menu: menu(page, sections, pages),
    menuTitle: 'All pages',
    content: `<article>
${page.html}</article>
<nav class="neighbours" aria-label="Before and behind">${neighbour('Before', pages[index - 1])}${neighbour('Next', pages[index + 1])}</nav>`,
    aside: contents(page.headings),
    kind: 'guide',
    version,
  });
}

function menu(current: SitePage, sections: readonly Section[], pages: readonly SitePage[]): string {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const link = (slug: string) => menuLink(addressOf(slug), titles.get(slug) ?? slug, slug === current.slug);
  const extra = `<li><a href="/docs/api">API reference</a></li><li><a href="/docs/collection.json" download="breakwater.postman_collection.json">Collection for Postman and Bruno</a></li>`;
  return sections
    .map(({ title, pages: own }) => {
      const list = `<ul>${title === 'Reference' ? extra : ''}${own.map(({ slug }) => link(slug)).join('')}</ul>`;
      const isFolded = title === 'Decisions' && !own.some(({ slug }) => slug === current.slug);
      // Several dozen: they are read one by one, from where they are named.
      return title === 'Decisions'
        ? `<details class="folded"${isFolded ? '' : ' open'}><summary>${title}</summary>${list}</details>`
        : `<p class="section">${title}</p>${list}`;
    })
    .join('\n');
}

/** @param within what the menu has below the page that is shown */
export function menuLink(address: string, title: string, isCurrent: boolean, within = ''): string {
  return `<li><a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${within}</li>`;
}

function neighbour(word: string, page: SitePage | undefined): string {
  return page === undefined
    ? '<span></span>'
    : `<a href="${addressOf(page.slug)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`;
}

function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p class="section">On this page</p><ul>${items.join('')}</ul></nav>`;
}

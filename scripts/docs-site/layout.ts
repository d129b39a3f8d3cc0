import type { Heading, RenderedPage } from './markdown.ts';
import { addressOf, markdownAddressOf, type Section } from './pages.ts';

export interface SitePage extends RenderedPage {
  readonly slug: string;
  readonly markdown: string;
}

interface Surroundings {
  readonly sections: readonly Section[];
  readonly pages: readonly SitePage[];
  /** Changes with style and script, so that browsers may keep them. */
  readonly version: string;
}

/** A whole page: the menu beside it, what it contains, the page before and the one behind it. */
export function pageHtml(page: SitePage, { sections, pages, version }: Surroundings): string {
  const index = pages.indexOf(page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(page.title)}${page.slug === '' ? '' : ' · Documentation'}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css?v=${version}">
<link rel="alternate" type="text/markdown" href="${markdownAddressOf(page.slug)}">
<script type="module" src="/docs/assets/site.js?v=${version}"></script>
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
<a class="reference" href="/docs/api">API reference</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages"><details open><summary>All pages</summary>${menu(page, sections, pages)}</details></nav>
<main id="content">
<article>
${page.html}</article>
<nav class="neighbours" aria-label="Before and behind">${neighbour('Before', pages[index - 1])}${neighbour('Next', pages[index + 1])}</nav>
<p class="source"><a href="${markdownAddressOf(page.slug)}">This page as Markdown</a></p>
</main>
${contents(page.headings)}
</div>
</body>
</html>
`;
}

function menu(current: SitePage, sections: readonly Section[], pages: readonly SitePage[]): string {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]));
  const link = (slug: string) =>
    `<li><a href="${addressOf(slug)}"${slug === current.slug ? ' aria-current="page"' : ''}>${escapeText(titles.get(slug) ?? slug)}</a></li>`;
  const extra = `<li><a href="/docs/api">API reference, with try-it</a></li><li><a href="/docs/collection.json" download="breakwater.postman_collection.json">Collection for Postman and Bruno</a></li>`;
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

function neighbour(word: string, page: SitePage | undefined): string {
  return page === undefined
    ? '<span></span>'
    : `<a href="${addressOf(page.slug)}"><span>${word}</span> ${escapeText(page.title)}</a>`;
}

function contents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeText(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p class="section">On this page</p><ul>${items.join('')}</ul></nav>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

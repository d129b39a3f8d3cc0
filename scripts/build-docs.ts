/**
 * Builds the documentation site into docs-site/dist: a page for each Markdown file of scripts/docs-site/pages.ts, its Markdown beside it,
 * the API reference, an index for searches, llms.txt and llms-full.txt, and what integrators download. Does nothing while all of it is newer than what it is made of.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, isUpToDate } from './built-files.ts';
import { downloadSources, downloads } from './docs-site/downloads.ts';
import { pageSources, repository } from './docs-site/pages.ts';

const target = join(repository, 'docs-site/dist');
/** Written last. */
const built = join(target, 'built.txt');
const ownSources = [
  'docs',
  'docs-site/site.css',
  'docs-site/site.js',
  'docs-site/reference.js',
  'docs-site/icon.svg',
  // With the client, which is a download, what the API document follows from.
  'src/core/api',
  'scripts/build-docs.ts',
  'scripts/docs-site',
  'package-lock.json',
  ...downloadSources,
];
const sources = [...ownSources, ...pageSources.map(({ file }) => file)].map((file) => join(repository, file));

if (!isUpToDate(built, sources)) {
  const { renderPage, servedMarkdown } = await import('./docs-site/markdown.ts');
  const { pageHtml } = await import('./docs-site/layout.ts');
  const { byTopic, referenceHtml, referencePages } = await import('./docs-site/reference/reference-pages.ts');
  const { apiDocument } = await import('./api-document.ts');
  const { languageModelTexts } = await import('./docs-site/language-model-texts.ts');
  const { changelogFeed } = await import('./docs-site/changelog-feed.ts');
  const { sections, addressOf } = await import('./docs-site/pages.ts');

  rmSync(target, { recursive: true, force: true });
  const assets = ['site.css', 'site.js', 'reference.js', 'icon.svg'].map((name) => ({
    name,
    text: readFileSync(join(repository, 'docs-site', name), 'utf8'),
  }));
  const version = createHash('sha256').update(JSON.stringify(assets)).digest('base64url').slice(0, 8);
  const pages = pageSources.map(({ slug, file }) => {
    const text = readFileSync(join(repository, file), 'utf8');
    return { slug, markdown: servedMarkdown(file, text), ...renderPage(file, text) };
  });
  for (const page of pages) {
    write(page.slug === '' ? 'index.html' : `${page.slug}/index.html`, pageHtml(page, { sections, pages, version }));
    write(`${page.slug || 'index'}.md`, page.markdown);
  }
  const reference = referencePages(await apiDocument());
  for (const page of reference) {
    write(`${page.slug}/index.html`, referenceHtml(page, reference, version));
    write(`${page.slug}.md`, page.markdown);
  }
  const passages = [...pages, ...reference].flatMap(({ slug, title, passages: own }) =>
    own.map(({ heading, id, text }) => ({ heading, page: title, url: `${addressOf(slug)}#${id}`, text })),
  );
  write('changelog.atom', changelogFeed(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')));
  write('assets/search.json', JSON.stringify(passages.map((passage, id) => ({ id, ...passage }))));
  for (const { name, text } of assets) write(`assets/${name}`, text);
  for (const [name, contents] of await downloads()) write(`downloads/${name}`, contents);
  for (const [name, text] of Object.entries(languageModelTexts(pages, byTopic(reference)))) write(name, text);
  cpSync(join(repository, 'docs/house.svg'), join(target, 'assets/house.svg'));
  cpSync(fileURLToPath(import.meta.resolve('minisearch')), join(target, 'assets/minisearch.js'));
  compress(target);
  write('built.txt', '');
}

function write(name: string, contents: string | Uint8Array): void {
  const file = join(target, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

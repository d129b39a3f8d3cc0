import type { SitePage } from './layout.ts';
import { addressOf, integratorSections, markdownAddressOf, sections } from './pages.ts';
import type { ReferencePage } from './reference/reference-pages.ts';

const introduction = `# Breakwater

> White-label security monitoring that hosting companies sell through their billing system: port exposure, leaked credentials, alerts with
> remediation. These pages are for those who connect a billing system to it by its REST API.

Every page is Markdown at its address with .md behind it. The API is described by OpenAPI 3.1 at /openapi.json.`;

/** By name: the contents of the site as https://llmstxt.org has them, and all that integrators read in one file. */
export function languageModelTexts(
  pages: readonly SitePage[],
  reference: readonly { readonly title: string; readonly pages: readonly ReferencePage[] }[],
): Record<string, string> {
  const bySlug = new Map(pages.map((page) => [page.slug, page]));
  const contents = sections.map(({ title, pages: own }) => {
    // What can be left out for a short context, by the name that the format has for it.
    const heading = title === 'Operate' || title === 'Decisions' ? `Optional: ${title.toLowerCase()}` : title;
    const links = own.map(({ slug }) => `- [${bySlug.get(slug)!.title}](${markdownAddressOf(slug)})`);
    return `## ${heading}\n\n${links.join('\n')}`;
  });
  const links = reference.flatMap(({ pages: own }) =>
    own.map(({ slug, title }) => `- [${title}](${markdownAddressOf(slug)})`),
  );
  const operations = `## Operations\n\n- [All operations](${markdownAddressOf('api')})\n${links.join('\n')}`;
  const all = integratorSections.flatMap(({ pages: own }) => own.map(({ slug }) => bySlug.get(slug)!));
  return {
    'llms.txt': `${[introduction, ...contents.slice(0, integratorSections.length), operations, ...contents.slice(integratorSections.length)].join('\n\n')}\n`,
    'llms-full.txt': `${introduction}\n\n${all.map(({ slug, markdown }) => `<!-- ${addressOf(slug)} -->\n\n${markdown}`).join('\n\n')}`,
  };
}

import type { ApiDocument } from '../../api-document.ts';
import { escapeHtml } from '../code.ts';
import { framed, menuLink } from '../layout.ts';
import type { Passage } from '../markdown.ts';
import { type OperationGroup, operationGroups, type ReferenceOperation } from './described-operations.ts';
import type { Field } from './fields.ts';
import { groupHtml, methodMark, payloadsHtml, prose } from './reference-html.ts';
import { groupMarkdown, payloadsMarkdown } from './reference-markdown.ts';
import { webhookPayloads } from './webhook-payloads.ts';

/** A page of the API reference, below /docs. */
export interface ReferencePage {
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
  readonly passages: readonly Passage[];
  /** What stands in the frame. */
  readonly html: string;
  /** What its menu shows below it. */
  readonly parts: readonly { readonly id: string; readonly mark: string; readonly title: string }[];
}

/** Groups by what one comes for; each group of the document is in one of them. */
const topics: readonly { readonly title: string; readonly groups: readonly string[] }[] = [
  { title: 'Sell', groups: ['Provisioning', 'Customers', 'Pricing', 'Sign-in'] },
  {
    title: 'Watch',
    groups: ['Endpoints', 'Domain monitoring', 'Alerts of every kind', 'Alerts', 'Allowed Ports', 'Firewall'],
  },
  { title: 'Tell', groups: ['Webhooks', 'Events', 'Notifications', 'Channels', 'Reports'] },
  { title: 'Set up and try', groups: ['Account', 'Console', 'Sandbox', 'Health'] },
  { title: 'For the portal’s own pages', groups: ['Session', 'Administrator', 'Identity'] },
];

const overviewSlug = 'api';
const payloadsSlug = 'api/webhook-payloads';
const payloadsIntroduction = `# Webhook payloads

What each type of event posts to a [webhook](/docs/webhooks), which is also what \`GET /api/v1/events\` lists. A request has the headers
\`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`: [how they are checked](/docs/webhooks).`;

/** The API reference: an overview, a page for each group of operations, and one of what webhooks post. */
export function referencePages(api: ApiDocument): ReferencePage[] {
  const groups = operationGroups(api);
  const payloads = webhookPayloads(api);
  return [
    overview(api, groups),
    ...groups.map(groupPage),
    {
      slug: payloadsSlug,
      title: 'Webhook payloads',
      markdown: payloadsMarkdown(payloadsIntroduction, payloads),
      html: payloadsHtml(payloadsIntroduction, payloads),
      passages: payloads.map(({ id, type, fields }) => ({ id, heading: type, text: namesOf(fields) })),
      parts: payloads.map(({ id, type }) => ({ id, mark: '', title: type })),
    },
  ];
}

export function referenceHtml(page: ReferencePage, pages: readonly ReferencePage[], version: string): string {
  return framed({
    slug: page.slug,
    title: page.slug === overviewSlug ? page.title : `${page.title} · API reference`,
    menu: menu(page, pages),
    menuTitle: 'API reference',
    content: page.html,
    aside: '',
    scripts: ['reference.js'],
    kind: 'reference',
    version,
  });
}

/** The pages in the order of the menu, by topic. */
export function byTopic(pages: readonly ReferencePage[]): { title: string; pages: ReferencePage[] }[] {
  const titled = new Map(pages.map((page) => [page.title, page]));
  return topics.map(({ title, groups }) => {
    const own = groups.map((name) => titled.get(name)!);
    return { title, pages: title === 'Tell' ? own.toSpliced(1, 0, titled.get('Webhook payloads')!) : own };
  });
}

function menu(current: ReferencePage, pages: readonly ReferencePage[]): string {
  const link = ({ slug, title, parts }: ReferencePage) => {
    const inner = parts.map(({ id, mark, title: part }) => `<li><a href="#${id}">${mark}${escapeHtml(part)}</a></li>`);
    return menuLink(
      `/docs/${slug}`,
      title,
      slug === current.slug,
      slug === current.slug && inner.length > 0 ? `<ul class="parts">${inner.join('')}</ul>` : '',
    );
  };
  const topicLists = byTopic(pages).map(
    ({ title, pages: own }) => `<p class="section">${title}</p><ul>${own.map(link).join('')}</ul>`,
  );
  return `<ul>${link(pages[0]!)}</ul>${topicLists.join('\n')}`;
}

function groupPage(group: OperationGroup): ReferencePage {
  return {
    slug: `api/${group.slug}`,
    title: group.name,
    markdown: groupMarkdown(group),
    html: groupHtml(group),
    passages: group.operations.map((operation) => ({
      id: operation.id,
      heading: operation.summary,
      text: wordsOf(operation),
    })),
    parts: group.operations.map(({ id, method, summary }) => ({ id, mark: `${methodMark(method)} `, title: summary })),
  };
}

/** What a search finds an operation by. */
function wordsOf({ id, method, path, aliases, description, parameters, body, answers }: ReferenceOperation): string {
  const fields = [
    ...parameters.map(({ field }) => field),
    ...(body?.fields ?? []),
    ...answers.flatMap((answer) => answer.body?.fields ?? []),
  ];
  return [`${method} ${path}`, ...aliases, id, description, namesOf(fields)].join(' ');
}

function namesOf(fields: readonly Field[]): string {
  const inner = fields.flatMap((field) => [...field.fields, ...field.shapes.flatMap((shape) => shape.fields)]);
  return [
    ...new Set([...fields.map(({ name }) => name), ...(inner.length === 0 ? [] : namesOf(inner).split(' '))]),
  ].join(' ');
}

function overview({ info }: ApiDocument, groups: readonly OperationGroup[]): ReferencePage {
  const named = new Map(groups.map((group) => [group.name, group]));
  const introduction = `# API reference

Release ${info.version}. ${info.description}

For programs: [the OpenAPI 3.1 document](/openapi.json), [a collection for Postman and Bruno](/docs/collection.json), and [what webhooks post](/docs/${payloadsSlug}).`;
  const tables = topics.map(({ title, groups: names }) => ({
    title,
    operations: names.flatMap((name) =>
      named.get(name)!.operations.map((operation) => ({ slug: named.get(name)!.slug, operation })),
    ),
  }));
  const html = tables.map(
    ({ title, operations }) =>
      `<h2>${title}</h2>\n<ul class="index">${operations.map(({ slug, operation: { id, method, path, summary } }) => `<li><a href="/docs/api/${slug}#${id}">${escapeHtml(summary)}</a> ${methodMark(method)} <code>${escapeHtml(path)}</code></li>`).join('\n')}</ul>`,
  );
  const lines = tables.map(
    ({ title, operations }) =>
      `## ${title}\n\n${operations.map(({ slug, operation: { method, path, summary } }) => `- \`${method} ${path}\`: [${summary}](/docs/api/${slug}.md)`).join('\n')}`,
  );
  return {
    slug: overviewSlug,
    title: 'API reference',
    markdown: `${[introduction, ...lines].join('\n\n')}\n`,
    html: `<article>${prose(introduction)}\n${html.join('\n')}</article>`,
    passages: [],
    parts: [],
  };
}

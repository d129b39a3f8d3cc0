/**
 * What the documentation site has, in the order of its menu. A page is a Markdown file of the repository, written for readers there, too;
 * its title is its first heading.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

interface PageSource {
  /** Its path below /docs; empty for the first page. */
  readonly slug: string;
  /** The Markdown file, from the top of the repository. */
  readonly file: string;
}

export interface Section {
  readonly title: string;
  readonly pages: readonly PageSource[];
}

const guide = (name: string): PageSource => ({ slug: name, file: `docs/guide/${name}.md` });
const document = (name: string): PageSource => ({ slug: name, file: `docs/${name}.md` });

const decisions = readdirSync(`${repository}docs/decisions`)
  .filter((name) => name.endsWith('.md'))
  .sort((a, b) => Number(b === 'README.md') - Number(a === 'README.md') || (a < b ? -1 : 1))
  .map((name) => ({
    slug: name === 'README.md' ? 'decisions' : `decisions/${name.slice(0, -'.md'.length)}`,
    file: `docs/decisions/${name}`,
  }));

export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { slug: '', file: 'docs/guide/index.md' },
      guide('quick-start'),
      guide('concepts'),
      guide('billing-in-ten-calls'),
    ],
  },
  {
    title: 'Install a module',
    pages: [
      { slug: 'whmcs', file: 'integrations/whmcs/README.md' },
      { slug: 'fossbilling', file: 'integrations/fossbilling/README.md' },
      { slug: 'paymenter', file: 'integrations/paymenter/README.md' },
      guide('your-system-is-not-here'),
    ],
  },
  {
    title: 'Sell',
    pages: ['sell-a-server', 'sell-a-plan', 'sell-domains', 'sync', 'sign-in', 'usage'].map(guide),
  },
  {
    title: 'Protect',
    pages: ['what-we-look-for', 'alerts', 'allow-ports', 'firewall-rules', 'white-label'].map(guide),
  },
  {
    title: 'Be told',
    pages: [guide('webhooks-step-by-step'), document('webhooks'), guide('events'), document('channels')],
  },
  {
    title: 'Reference',
    pages: [
      guide('sandbox'),
      guide('check-your-integration'),
      guide('rotate-keys'),
      guide('errors'),
      guide('limits'),
      guide('versioning'),
      { slug: 'api-rules', file: 'docs/api.md' },
      { slug: 'typescript', file: 'client/README.md' },
      { slug: 'php', file: 'integrations/php-client/README.md' },
      { slug: 'python', file: 'integrations/python-client/README.md' },
    ],
  },
  { title: 'Support', pages: [guide('for-support')] },
  {
    title: 'Operate',
    pages: [
      guide('for-operators'),
      ...['configuration', 'cli', 'operations', 'runbook', 'abuse', 'evidence'].map(document),
      ...['service-identification', 'accuracy'].map(document),
      ...['leak-sources', 'leak-corpus', 'security', 'supply-chain'].map(document),
      { slug: 'changelog', file: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Contribute',
    pages: [
      guide('for-contributors'),
      { slug: 'contributing', file: 'CONTRIBUTING.md' },
      ...['architecture', 'vocabulary'].map(document),
      { slug: 'report-a-weakness', file: 'SECURITY.md' },
    ],
  },
  { title: 'Decisions', pages: decisions },
];

export const pageSources: readonly PageSource[] = sections.flatMap(({ pages }) => pages);

/** Those that somebody who writes an integration reads: what llms-full.txt has. */
export const integratorSections: readonly Section[] = sections.slice(0, 6);

/** The address of a page, as links have it. */
export function addressOf(slug: string): string {
  return slug === '' ? '/docs/' : `/docs/${slug}`;
}

/** The address of a page as Markdown. */
export function markdownAddressOf(slug: string): string {
  return slug === '' ? '/docs/index.md' : `/docs/${slug}.md`;
}

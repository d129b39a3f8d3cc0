import type { Plugin } from 'vite';
import { firstPageMessages } from './first-page-messages.ts';
import { cataloguePath, compileCatalogue, languages, readCatalogue } from './message-catalogues.ts';

const ofCustomers = /^(portal|problem|leak)\./;
const isFirst = firstPageMessages();
/**
 * What a page loads of a language: every page what a customer's first one needs, the others what else customers see, the console its own
 * texts, and those of the mail that it previews.
 */
const parts: Readonly<Record<string, (key: string) => boolean>> = {
  first: (key) => ofCustomers.test(key) && isFirst(key),
  pages: (key) => ofCustomers.test(key) && !isFirst(key),
  console: (key) => /^(console\.|mail\.(alerts\.|frame\.|meaning\.|severity))/.test(key),
};
const index = 'virtual:messages';
/** What a page says when not even its texts can be loaded. */
const unloadable = ['portal.start.not-loaded', 'portal.start.load-again'] as const;

/**
 * Makes the texts of locales/ modules of the portal: `virtual:messages` names the languages and loads a part of one of them. What is
 * loaded is compiled, so that the browser needs no parser and the policy of the pages no exception.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'messages',
    resolveId: (id) => (id === index || id.startsWith(`${index}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${index}`)) return undefined;
      const [, part, language] = id.split('/');
      if (part === undefined || language === undefined) return indexModule();
      this.addWatchFile(cataloguePath(language));
      return compileCatalogue(language, parts[part]!);
    },
  };
}

function indexModule(): string {
  const loaders = Object.keys(parts).map((part) => {
    const byLanguage = languages.map((language) => `${language}: () => import('${index}/${part}/${language}')`);
    return `${part}: { ${byLanguage.join(', ')} }`;
  });
  const texts = languages.map((language) => [language, unloadable.map((key) => readCatalogue(language)[key])]);
  return [
    `export const loaders = { ${loaders.join(', ')} };`,
    `export const unloadable = ${JSON.stringify(Object.fromEntries(texts))};`,
  ].join('\n');
}

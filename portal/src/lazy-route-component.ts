import { lazyRouteComponent as lazy } from '@tanstack/react-router';
import { loadMessages, type MessagePart } from './messages/messages.ts';

/** The code of a page could not be fetched. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded';
  /** Whether the server answers all the same: then the portal was replaced by a newer one, whose pages have other files. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super('The page could not be loaded.', { cause });
    this.isOutdated = isOutdated;
  }
}

/**
 * The router's own, but a page comes with its texts, and what cannot be fetched is told on the page: the router would load the page anew,
 * offline into nothing.
 * `importer` tells the build of which file a page is made (scripts/portal-paths.ts).
 * @param texts `first`: it is shown with a customer's first page (scripts/first-page-messages.ts)
 */
export function lazyRouteComponent<Module extends Record<string, unknown>, Name extends keyof Module>(
  importer: () => Promise<Module>,
  exportName: Name,
  texts: Exclude<MessagePart, 'console'> = 'pages',
) {
  const component = lazy(async () => {
    try {
      const [module] = await Promise.all([importer(), loadMessages(texts)]);
      return module;
    } catch (error) {
      throw new PageNotLoaded(await doesServerAnswer(), error);
    }
  }, exportName);
  return Object.assign(component, { importer });
}

async function doesServerAnswer(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

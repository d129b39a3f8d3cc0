import { lazyRouteComponent as lazy } from '@tanstack/react-router';

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
 * The router's own, but what cannot be fetched is told on the page: the router would load the page anew, offline into nothing.
 * `importer` tells the build of which file a page is made (scripts/portal-paths.ts).
 */
export const lazyRouteComponent: typeof lazy = (importer, exportName) => {
  const component = lazy(async () => {
    try {
      return await importer();
    } catch (error) {
      throw new PageNotLoaded(await doesServerAnswer(), error);
    }
  }, exportName);
  return Object.assign(component, { importer });
};

async function doesServerAnswer(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

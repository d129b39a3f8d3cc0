import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import type { LeakSource } from '../../engines/leak-sources/leak-source.ts';

/**
 * The sources that a domain scan asks, in a world.
 * @param asked names of those that are to be asked again; null: all
 */
export type SourcesOfWorld = (operation: Operation, asked: readonly string[] | null) => Promise<readonly LeakSource[]>;

/** A worker's sources, for each world. */
export type LeakSources = Readonly<Record<World, SourcesOfWorld>>;

/**
 * What the installation is configured with and could find anything: an empty corpus is no source. A source that was to be asked again may have
 * been switched off since.
 */
export function configuredSources(sources: readonly LeakSource[]): SourcesOfWorld {
  return async (_operation, asked) => {
    const wanted = asked === null ? sources : sources.filter(({ name }) => asked.includes(name));
    const could = await Promise.all(wanted.map((source) => source.couldFind?.() ?? true));
    return wanted.filter((_source, index) => could[index]);
  };
}

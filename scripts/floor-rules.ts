import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { listSourceFiles } from './source-files.ts';
import { findReferences } from './source-references.ts';

const rules = join(import.meta.dirname, '../.dependency-cruiser.cjs');

/**
 * What `.dependency-cruiser.cjs` forbids and `<repository>/src` does.
 * @returns a sentence each, `importing file → imported file: reason (rule)`, in their order
 */
export async function findForbiddenImports(repository: string): Promise<string[]> {
  const { modules, summary } = await cruiseSource(repository);
  const reasons = new Map(summary.ruleSetUsed?.forbidden?.map(({ name, comment }) => [name, comment]));
  const forbidden = summary.violations.map(({ from, to, rule }) => {
    const room = /^src\/[^/]+\/[^/]+/.exec(to)?.[0] ?? '';
    const isDoorless = rule.name === 'door' && !existsSync(join(repository, room, 'index.ts'));
    return `${from} → ${to}: ${isDoorless ? `${room} has no door: ` : ''}${reasons.get(rule.name)} (${rule.name})`;
  });
  // Its parser is made for JavaScript and goes on behind what it does not know.
  const seen = importsOf(modules);
  const unseen = [...listImports(repository)]
    .filter((edge) => !seen.has(edge))
    .map((edge) => `${edge}: dependency-cruiser overlooks it, but not \`export { type A } from\` (overlooked)`);
  return [...forbidden, ...unseen].sort();
}

/** Every import among the files of `<repository>/src` but tests and what is theirs, as `file → file`. */
export function listImports(repository: string): Set<string> {
  return new Set(
    listSourceFiles(repository).flatMap((path) =>
      findReferences(path, readFileSync(join(repository, 'src', path), 'utf8')).flatMap((reference) =>
        reference.kind === 'import' && reference.specifier.startsWith('.')
          ? [`src/${path} → ${join('src', path, '..', reference.specifier)}`]
          : [],
      ),
    ),
  );
}

/** The same, as dependency-cruiser sees it. */
export async function listCruisedImports(repository: string): Promise<Set<string>> {
  return importsOf((await cruiseSource(repository)).modules);
}

function importsOf(modules: ICruiseResult['modules']): Set<string> {
  return new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ dependencyTypes }) => dependencyTypes.includes('local'))
        .map(({ resolved }) => `${source} → ${resolved}`),
    ),
  );
}

async function cruiseSource(repository: string): Promise<ICruiseResult> {
  // A pattern, as without a compiler that it knows dependency-cruiser does not look into folders for TypeScript.
  const options: ICruiseOptions = { ...(await extractOptions(rules)), baseDir: repository };
  const { output } = await cruise(['src/**/*.ts'], options);
  return output as ICruiseResult;
}

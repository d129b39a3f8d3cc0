import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { isTest } from './source-files.ts';
import { findReferences } from './source-references.ts';

const rules = join(import.meta.dirname, '../.dependency-cruiser.cjs');

/** What is looked at together. Tests in src/ may import everything; beside it, rules bind them too. */
const areas: readonly { readonly files: readonly string[]; readonly options: ICruiseOptions }[] = [
  { files: ['src/**/*.ts'], options: { exclude: { path: ['\\.test\\.ts$', '/testing/'] } } },
  {
    files: ['portal/**/*.{ts,tsx}', 'scripts/**/*.ts', 'bench/**/*.ts', 'test/**/*.ts', 'client/*.ts'],
    options: { doNotFollow: { path: ['node_modules', '^src/'] } },
  },
];

/**
 * What `.dependency-cruiser.cjs` forbids, and files of a repository import.
 * @returns a sentence each, `importing file → imported file: reason (rule)`, in their order
 */
export async function findForbiddenImports(repository: string): Promise<string[]> {
  const cruises = await cruiseAll(repository);
  const forbidden = cruises.flatMap(({ summary }) => {
    const reasons = new Map(summary.ruleSetUsed?.forbidden?.map(({ name, comment }) => [name, comment]));
    return summary.violations.map(({ from, to, rule }) => {
      const room = /^src\/[^/]+\/[^/]+/.exec(to)?.[0] ?? '';
      const isDoorless = rule.name === 'door' && !existsSync(join(repository, room, 'index.ts'));
      return `${from} → ${to}: ${isDoorless ? `${room} has no door: ` : ''}${reasons.get(rule.name)} (${rule.name})`;
    });
  });
  // Its parser is made for JavaScript and goes on behind what it does not know. Beside src/ a test looks for that, as it takes seconds.
  const seen = importsOf(cruises);
  const unseen = [...listImports(repository, 'src/')]
    .filter((edge) => !seen.has(edge))
    .map((edge) => `${edge}: dependency-cruiser overlooks it, but not \`export { type A } from\` (overlooked)`);
  return [...forbidden, ...unseen].sort();
}

/**
 * Every import of files of a repository, as `file → file`; those of tests in src/ are left out.
 * @param folder where the importing files stand; empty: anywhere
 */
export function listImports(repository: string, folder = ''): Set<string> {
  return new Set(
    areas.flatMap(({ files }) =>
      listFiles(repository, files)
        .filter((path) => path.startsWith(folder))
        .flatMap((path) =>
          findReferences(path, readFileSync(join(repository, path), 'utf8')).flatMap((reference) =>
            reference.kind === 'import' && reference.specifier.startsWith('.')
              ? [`${path} → ${join(path, '..', reference.specifier)}`]
              : [],
          ),
        ),
    ),
  );
}

function listFiles(repository: string, patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: repository }).filter((path) => !(path.startsWith('src/') && isTest(path)));
}

/** The same, as dependency-cruiser sees it. */
export async function listCruisedImports(repository: string): Promise<Set<string>> {
  return importsOf(await cruiseAll(repository));
}

function importsOf(cruises: readonly ICruiseResult[]): Set<string> {
  return new Set(
    cruises
      .flatMap(({ modules }) => modules)
      .flatMap(({ source, dependencies }) =>
        dependencies
          .filter(({ dependencyTypes }) => dependencyTypes.includes('local'))
          .map(({ resolved }) => `${source} → ${resolved}`),
      ),
  );
}

async function cruiseAll(repository: string): Promise<ICruiseResult[]> {
  const shared = { ...(await extractOptions(rules)), baseDir: repository };
  const results: ICruiseResult[] = [];
  for (const { files, options } of areas) {
    const paths = listFiles(repository, files);
    if (paths.length === 0) continue;
    const { output } = await cruise(paths, { ...shared, ...options });
    results.push(output as ICruiseResult);
  }
  return results;
}

/** Of package.json: packages whose install scripts may run, in npm's own field. By name, as our lock file has no addresses. */
export interface InstallScriptPolicy {
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

/** Of package-lock.json. `name`: what a package really is that is installed under the name of another. */
export interface LockedPackages {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version?: string; readonly hasInstallScript?: boolean }>
  >;
}

/** Packages that report to others who installs or runs them: none of them may come with anything. */
const reporters = new Set([
  '@scarf/scarf',
  '@segment/analytics-node',
  'analytics-node',
  'insight',
  'mixpanel',
  'opencollective',
  'opencollective-postinstall',
  'posthog-node',
  'universal-analytics',
]);

const root = 'node_modules/';

/**
 * What the dependencies do when they are installed that nobody has agreed to: install scripts that package.json does not allow,
 * or that were not looked at in this version; packages that report; and permissions that nothing needs any more.
 * @param reasons text that names every package with an install script, as `name@version` in code marks
 */
export function findInstallScriptProblems(
  { allowScripts = {} }: InstallScriptPolicy,
  { packages }: LockedPackages,
  reasons: string,
): string[] {
  const installed = Object.entries(packages)
    .filter(([path]) => path.includes(root))
    .map(([path, { name: realName, version, hasInstallScript = false }]) => {
      const name = realName ?? path.slice(path.lastIndexOf(root) + root.length);
      return { name, id: `${name}@${version}`, hasInstallScript };
    });
  const withScripts = installed.filter((each) => each.hasInstallScript);
  return [
    ...installed.filter(({ name }) => reporters.has(name)).map(({ id }) => `${id} reports who installs or runs it.`),
    ...withScripts
      .filter(({ name }) => allowScripts[name] !== true)
      .map(({ id }) => `${id} runs a script when it is installed, and package.json (allowScripts) does not allow it.`),
    ...withScripts
      .filter(({ id }) => !reasons.includes(`\`${id}\``))
      .map(
        ({ id }) => `${id} runs a script when it is installed: read it, and say in docs/supply-chain.md what it does.`,
      ),
    ...Object.keys(allowScripts)
      .filter((allowed) => !withScripts.some(({ name }) => name === allowed))
      .map((allowed) => `package.json (allowScripts) allows ${allowed}, which is not there or runs no script.`),
  ];
}

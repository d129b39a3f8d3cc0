/** A package-lock.json, as far as it is read here. */
export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface RuntimePackages {
  /** What a manifest says of them. */
  readonly direct: Required<Pick<LockedPackage, 'dependencies' | 'optionalDependencies'>>;
  /** What a lock does, the manifest's entry included. */
  readonly packages: PackageLock['packages'];
}

/** A package that a source names, however it loads it. */
const loaded = /(?:from|import|\bimport\(|\bresolve\(|\brequire\()\s*'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?'/g;

/** The packages that these sources load, with all that those need: of a lock the part that runs. Optional ones, of other systems, stay in it. */
export function runtimePackages({ packages }: PackageLock, sources: readonly string[]): RuntimePackages {
  const root = packages['']!;
  const named = new Set(sources.flatMap((source) => [...source.matchAll(loaded)].map(([, name]) => name!)));
  const dependencies = Object.fromEntries(Object.entries(root.dependencies ?? {}).filter(([name]) => named.has(name)));
  const optionalDependencies = root.optionalDependencies ?? {};
  const reached = new Set<string>();
  const reach = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = placeOf(packages, from, name);
      if (path === null || reached.has(path)) continue;
      reached.add(path);
      reach(path, neededBy(packages[path]!));
    }
  };
  reach('', Object.keys({ ...dependencies, ...optionalDependencies }));
  const { devDependencies: _none, ...own } = root as LockedPackage & { readonly devDependencies?: object };
  const direct = { dependencies, optionalDependencies };
  const kept = Object.entries(packages).filter(([path]) => reached.has(path));
  return { direct, packages: Object.fromEntries([['', { ...own, ...direct }], ...kept]) };
}

function neededBy(entry: LockedPackage): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  const wanted = peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...wanted];
}

/** Where Node.js finds a package: beside whoever loads it, or further up. Null: it is optional, and not there. */
function placeOf(packages: PackageLock['packages'], from: string, name: string): string | null {
  for (let directory = from; ; directory = directory.slice(0, Math.max(0, directory.lastIndexOf('/node_modules/')))) {
    const path = `${directory === '' ? '' : `${directory}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (directory === '') return null;
  }
}

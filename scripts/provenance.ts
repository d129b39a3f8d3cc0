interface Provenance {
  readonly version: string;
  readonly commit: string;
  /** Of package-lock.json: every package by its hash. */
  readonly lockSha256: string;
  /** SHA-256 by name of what was made. */
  readonly made: Readonly<Record<string, string>>;
  readonly node: string;
}

/**
 * What was made of what, and by which program: a statement of in-toto (v1) with SLSA's provenance (v1). The same commit makes the same
 * statement; whose it is says the signature of the checksums, which it is among.
 */
export function provenanceOf({ version, commit, lockSha256, made, node }: Provenance): object {
  const builder = 'urn:breakwater:npm-run-release';
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: Object.entries(made).map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: builder,
        externalParameters: { version },
        resolvedDependencies: [
          { uri: 'urn:breakwater:source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lockSha256 } },
        ],
      },
      runDetails: { builder: { id: builder, version: { node } } },
    },
  };
}

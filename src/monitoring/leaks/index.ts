export {
  /** What leaks are said to come from that the operator brought in. */
  publishedLeaks,
} from './explain-domain-alert.ts';
export {
  /** What is done to identities and secrets before they are stored (decisions §5.6). */
  IdentityVault,
} from './identity-vault.ts';
export {
  /** A name as sources have in common, however they spell it. */
  comparable,
  /** What a source says, in the one form in which findings are compared. */
  normaliseFinding,
} from './normalise-finding.ts';
export {
  /** Name of the source that the operator's imports are in. */
  corpusSource,
  /** Has active domains, of whatever partner, looked up in the local corpus again soon. */
  requestCorpusScan,
} from './request-corpus-scan.ts';
export {
  /** The sources that a domain scan asks, in a world. */
  type SourcesOfWorld,
} from './sources-of-worlds.ts';
export {
  /** A domain that the import can have findings of, under a name that it has or had. */
  type ConcernedDomain,
  /**
   * Domains, of all partners, that have findings of the corpus from that breach; and those that are looked for
   * right now, which may be about to get some.
   */
  domainsOfBreach,
  /** Takes back what a domain was told by an import. */
  withdrawFindings,
} from './withdraw-findings.ts';

export {
  /** A partner's portal domains by name, with those that do not serve. */
  listPortalDomains,
  /**
   * Takes a portal domain from the partner of evaluation mode, which has the addresses of the machine until
   * somebody wants them.
   */
  releaseFromEvaluation,
  /** A condition on `portal_domains` that every statement has which goes from a host to a partner. */
  serves,
} from './portal-domain-record.ts';
export {
  /** Makes a domain serve on the operator's word, whether the partner has claimed it before or not. */
  verifyByOperator,
} from './verify-by-operator.ts';

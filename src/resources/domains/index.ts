export {
  /** The names that are monitored, by whatever partner, each once. */
  activeDomainNames,
} from './active-domain-names.ts';
export {
  /** Locks the customer's row, then the domain's, until the transaction ends. */
  lockDomain,
} from './domain-record.ts';
export {
  /** The monitored domain's life cycle (contract, States; decisions §5.2). */
  domainType,
} from './domain-type.ts';
export {
  /** Deletes all monitored domains of the account, released ones too, with their scans, findings and alerts. */
  forgetDomains,
} from './forget-domains.ts';
export {
  /** Gives up the records of domains, as a release does. */
  giveUpDomains,
} from './give-up-domains.ts';
export {
  /** Moves the next leak scan of every active domain of the account to now. */
  scanDomainsSoon,
} from './scan-domains-soon.ts';
export {
  /** The states of a domain, as the API has them. */
  domainStatus,
} from './schema.ts';
export {
  /** Looks the TXT record of a domain up and notes the proof when it is there (decisions §5.6). */
  checkDomain,
  /** How far the proof of a domain's control has come. */
  type DomainVerification,
  /** The TXT record to be made, and how things stand. */
  domainVerification,
} from './verify-domain.ts';
export {
  /** Ends the proof of domains that were given to another customer. */
  withdrawProofs,
} from './withdraw-proofs.ts';

const recordLabel = '_security-monitoring';
const valuePrefix = 'security-monitoring-verification=';
const maxNameLength = 253;

/** What has to stand in the DNS for the control of a domain to be proved. */
export interface ChallengeRecord {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

/**
 * The TXT record that proves control of a domain.
 * @param token belongs to one claim of one name: others who claim the same name have tokens of their own, and the
 *   records of all of them can stand side by side
 */
export function challengeRecord(domain: string, token: string): ChallengeRecord {
  const name = `${recordLabel}.${domain}`;
  // There is no name below one that is as long as names can be.
  return { type: 'TXT', name: name.length <= maxNameLength ? name : domain, value: `${valuePrefix}${token}` };
}

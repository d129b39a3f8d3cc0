/** What stands where a secret was. */
const hidden = '(secret)';

/** Strikes secrets out of texts: a message of an error may have brought one along, such as a password within a URL. */
export function withoutSecrets(secrets: readonly string[]): (text: string) => string {
  // One may stand within another, of which the rest would be left.
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
}

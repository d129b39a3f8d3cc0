/**
 * A command that shows the account behind a key. Every portal domain is served where the console is: by its scheme and port.
 * @param at where the console is
 */
export function trialCommand(
  { portal_domain: domain, api_key: key }: { readonly portal_domain: string; readonly api_key: string },
  at: Pick<Location, 'protocol' | 'port'>,
): string {
  const host = at.port === '' ? domain : `${domain}:${at.port}`;
  return `curl -H 'Authorization: Bearer ${key}' \\\n  ${at.protocol}//${host}/api/v1/account`;
}

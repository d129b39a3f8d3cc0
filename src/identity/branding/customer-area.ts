/** What an address of a customer area may say the path's place by, for those that take it elsewhere than in a parameter. */
const placeholder = '{path}';

/** As a field of POST /sso/token, so that a billing module passes on what it got. */
const returnParameter = 'redirect_path';

/**
 * The link to a partner's customer area from where its customers are to come back to a path on the portal. The path goes into the
 * place of `{path}`, or where the address has none, into the query as `redirect_path`; percent-encoded.
 * @param path as of POST /sso/token: one slash, then anything
 */
export function customerAreaLink(address: string, path: string): string {
  const value = encodeURIComponent(path);
  if (address.includes(placeholder)) return address.replaceAll(placeholder, () => value);
  const [beforeFragment = '', ...fragment] = address.split('#');
  const separator = beforeFragment.includes('?') ? '&' : '?';
  return [`${beforeFragment}${separator}${returnParameter}=${value}`, ...fragment].join('#');
}

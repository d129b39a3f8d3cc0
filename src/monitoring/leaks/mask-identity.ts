const stars = '***';
/** From this many characters on, the first and the last one leave enough open. */
const showsBothEnds = 4;
const showsFirst = 3;

/**
 * An identity as it may be shown to somebody who has not proved that the domain is theirs: `john@example.com` →
 * `j***n@example.com`. The number of stars tells nothing of the length, and of very short names nothing is left.
 */
export function maskIdentity(identity: string): string {
  const at = identity.lastIndexOf('@');
  const name = [...(at === -1 ? identity : identity.slice(0, at))];
  const rest = at === -1 ? '' : identity.slice(at);
  const first = name.length >= showsFirst ? name[0] : '';
  const last = name.length >= showsBothEnds ? name.at(-1) : '';
  return `${first}${stars}${last}${rest}`;
}

const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** What stands behind an address in a list of credentials. */
const addressWithSecret = new RegExp(`(${mailAddress.source})([:;|]\\s?)\\S+`, 'gu');

/** Text of a source without what it should not tell: mail addresses are masked, and what follows one like a password is removed. */
export function redactText(text: string): string {
  return text
    .replace(addressWithSecret, (_match, address: string) => `${address}:${stars}`)
    .replace(mailAddress, maskIdentity);
}

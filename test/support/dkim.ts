import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * Whether a mail's DKIM signature is right by a key (RFC 6376): the hash of its body, and the signature of the headers that
 * it names. Both canonicalised `relaxed`, as what sends them says.
 * @param publicKey Base64 of the DER form
 */
export function isSigned(raw: string, publicKey: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)] as const);
  const signature = headers.find(([name]) => name === 'dkim-signature')?.[1];
  if (signature === undefined || !/c=relaxed\/relaxed/.test(signature)) return false;
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? '';
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false;
  const relaxed = (name: string, value: string) => `${name}:${value.replaceAll(/\s+/g, ' ').trim()}`;
  const named = tag('h').toLowerCase().split(':');
  const lines = named.flatMap((name) => {
    const found = headers.find(([each]) => each === name);
    return found ? [relaxed(...found)] : [];
  });
  const own = relaxed('dkim-signature', signature.replace(/(;\s*b=)[^;]*/, '$1'));
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', Buffer.from([...lines, own].join('\r\n')), key, Buffer.from(tag('b'), 'base64'));
}

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What openssl says of a server. */
export interface OpensslView {
  readonly protocol: string;
  readonly acceptsObsolete: boolean;
  readonly trust: 'complete' | 'incomplete' | 'self_signed' | 'untrusted_root' | 'invalid';
  readonly nameMatches: boolean | null;
  readonly addressMatches: boolean;
  readonly subjectAltName: string;
  /** As public authorities let theirs do. */
  readonly saysWhereIssuerIs: boolean;
  /** Of the certificates from the server's own up, root not included: begins, ends. */
  readonly validity: readonly (readonly [beginsMs: number, endsMs: number])[];
  readonly fingerprint: string;
  readonly keyBits: string;
  readonly signatureAlgorithm: string;
}

export interface OpensslTarget {
  readonly address: string;
  readonly port: number;
  /** In ASCII; null: none. */
  readonly serverName: string | null;
  readonly rootsFile: string;
  /** For files of its own. */
  readonly directory: string;
}

export async function askOpenssl(target: OpensslTarget): Promise<OpensslView> {
  const { address, port, serverName, directory, rootsFile } = target;
  const connect = ['s_client', '-connect', `${address}:${port}`, '-cipher', 'DEFAULT:@SECLEVEL=0'];
  const name = serverName === null ? ['-noservername'] : ['-servername', serverName];
  const [shown, obsolete] = await Promise.all([
    openssl([...connect, ...name, '-showcerts']),
    openssl([...connect, ...name, '-max_protocol', 'TLSv1.1']),
  ]);
  const sent = shown.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? [];
  const [leafFile, sentFile] = [join(directory, `${port}-leaf.pem`), join(directory, `${port}-sent.pem`)];
  await Promise.all([writeFile(leafFile, sent[0] ?? ''), writeFile(sentFile, sent.join(''))]);
  const stores = ['-no-CApath', '-no-CAstore', '-CAfile', rootsFile];
  const checks = ['-checkip', address, ...(serverName === null ? [] : ['-checkhost', serverName])];
  const [verified, checked, text, rootText] = await Promise.all([
    openssl(['verify', ...stores, '-purpose', 'sslserver', '-no_check_time', '-untrusted', sentFile, leafFile]),
    openssl(['x509', '-noout', '-in', leafFile, '-fingerprint', '-sha256', ...checks]),
    openssl(['storeutl', '-noout', '-text', '-certs', sentFile]),
    openssl(['storeutl', '-noout', '-text', '-certs', rootsFile]),
  ]);
  const [leaf = ''] = text.split(/^(?=\d+: Certificate)/m).filter((part) => /^\d/.test(part));
  const subjectAltName = /Subject Alternative Name:[^\n]*\n\s*([^\n]*)/.exec(leaf)?.[1] ?? '';
  // Browsers look at the alternative names alone, openssl falls back on the common name.
  const byAlternativeName = subjectAltName.includes('DNS:');
  return {
    protocol: protocolOf(shown),
    acceptsObsolete: /Cipher is (?!\(NONE\))/.test(obsolete),
    trust: trustOf(verified),
    nameMatches: serverName === null ? null : byAlternativeName && /^Hostname .* does match/m.test(checked),
    addressMatches: /^IP .* does match/m.test(checked),
    subjectAltName,
    saysWhereIssuerIs: leaf.includes('CA Issuers'),
    validity: validityOf(text, new Set(fieldsOf(rootText, 'Subject'))),
    fingerprint: /sha256 Fingerprint=([\dA-F:]+)/i.exec(checked)?.[1]?.replaceAll(':', '').toLowerCase() ?? '',
    keyBits: /Public-Key: \((\d+) bit\)/.exec(leaf)?.[1] ?? '',
    signatureAlgorithm: /Signature Algorithm: (\S+)/.exec(leaf)?.[1] ?? '',
  };
}

function protocolOf(shown: string): string {
  return /^\s*Protocol\s*: (\S+)/m.exec(shown)?.[1] ?? /^New, (\S+), Cipher/m.exec(shown)?.[1] ?? '';
}

function trustOf(verified: string): OpensslView['trust'] {
  const code = /error (\d+) at/.exec(verified)?.[1];
  if (code === undefined) return verified.includes(': OK') ? 'complete' : 'invalid';
  if (code === '18') return 'self_signed';
  if (code === '19') return 'untrusted_root';
  return code === '20' || code === '21' || code === '2' ? 'incomplete' : 'invalid';
}

/** Follows the names, from the first certificate up. */
function validityOf(text: string, roots: ReadonlySet<string>): (readonly [number, number])[] {
  const [subjects, issuers] = [fieldsOf(text, 'Subject'), fieldsOf(text, 'Issuer')];
  const [begins, ends] = [fieldsOf(text, 'Not Before'), fieldsOf(text, 'Not After ')];
  const path: number[] = [];
  for (let next = 0; next >= 0 && next < subjects.length && !path.includes(next); ) {
    path.push(next);
    const issuer = issuers[next]!;
    next = roots.has(issuer) ? -1 : subjects.indexOf(issuer);
  }
  return path.map((index) => [Date.parse(begins[index]!), Date.parse(ends[index]!)] as const);
}

/** One for each certificate in the text. */
function fieldsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^\\s*${name}: (.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** Both outputs; what it ends with does not matter, because a failed verification is an answer too. */
function openssl(options: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(
      'openssl',
      options,
      { timeout: 60_000, maxBuffer: 4_000_000, env: { ...process.env, OPENSSL_CONF: '/dev/null' } },
      (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`),
    );
    child.stdin?.end();
  });
}

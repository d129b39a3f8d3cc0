import type { PeerCertificate } from 'node:tls';
import { printableText } from './printable.ts';

const maxNames = 10;
const maxNameLength = 253;

/**
 * Names a certificate claims: subject common name first, then DNS and IP alternative names in their order, without
 * repetition, at most 10. Nothing is validated.
 */
export function certificateNames(certificate: Partial<PeerCertificate>): readonly string[] {
  const commonNames = [certificate.subject?.CN ?? []].flat();
  const names = [...commonNames, ...alternativeNames(certificate.subjectaltname ?? '', 'DNS|IP Address')]
    .map((name) => printableText(name, maxNameLength))
    .filter((name) => name !== null);
  return [...new Set(names)].slice(0, maxNames);
}

/**
 * The alternative names of a kind. Node renders them as `DNS:a, IP Address:b`; a value that could confuse that syntax comes
 * as a JSON string.
 */
export function alternativeNames(
  subjectAltName: string,
  kind: 'DNS' | 'IP Address' | 'DNS|IP Address',
): readonly string[] {
  const entry = new RegExp(`(?:^|, )(?:${kind}):("(?:[^"\\\\]|\\\\.)*"|[^,"]*)`, 'g');
  const entries = subjectAltName.slice(0, 16_384).matchAll(entry);
  return [...entries].map(([, value = '']) => (value.startsWith('"') ? unquoted(value) : value));
}

function unquoted(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

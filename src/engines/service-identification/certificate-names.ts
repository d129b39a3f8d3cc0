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
  const names = [...commonNames, ...alternativeNames(certificate.subjectaltname ?? '')]
    .map((name) => printableText(name, maxNameLength))
    .filter((name) => name !== null);
  return [...new Set(names)].slice(0, maxNames);
}

/** Node renders them as `DNS:a, IP Address:b`; a value that could confuse that syntax comes as a JSON string. */
function alternativeNames(subjectAltName: string): readonly string[] {
  const entries = subjectAltName.slice(0, 16_384).matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,"]*)/g);
  return [...entries].map(([, value = '']) => (value.startsWith('"') ? unquoted(value) : value));
}

function unquoted(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

import { z } from 'zod';
import { startTlsServices } from '../../engines/service-identification/tls/tls-facts.ts';

/** What can be wrong with the TLS of a port; each is an alert of its own. */
export const certificateCauses = ['expiry', 'not_yet_valid', 'name', 'chain', 'protocol'] as const;
export type CertificateCause = (typeof certificateCauses)[number];

const text = z.string().max(253);

/** The server's certificate, as it stands in evidence. Its texts came from the network. */
const certificate = z.strictObject({
  subject: text.nullable(),
  issuer: text.nullable(),
  serial_number: text,
  sha256: text,
  not_before: z.string().nullable(),
  not_after: z.string().nullable(),
  /** The first ten. */
  names: z.array(text),
});

const port = {
  port: z.int(),
  /** The name that was asked for; null when the endpoint has none. */
  server_name: text.nullable(),
  /** In what TLS is asked for; absent: it begins with the connection. */
  start_tls: z.enum(startTlsServices).optional(),
};

/** The end of validity that is reached first, on the way from the server's certificate to the root. */
const expiry = z.strictObject({
  cause: z.literal('expiry'),
  ...port,
  certificate,
  /** Within how many days it ends; 0: it has ended. */
  stage: z.union([z.literal(0), z.literal(1), z.literal(7), z.literal(14), z.literal(30)]),
  ends_at: z.string(),
  /** Subject of the intermediate certificate that ends first; null when it is the server's own. */
  intermediate: text.nullable(),
});

const notYetValid = z.strictObject({
  cause: z.literal('not_yet_valid'),
  ...port,
  certificate,
  begins_at: z.string(),
  intermediate: text.nullable(),
});

const name = z.strictObject({
  cause: z.literal('name'),
  ...port,
  certificate,
  /** The name or the address that the certificate should be good for. */
  wanted: text,
  /** The server ends the handshake when it is asked for the name. */
  refused: z.boolean(),
});

const chain = z.strictObject({
  cause: z.literal('chain'),
  ...port,
  certificate,
  trust: z.enum(['incomplete', 'private_authority', 'self_signed', 'untrusted_root', 'invalid']),
  /** Certificates that the server sent and that lead up from its own, itself included. */
  sent: z.int(),
  /** Who issued the last of them. */
  last_issuer: text.nullable(),
});

const protocol = z.strictObject({
  cause: z.literal('protocol'),
  ...port,
  /** The newest version that the server knows is this one, or it is merely accepted beside newer ones. */
  newest: z.boolean(),
  version: z.enum(['SSLv3', 'TLSv1', 'TLSv1.1']),
});

export const certificateEvidence = z.discriminatedUnion('cause', [expiry, notYetValid, name, chain, protocol]);
export type CertificateEvidence = z.infer<typeof certificateEvidence>;
export type EvidencedCertificate = z.infer<typeof certificate>;

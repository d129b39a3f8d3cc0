export type TlsVersion = 'SSLv3' | 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
export type ObsoleteVersion = Exclude<TlsVersion, 'TLSv1.2' | 'TLSv1.3'>;

/**
 * Where a chain leads, whatever its dates say:
 * - `complete`: to a root that the public trusts;
 * - `incomplete`: to an issuer that was not sent and is no such root;
 * - `private_authority`: the same, and the server's certificate does not say where its issuer's is, as all of public authorities do;
 * - `self_signed`: nowhere, the server's certificate vouches for itself;
 * - `untrusted_root`: to a root that was sent but that the public does not trust;
 * - `invalid`: to a break: a forged signature, an issuer that may not issue, a certificate that is not for servers…
 */
export type ChainTrust = 'complete' | 'incomplete' | 'private_authority' | 'self_signed' | 'untrusted_root' | 'invalid';

/** In what a client asks for TLS on a connection that begins in the clear. */
export const startTlsServices = ['ftp', 'smtp', 'pop3', 'imap', 'xmpp'] as const;
export type StartTls = (typeof startTlsServices)[number];

/** A certificate of a chain. Texts are untrusted, but one printable line each. */
export interface TlsCertificate {
  /** Like `CN=shop.example.com, O=Shop`, at most 200 characters; null when empty. */
  readonly subject: string | null;
  readonly issuer: string | null;
  /** Upper-case hexadecimal, at most 64 digits. */
  readonly serialNumber: string;
  /** SHA-256 of the whole certificate, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** ISO 8601 in UTC; null when the certificate states no readable date. */
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly selfSigned: boolean;
  /** It may issue certificates. */
  readonly authority: boolean;
  /** Node's name: `rsa`, `ec`, `ed25519`…; null when it cannot be read. */
  readonly keyType: string | null;
  /** Null for keys that have but one size. */
  readonly keyBits: number | null;
  /** OpenSSL's name, like `sha256WithRSAEncryption`. */
  readonly signatureAlgorithm: string | null;
}

/**
 * What the TLS handshake of a port showed. Bounded in size (at most about 24 KiB, and as much for each other name) and free of characters that jsonb refuses, whatever
 * the server sent.
 */
export interface TlsFacts {
  /** The name that the server was asked for; null when the endpoint has none. */
  readonly serverName: string | null;
  /** It knows no server of that name: what follows is what it shows to visitors without a name. */
  readonly serverNameRefused: boolean;
  /** What was agreed on with everything from TLS 1.0 to TLS 1.3 on offer; null when the handshake failed. */
  readonly protocol: TlsVersion | null;
  /** What it answers to a client that knows at most TLS 1.1; null when it did not say. */
  readonly obsoleteProtocol: ObsoleteVersion | 'none' | null;
  /** Null: TLS begins with the connection. */
  readonly startTls: StartTls | null;
  /** HTTP answered inside; null when nothing answered. */
  readonly http: boolean | null;
  /**
   * The server's certificate, then those of the others sent that lead up from it, in order of issue, without roots that
   * the public trusts; at most 10. Empty when the handshake failed.
   */
  readonly chain: readonly TlsCertificate[];
  /** How many of them, from the server's own on, clients follow to get where `trust` says. */
  readonly pathLength: number;
  /** Null when there is no chain. */
  readonly trust: ChainTrust | null;
  /** Names in the server's certificate, the first 50 of each kind. */
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  /** Whether the certificate is good for `serverName`, by its alternative names alone as browsers see it; null without one. */
  readonly nameMatches: boolean | null;
  /** The same for the address that was connected to. */
  readonly addressMatches: boolean | null;
  /** What else the server was asked for, by name: what it shows there, or null when no handshake came about. */
  readonly otherNames: Readonly<Record<string, NamedTls | null>>;
}

/** What a server shows to visitors by another name than its own. */
export type NamedTls = Pick<TlsFacts, 'chain' | 'pathLength' | 'trust' | 'dnsNames' | 'ipAddresses' | 'nameMatches'>;

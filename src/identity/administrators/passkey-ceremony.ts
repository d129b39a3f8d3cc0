import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** What a browser made of the options, as its `toJSON` writes it; every string is unpadded base64url. */
export interface Attestation {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

/** What a passkey signed, as the browser's `toJSON` writes it; every string is unpadded base64url. */
export interface Assertion {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** How long a person may take. */
export const ceremonySeconds = 300;

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have. */
const algorithms = [-8, -7, -257];

interface Ceremony {
  /** In base64url. */
  readonly challenge: string;
  /** The host that the passkey is bound to. */
  readonly portalDomain: string;
}

interface KnownCredential {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

/** Discoverable where the authenticator can: only such a one signs in without a password. */
export function registrationOptions(
  { challenge, portalDomain }: Ceremony,
  portalName: string,
  administrator: { readonly id: string; readonly email: string; readonly name: string | null },
  known: readonly KnownCredential[],
) {
  return generateRegistrationOptions({
    rpName: portalName,
    rpID: portalDomain,
    challenge: bytesOf(challenge),
    userID: userHandleOf(administrator.id),
    userName: administrator.email,
    userDisplayName: administrator.name ?? administrator.email,
    timeout: ceremonySeconds * 1_000,
    // Whose make the authenticator is would be asked for nothing: nobody is refused for it.
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(descriptorOf),
  });
}

/** @param known whose passkeys may sign, after the password; null: a passkey alone has to, and tell whose it is */
export function authenticationOptions({ challenge, portalDomain }: Ceremony, known: readonly KnownCredential[] | null) {
  return generateAuthenticationOptions({
    rpID: portalDomain,
    challenge: bytesOf(challenge),
    timeout: ceremonySeconds * 1_000,
    ...(known === null
      ? { userVerification: 'required' }
      : { userVerification: 'preferred', allowCredentials: known.map(descriptorOf) }),
  });
}

/** @returns null when it is not a new passkey that was made for the challenge on that host */
export async function newPasskeyOf({ challenge, portalDomain }: Ceremony, { id, response }: Attestation) {
  const { transports, ...rest } = response;
  const verified = await acceptedOrNull(() =>
    verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: originIn(response.clientDataJSON, portalDomain),
      expectedRPID: portalDomain,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    credential_id: bytesOf(credential.id),
    public_key: Buffer.from(credential.publicKey),
    signatures: credential.counter,
    transports: [...(transports ?? [])],
  };
}

/**
 * What the authenticator counts as its signatures, 0 if it does not count. Whether that is more than before is the caller's to see.
 * @param isAlone nothing but the passkey was asked for, so it has to have made sure of the person
 * @returns null when it is not the passkey's signature of the challenge on that host
 */
export async function signaturesOf(
  { challenge, portalDomain }: Ceremony,
  { id, response }: Assertion,
  passkey: { readonly administrator_id: string; readonly public_key: Buffer },
  isAlone: boolean,
): Promise<number | null> {
  const { userHandle, ...signed } = response;
  const isOwn = userHandle === undefined || bytesOf(userHandle).equals(userHandleOf(passkey.administrator_id));
  if (!isOwn) return null;
  const verified = await acceptedOrNull(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: signed,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: originIn(response.clientDataJSON, portalDomain),
      expectedRPID: portalDomain,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification: isAlone,
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The challenge that was signed; null: it cannot be read. */
export function challengeIn(clientDataJSON: string): string | null {
  return clientDataOf(clientDataJSON).challenge;
}

/** A page of that host over HTTPS, or of this very machine; whichever port: a passkey is of a host. */
function originIn(clientDataJSON: string, portalDomain: string): string {
  const { origin } = clientDataOf(clientDataJSON);
  if (origin === null || !URL.canParse(origin)) return noOrigin;
  const { protocol, hostname } = new URL(origin);
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && portalDomain === 'localhost');
  return isTrusted && hostname === portalDomain ? origin : noOrigin;
}

const noOrigin = 'https://of.no.portal.invalid';

function clientDataOf(clientDataJSON: string): { challenge: string | null; origin: string | null } {
  try {
    const { challenge, origin } = JSON.parse(bytesOf(clientDataJSON).toString()) as Record<string, unknown>;
    return {
      challenge: typeof challenge === 'string' ? challenge : null,
      origin: typeof origin === 'string' ? origin : null,
    };
  } catch {
    return { challenge: null, origin: null };
  }
}

/** The library throws at whatever is wrong with what strangers send, in words for developers. */
async function acceptedOrNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

function descriptorOf({ credential_id, transports }: KnownCredential) {
  return { id: credential_id.toString('base64url'), transports: transports as AuthenticatorTransport[] };
}

function userHandleOf(administratorId: string): Buffer<ArrayBuffer> {
  return Buffer.from(administratorId.replaceAll('-', ''), 'hex');
}

function bytesOf(base64url: string): Buffer<ArrayBuffer> {
  return Buffer.from(base64url, 'base64url');
}

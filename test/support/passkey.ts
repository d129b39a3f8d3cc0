import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The flags of authenticator data (Web Authentication, 6.1). */
const flags = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** What an authenticator can be made to do. */
interface Behaviour {
  /** Default: that of the portal domain, over HTTPS. */
  readonly origin?: string;
  /** Default: true. */
  readonly userVerified?: boolean;
  /** Default: one more than before. */
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
}

/** An authenticator with one passkey, written without the library that the service uses: ES256, attestation "none". */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  #userHandle = '';
  readonly #privateKey: KeyObject;
  readonly #publicKey: { readonly x: Buffer; readonly y: Buffer };

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#publicKey = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') };
  }

  /** `RegistrationResponseJSON` of Web Authentication. */
  create(options: unknown, behaviour: Behaviour = {}) {
    const { challenge, rp, user } = options as CreationOptions;
    this.#userHandle = user.id;
    const idBytes = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, { ...behaviour, counter: this.counter }, flags.attestedCredential),
      Buffer.alloc(16),
      length,
      idBytes,
      coseKey(this.#publicKey),
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, rp.id, behaviour).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** `AuthenticationResponseJSON`. */
  get(options: unknown, behaviour: Behaviour = {}) {
    const { challenge, rpId } = options as RequestOptions;
    const data = clientData('webauthn.get', challenge, rpId, behaviour);
    this.counter = behaviour.counter ?? this.counter + 1;
    const authenticatorData = this.#authenticatorData(rpId, { ...behaviour, counter: this.counter });
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle: behaviour.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    };
  }

  #authenticatorData(rpId: string, { userVerified = true, counter = 0 }: Behaviour, more = 0): Buffer {
    const data = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(data);
    data[32] = flags.userPresent | (userVerified ? flags.userVerified : 0) | more;
    data.writeUInt32BE(counter, 33);
    return data;
  }
}

function clientData(type: string, challenge: string, rpId: string, behaviour: Behaviour): Buffer {
  const { origin = `https://${rpId}` } = behaviour;
  return Buffer.from(JSON.stringify({ type, challenge: behaviour.challenge ?? challenge, origin, crossOrigin: false }));
}

/** A key of P-256 for ES256 (RFC 9053): a map of kty, alg, crv, x and y. */
function coseKey({ x, y }: { readonly x: Buffer; readonly y: Buffer }): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(x),
    Buffer.from([0x22]),
    cborBytes(y),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

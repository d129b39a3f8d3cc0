/** Whether this browser can make and use passkeys, by the platform's own reading of the API's options. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** The person ended it, took too long, or has no passkey that fits: browsers do not tell which. */
export class PasskeyNotUsed extends Error {
  override readonly name = 'PasskeyNotUsed';
}

/** What a passkey signed, as the API takes it. */
export interface Signature {
  readonly id: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}

/** A new passkey, as the API takes it. */
export interface NewCredential {
  readonly id: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: string[];
  };
}

/** @throws PasskeyNotUsed */
export async function makePasskey(options: object): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return made(() => navigator.credentials.create({ publicKey }));
}

/** @throws PasskeyNotUsed */
export async function usePasskeyFor(options: object): Promise<Signature> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return made(() => navigator.credentials.get({ publicKey }));
}

async function made<T>(ask: () => Promise<Credential | null>): Promise<T> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    if (credential === null) throw new PasskeyNotUsed();
    return credential.toJSON() as T;
  } catch (error) {
    throw error instanceof DOMException ? new PasskeyNotUsed() : error;
  }
}

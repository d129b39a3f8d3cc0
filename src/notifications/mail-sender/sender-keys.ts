import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Sealer, type SecretKeys } from '../../platform/sealing.ts';
import type { MailSender } from './mail-sender-record.ts';

/** What receivers check today: many know no Ed25519, and longer keys fit into no DNS answer by UDP. */
const modulusLength = 2_048;
const generate = promisify(generateKeyPair);

/** Columns of a sender with a key of its own under a name of its own. */
export type NewSenderKey = Pick<MailSender, 'dkim_selector' | 'dkim_public_key' | 'dkim_private_key'>;

/** Private keys of senders, sealed: a copy of the database alone signs nothing. */
export class SenderKeys {
  readonly #sealer: Sealer;

  constructor(keys: SecretKeys) {
    this.#sealer = new Sealer(keys, 'signing keys of mail senders');
  }

  async make(partnerId: string): Promise<NewSenderKey> {
    const { publicKey, privateKey } = await generate('rsa', { modulusLength });
    const dkim_selector = `sm${randomBytes(4).toString('hex')}`;
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      dkim_selector,
      dkim_public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      dkim_private_key: this.#sealer.seal(pem, `${partnerId} ${dkim_selector}`),
    };
  }

  /** The private key in PEM. @throws when it was sealed for another sender or under another secret key */
  open({ partner_id, dkim_selector, dkim_private_key }: MailSender): string {
    return this.#sealer.open(dkim_private_key, `${partner_id} ${dkim_selector}`);
  }

  /** @returns null when it is sealed under the current key already */
  reseal(partnerId: string, dkimSelector: string, privateKey: Buffer): Buffer | null {
    return this.#sealer.reseal(privateKey, `${partnerId} ${dkimSelector}`);
  }
}

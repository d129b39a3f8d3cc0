import { Sealer, type SecretKeys } from '../../platform/sealing.ts';
import type { Webhook } from './webhook-record.ts';

type Sealed = Pick<Webhook, 'partner_id' | 'id' | 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Secrets of webhooks, sealed: a copy of the database alone signs nothing. */
export class WebhookSecrets {
  readonly #sealer: Sealer;

  constructor(keys: SecretKeys) {
    this.#sealer = new Sealer(keys, 'secrets of webhooks');
  }

  seal(secret: string, partnerId: string, webhookId: string): Buffer {
    return this.#sealer.seal(secret, `${partnerId} ${webhookId}`);
  }

  /** Those that requests are signed with: the present one, and the one before while both are good. */
  inForce({ partner_id, id, secret, previous_secret, previous_secret_until }: Sealed, now: Date): string[] {
    const open = (sealed: Buffer) => this.#sealer.open(sealed, `${partner_id} ${id}`);
    const overlaps = previous_secret !== null && previous_secret_until !== null && previous_secret_until > now;
    return [open(secret), ...(overlaps ? [open(previous_secret)] : [])];
  }

  /** @returns null when it is sealed under the current key already */
  reseal(partnerId: string, webhookId: string, secret: Buffer): Buffer | null {
    return this.#sealer.reseal(secret, `${partnerId} ${webhookId}`);
  }
}

import { deriveKey, seal, unseal } from '../../platform/sealing.ts';
import type { Webhook } from './webhook-record.ts';

type Sealed = Pick<Webhook, 'partner_id' | 'id' | 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Secrets of webhooks, sealed: a copy of the database alone signs nothing. */
export class WebhookSecrets {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = deriveKey(secretKey, 'secrets of webhooks');
  }

  seal(secret: string, partnerId: string, webhookId: string): Buffer {
    return seal(this.#key, secret, `${partnerId} ${webhookId}`);
  }

  /** Those that requests are signed with: the present one, and the one before while both are good. */
  inForce({ partner_id, id, secret, previous_secret, previous_secret_until }: Sealed, now: Date): string[] {
    const open = (sealed: Buffer) => unseal(this.#key, sealed, `${partner_id} ${id}`);
    const overlaps = previous_secret !== null && previous_secret_until !== null && previous_secret_until > now;
    return [open(secret), ...(overlaps ? [open(previous_secret)] : [])];
  }
}

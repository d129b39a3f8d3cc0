import type { Selectable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../core/operation/tables/notifications.ts';

export type Webhook = Selectable<WebhooksTable>;
export type WebhookDelivery = Selectable<WebhookDeliveriesTable>;

/** What an event of a type could have been. */
export interface EventSample {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A URL without the values of its query: whoever receives may have put a token there. */
export function shownUrl(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  return query ? `${path}?${query.replaceAll(/(^|&)([^&=]*=)?[^&]*/g, '$1$2…')}` : url;
}

/** @throws Problem WEBHOOK_NOT_FOUND */
export async function getWebhook({ db }: Operation, id: string): Promise<Webhook> {
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Problem('WEBHOOK_NOT_FOUND');
  return webhook;
}

/**
 * The same, until the end of the transaction nobody else's to change. Before its deliveries, as everywhere.
 * @throws Problem WEBHOOK_NOT_FOUND
 */
export async function lockWebhook({ db }: Operation, id: string): Promise<Webhook> {
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!webhook) throw new Problem('WEBHOOK_NOT_FOUND');
  return webhook;
}

/**
 * What waits is given up: it can be sent again once the webhook is enabled. What a worker is just sending goes out, and is settled
 * by nobody.
 */
export async function giveUpDeliveries(tx: Operation, webhookId: string): Promise<void> {
  await tx.db
    .updateTable('webhook_deliveries')
    .set({
      status: 'failed',
      next_attempt_at: null,
      claimed_until: null,
      settled_at: tx.clock.now(),
      failure_kind: 'disabled',
      failure: 'The webhook was disabled.',
    })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
}

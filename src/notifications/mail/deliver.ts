import { Operation, type Resources } from '../../core/operation/operation.ts';
import { type Mailer, MailRefused } from '../../platform/mail/mailer.ts';
import { composeDelivery, type MailSetup } from './compose-delivery.ts';
import { type Delivery, type DeliveryOutcome, LapsedDelivery, noteHandOver, settleMail } from './deliveries.ts';
import { mailFailureOf } from './metrics.ts';
import { deliverySeconds } from './retry-plan.ts';

/**
 * One attempt at a claimed mail, settled.
 * @returns what it came to; null when another worker has taken it over
 */
export async function deliver(
  resources: Resources,
  delivery: Delivery,
  mailer: Mailer,
  setup: MailSetup,
): Promise<DeliveryOutcome | null> {
  const operation = Operation.bySystem(resources, delivery.partner_id);
  const outcome = await attempt(operation, delivery, mailer, setup);
  const settled = outcome !== null && (await settleMail(operation, delivery, outcome));
  return settled ? outcome : null;
}

async function attempt(
  operation: Operation,
  delivery: Delivery,
  mailer: Mailer,
  setup: MailSetup,
): Promise<DeliveryOutcome | null> {
  // The worker before died while the server took the text: see noteHandOver.
  if (delivery.status === 'handed_over') return { kind: 'presumed_sent' };
  const ageSeconds = (operation.clock.now().getTime() - delivery.created_at.getTime()) / 1_000;
  if (ageSeconds >= deliverySeconds) return { kind: 'expired' };
  try {
    const composed = await composeDelivery(operation, delivery, setup);
    if (composed === null) return { kind: 'dropped' };
    if ('quietUntil' in composed) return { kind: 'postponed', until: composed.quietUntil };
    await mailer.send(composed.mail, () => noteHandOver(operation, delivery, composed.tells));
    return { kind: 'sent' };
  } catch (error) {
    if (error instanceof LapsedDelivery) return null;
    if (error instanceof MailRefused) return { kind: 'refused', failure: error.message };
    return { kind: 'retry', failure: (error as Error).message, reason: mailFailureOf(error) };
  }
}

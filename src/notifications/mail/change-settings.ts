import { requireCustomer } from '../../accounts/customers/customer-of.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type NotificationSettings, readSettings } from './settings.ts';

/** What is undefined stays as it is. */
export type SettingsChange = { readonly [Key in keyof NotificationSettings]?: NotificationSettings[Key] | undefined };

/**
 * Sets what a customer hears of. It counts for mails that are sent from then on, whenever their alerts were raised.
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function changeSettings(
  operation: Operation,
  billingCustomerId: number,
  change: SettingsChange,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    const before = await readSettings(tx, customer.id);
    const settings: NotificationSettings = {
      port_alerts: change.port_alerts ?? before.port_alerts,
      port_alerts_min_severity: change.port_alerts_min_severity ?? before.port_alerts_min_severity,
      domain_alerts: change.domain_alerts ?? before.domain_alerts,
    };
    const row = { ...settings, updated_at: tx.clock.now() };
    await tx.db
      .insertInto('notification_settings', { customer_id: customer.id, ...row })
      .onConflict((conflict) => conflict.columns(['partner_id', 'customer_id']).doUpdateSet(row))
      .execute();
    await recordAudit(tx, {
      action: 'notification_settings.changed',
      subjectId: customer.id,
      customerId: customer.id,
      details: settings,
    });
  });
}

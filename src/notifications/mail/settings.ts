import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { NotificationSettingsTable } from '../../core/operation/tables.ts';

export type NotificationSettings = Pick<
  Selectable<NotificationSettingsTable>,
  'port_alerts' | 'port_alerts_min_severity' | 'domain_alerts'
>;

/**
 * What customers hear of until they choose. Ports from `high` on: those that let strangers in or at the data, so that a mail
 * always means something to do today. A first scan of a usual server finds several medium ones (a mail server, a panel); who
 * gets mail about those stops reading before the one that matters. Leaks are rare, and each needs somebody to change passwords.
 */
const defaultSettings: NotificationSettings = {
  port_alerts: true,
  port_alerts_min_severity: 'high',
  domain_alerts: true,
};

export async function readSettings(operation: Operation, customerId: string): Promise<NotificationSettings> {
  const row = await operation.db
    .selectFrom('notification_settings')
    .select(['port_alerts', 'port_alerts_min_severity', 'domain_alerts'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? defaultSettings;
}

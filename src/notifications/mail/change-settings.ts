import { requireCustomer } from '../../accounts/customers/index.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { type NotificationSettings, readChoices, type SettingsChoice, toChoices, toSettings } from './settings.ts';

type KindsChange = Readonly<
  Record<string, { readonly [Key in keyof SettingsChoice]?: SettingsChoice[Key] | undefined }>
>;

/** What is undefined stays as it is. */
export type SettingsChange = {
  readonly [Key in keyof Omit<NotificationSettings, 'kinds'>]?: NotificationSettings[Key] | undefined;
} & { readonly kinds?: KindsChange | undefined };

/**
 * Sets what a customer hears of. It counts for mails that are sent from then on, whenever their alerts were raised.
 * @throws Problem CUSTOMER_NOT_FOUND; InvalidInput on kinds when it names one that there is not
 */
export async function changeSettings(
  operation: Operation,
  kinds: readonly AlertKind[],
  billingCustomerId: number,
  change: SettingsChange,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    const before = toSettings(await readChoices(tx, kinds, customer.id));
    const settings: NotificationSettings = {
      port_alerts: change.port_alerts ?? before.port_alerts,
      port_alerts_min_severity: change.port_alerts_min_severity ?? before.port_alerts_min_severity,
      domain_alerts: change.domain_alerts ?? before.domain_alerts,
      kinds: changedKinds(before.kinds, change.kinds ?? {}),
    };
    const updated_at = tx.clock.now();
    for (const [kind, choice] of toChoices(settings)) {
      await tx.db
        .insertInto('notification_choices', { customer_id: customer.id, kind, ...choice, updated_at })
        .onConflict((conflict) =>
          conflict.columns(['partner_id', 'customer_id', 'kind']).doUpdateSet({ ...choice, updated_at }),
        )
        .execute();
    }
    await recordFact(tx, {
      type: 'notification_settings.changed',
      subjectId: customer.id,
      customerId: customer.id,
      details: { ...settings },
    });
  });
}

function changedKinds(before: NotificationSettings['kinds'], change: KindsChange): NotificationSettings['kinds'] {
  const unknown = Object.keys(change).filter((kind) => !(kind in before));
  if (unknown.length > 0)
    throw new InvalidInput({ kinds: [`The kinds field must only name: ${Object.keys(before).join(', ')}.`] });
  return Object.fromEntries(
    Object.entries(before).map(([kind, { enabled, min_severity }]) => {
      const wanted = change[kind];
      const severity = wanted?.min_severity === undefined ? min_severity : wanted.min_severity;
      return [kind, { enabled: wanted?.enabled ?? enabled, min_severity: severity }];
    }),
  );
}

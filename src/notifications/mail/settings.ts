import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';

/** What a customer hears of alerts of one kind. */
export interface SettingsChoice {
  readonly enabled: boolean;
  /** Null: of any severity. */
  readonly min_severity: Severity | null;
}

/** Choices by the names of all kinds. */
export type Choices = ReadonlyMap<string, SettingsChoice>;

/** What a customer chose, and of kinds it has not chosen about, the default. */
export async function readChoices(
  operation: Operation,
  kinds: readonly AlertKind[],
  customerId: string,
): Promise<Choices> {
  const rows = await operation.db
    .selectFrom('notification_choices')
    .select(['kind', 'enabled', 'min_severity'])
    .where('customer_id', '=', customerId)
    .execute();
  const chosen = new Map(rows.map(({ kind, ...choice }) => [kind, choice]));
  return new Map(
    kinds.map(({ name, mail }) => [name, chosen.get(name) ?? { enabled: true, min_severity: mail.minSeverity }]),
  );
}

/** As the API puts it: ports and leaks have fields of their own, other kinds stand under `kinds`. */
export interface NotificationSettings {
  readonly port_alerts: boolean;
  readonly port_alerts_min_severity: Severity;
  readonly domain_alerts: boolean;
  readonly kinds: Readonly<Record<string, SettingsChoice>>;
}

const port = 'port';
const leaks = ['leaked_credentials', 'dark_web'];

export function toSettings(choices: Choices): NotificationSettings {
  const { enabled, min_severity } = choices.get(port)!;
  return {
    port_alerts: enabled,
    port_alerts_min_severity: min_severity ?? 'low',
    domain_alerts: choices.get(leaks[0]!)!.enabled,
    kinds: Object.fromEntries([...choices].filter(([kind]) => kind !== port && !leaks.includes(kind))),
  };
}

export function toChoices({ kinds, ...settings }: NotificationSettings): Choices {
  return new Map([
    [port, { enabled: settings.port_alerts, min_severity: settings.port_alerts_min_severity }],
    ...leaks.map((kind) => [kind, { enabled: settings.domain_alerts, min_severity: null }] as const),
    ...Object.entries(kinds),
  ]);
}

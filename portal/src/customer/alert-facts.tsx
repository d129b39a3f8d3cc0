import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { severityMeaning } from '../ui/severity.tsx';
import { FullTime } from '../ui/time.tsx';
import type { Alert } from './data.ts';

/** What is known of an alert of any kind, as `Facts` shows it. */
export function factsOf(alert: Alert) {
  return [
    ...alert.facts.map(({ label, value }) => [label, withReadableNames(value)] as const),
    [t('portal.alert.severity'), severityMeaning(alert.severity)],
    [t('portal.alert.first-seen'), <FullTime key="first" at={alert.first_detected_at} />],
    [t('portal.alert.last-seen'), <FullTime key="last" at={alert.last_detected_at} />],
  ] as const;
}

import { t } from '../messages/messages.ts';
export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** Most severe first. */
export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

const looks: Record<Severity, { text: string; border: string; level: number }> = {
  critical: { text: 'text-critical', border: 'border-critical', level: 4 },
  high: { text: 'text-high', border: 'border-high', level: 3 },
  medium: { text: 'text-medium', border: 'border-medium', level: 2 },
  low: { text: 'text-low', border: 'border-low', level: 1 },
};

/** Four bars, as many of them full as the severity has steps. */
export function SeverityBars({ severity, size = 12 }: { severity: Severity; size?: number }) {
  const { text, level } = looks[severity];
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 12 12" className={`shrink-0 ${text}`}>
      {[1, 2, 3, 4].map((step) => (
        <rect
          key={step}
          x={(step - 1) * 3.2}
          y={12 - step * 3}
          width="2.4"
          height={step * 3}
          rx="0.6"
          fill="currentColor"
          opacity={step <= level ? 1 : 0.25}
        />
      ))}
    </svg>
  );
}

/** The colour of words that say so themselves; null: they tell nothing to act upon. */
export function severityColour(severity: Severity | null): string {
  return severity === null ? '' : looks[severity].text;
}

/** Never by colour alone: a word and a number of bars say the same. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  const { text, border } = looks[severity];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2 py-0.5 text-xs font-semibold ${text} ${border}`}
    >
      <SeverityBars severity={severity} size={10} />
      {severityLabel(severity)}
    </span>
  );
}

const rank: Record<Severity, number> = { low: 0, medium: 1, high: 2, critical: 3 };

export function mostSevere(of: readonly Severity[]): Severity | null {
  return of.toSorted((a, b) => rank[b] - rank[a])[0] ?? null;
}

export function severityLabel(severity: Severity): string {
  return t(`portal.severity.${severity}`);
}

/** What a severity asks of the reader, as one sentence. */
export function severityMeaning(severity: Severity): string {
  return t(`portal.severity.${severity}.meaning`);
}

/** From which severity on somebody wants to hear, for a choice. */
export function SeverityOptions() {
  return severities.map((severity) => (
    <option key={severity} value={severity}>
      {severity === 'critical'
        ? t('portal.notifications.critical-only')
        : t('portal.notifications.and-worse', { severity: severityLabel(severity) })}
    </option>
  ));
}

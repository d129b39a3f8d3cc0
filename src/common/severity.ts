/** In rising order. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** The higher, the more severe. */
export function rankOf(severity: Severity): number {
  return severities.indexOf(severity);
}

import type { Protocol } from '../port-scanner/port-scanner.ts';
import type { ServiceIdentity } from '../service-identification/service-identity.ts';

/** In ascending order. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export interface Exposure {
  readonly address: string;
  readonly protocol: Protocol;
  readonly port: number;
  readonly identity: ServiceIdentity;
}

export interface Assessment {
  /** Base level of the detected service, or of the port when the service is unknown. */
  readonly severity: Severity;
  /** The exposure's risk in context: evidence raises or lowers it. */
  readonly riskLevel: Severity;
  /** One line, at most 120 characters: what is exposed and where. */
  readonly title: string;
  /** Plain English, several sentences: what is exposed, why it matters, what was seen, what to do. */
  readonly explanation: string;
}

import type { ApplicationPurpose } from '../../common/application-purpose.ts';
import type { Severity } from '../../common/severity.ts';

/** An open port as it was seen. Everything but address, protocol and port came from the network: untrusted text. */
export interface Exposure {
  /** Canonical IPv4 or IPv6 text. */
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Lower-case service name, `unknown` when neither the service nor its port number tells. */
  readonly service: string;
  /** Whether the service said so itself or only its port number suggests it. */
  readonly method: 'probed' | 'port_number';
  readonly tls: boolean;
  readonly product: string | null;
  readonly version: string | null;
  readonly banner: string | null;
  readonly certificateNames: readonly string[];
  /** True: it answered a harmless request without credentials; false: it asked for them; null: not known. */
  readonly unauthenticated: boolean | null;
  /** Title of its web page. */
  readonly title?: string | null;
  /** What a web application is for. */
  readonly purpose?: ApplicationPurpose;
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

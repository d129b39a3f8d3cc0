import type { ApplicationPurpose } from '../../common/application-purpose.ts';
import type { Stated } from './components/stated.ts';
import type { TlsFacts } from './tls/tls-facts.ts';

/** What runs behind an open port, as far as it was willing to say. Everything here came from the network: untrusted text. */
export interface ServiceIdentity {
  /**
   * Lower-case service name: `ssh`, `https`, `mysql`… Where nothing was recognised (`method`), what the number suggests, else
   * `unknown`: shown to people only through `detectedService` or in words that say so.
   */
  readonly service: string;
  /** How the name was found: the service said so itself, or only the port number suggests it. */
  readonly method: 'probed' | 'port_number';
  /** The service runs inside TLS. */
  readonly tls: boolean;
  readonly product: string | null;
  readonly version: string | null;
  /** First line that the service sent, printable characters only, at most 200. */
  readonly banner: string | null;
  /** Names in the TLS certificate: subject common name first, then alternative names, at most 10. */
  readonly certificateNames: readonly string[];
  /** True: it answered a harmless request without credentials; false: it asked for them; null: not known. */
  readonly unauthenticated: boolean | null;
  /** Operating system family hinted at by the banner: `ubuntu`, `debian`, `windows`… */
  readonly operatingSystem: string | null;
  /** Title of the web page that it shows, at most 100 characters. Left out where there is none. */
  readonly title?: string;
  /** What a web application is for. Left out where that is not known, and for everything that is none. */
  readonly purpose?: ApplicationPurpose;
  /** What a web server says that it is made of. Left out when it says nothing, and in what was kept before this was. */
  readonly stated?: Stated;
}

/** What is known, besides a name, of a service that said nothing. */
export const saidNothing: Omit<ServiceIdentity, 'service' | 'method'> = {
  tls: false,
  product: null,
  version: null,
  banner: null,
  certificateNames: [],
  unauthenticated: null,
  operatingSystem: null,
};

/** An identity with what is of the moment: it is judged when it is seen, and is no part of what is kept of a port. */
export interface IdentifiedService extends ServiceIdentity {
  /** What the TLS handshake showed; null when the port was not seen to speak TLS. */
  readonly tlsFacts: TlsFacts | null;
}

/** What runs there as far as it showed itself: a name that the port number merely suggests is no detected one. */
export function detectedService({ service, method }: Pick<ServiceIdentity, 'service' | 'method'>): string {
  return method === 'probed' ? service : 'unknown';
}

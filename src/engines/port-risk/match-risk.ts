import type { Exposure } from './assessment.ts';
import { printableText } from './printable-text.ts';
import type { RiskRow } from './risk-row.ts';
import { riskOfPort, riskOfService } from './risk-table.ts';

/**
 * - `detected`: the service said itself what it is;
 * - `web_on_port`: a plain web server on the port of something that is spoken to over HTTP;
 * - `port_number`: only the number suggests it;
 * - `unlisted`: nothing in the table fits.
 */
type MatchCertainty = 'detected' | 'web_on_port' | 'port_number' | 'unlisted';

export interface RiskMatch {
  readonly row: Pick<RiskRow, 'severity' | 'thing' | 'why' | 'advice' | 'open' | 'guarded'>;
  readonly certainty: MatchCertainty;
}

const plainWebServices = new Set(['http', 'https']);
/** What the identification says when it recognised nothing, or nothing but the encryption. */
export const unrecognisedServices: ReadonlySet<string> = new Set(['', 'unknown', 'tls']);

/** Finds the kind of exposure: the detected service decides, the port number only where no service was detected. */
export function matchRisk(exposure: Exposure): RiskMatch {
  const service = exposure.service.toLowerCase();
  const byPort = riskOfPort(exposure.protocol, exposure.port);
  if (exposure.method === 'probed' && !unrecognisedServices.has(service)) {
    if (plainWebServices.has(service) && byPort?.overHttp) return { row: byPort, certainty: 'web_on_port' };
    const row = riskOfService(service, exposure.protocol);
    return row ? { row, certainty: 'detected' } : unlisted(exposure);
  }
  const row = byPort ?? riskOfService(service, exposure.protocol);
  return row ? { row, certainty: 'port_number' } : unlisted(exposure);
}

function unlisted(exposure: Exposure): RiskMatch {
  const listPrograms = exposure.protocol === 'tcp' ? 'ss -ltnp' : 'ss -lunp';
  return {
    certainty: 'unlisted',
    row: {
      severity: 'medium',
      thing: unlistedThing(exposure),
      why: 'We know too little about this service to say what it would give to a stranger. Ports that nobody has in mind are often left over from a test or opened by an update, and what nobody has in mind nobody keeps up to date; now and then somebody opened them who should not have been there.',
      advice: `Find out which program it is: on Linux “${listPrograms}” lists programs with their ports, on Windows “netstat -abno”. If nobody outside needs it, stop the program, let it listen on 127.0.0.1 only, or close the port in the firewall. If it has to stay open, let only your own addresses in and keep the program up to date.`,
    },
  };
}

/** A name that only the port number suggests is too weak to stand here: it is mentioned among what was seen. */
function unlistedThing({ service, method, tls }: Exposure): string {
  const name =
    method === 'probed' && !unrecognisedServices.has(service.toLowerCase()) ? printableText(service, 24) : null;
  if (name !== null) return `a service known as “${name}”`;
  return tls ? 'an unrecognised encrypted service' : 'an unrecognised service';
}

import type { Exposure } from './assessment.ts';
import { namedService } from './named-services.ts';
import { printableText } from './printable-text.ts';
import type { RiskRow } from './risk-row.ts';
import { riskOfPurpose } from './risk-rows/purposes.ts';
import { riskOfPort, riskOfService, unknownWeb } from './risk-table.ts';
import type { Phrase } from './wording.ts';

/**
 * - `detected`: the service said itself what it is;
 * - `web_on_port`: a plain web server on the port of something that is spoken to over HTTP;
 * - `port_number`: only the number suggests it;
 * - `unlisted`: nothing in the table fits.
 */
type MatchCertainty = 'detected' | 'web_on_port' | 'port_number' | 'unlisted';

export interface RiskMatch {
  readonly row: Pick<RiskRow, 'id' | 'severity' | 'open' | 'guarded'>;
  /** With its article, for the middle of a sentence. */
  readonly thing: Phrase;
  readonly why: Phrase;
  readonly advice: Phrase;
  readonly certainty: MatchCertainty;
  /** The thing begins with a proper name, which is written as its makers write it. */
  readonly isNamed?: true;
}

const plainWebServices = new Set(['http', 'https']);
/** What the identification says when it recognised nothing, or nothing but the encryption. */
export const unrecognisedServices: ReadonlySet<string> = new Set(['', 'unknown', 'tls']);

/** Finds the kind of exposure: the detected service decides, the port number only where no service was detected. */
export function matchRisk(exposure: Exposure): RiskMatch {
  const service = exposure.service.toLowerCase();
  const byPort = riskOfPort(exposure.protocol, exposure.port);
  if (exposure.method === 'probed' && !unrecognisedServices.has(service)) {
    if (plainWebServices.has(service) && byPort?.overHttp) return listed(byPort, exposure, 'web_on_port');
    if (plainWebServices.has(service) && !isLikeWebsite(exposure)) return unknownWebApplication(exposure);
    const row = riskOfService(service, exposure.protocol);
    return row ? listed(row, exposure, 'detected') : (named(exposure, 'detected') ?? unlisted(exposure));
  }
  const row = byPort ?? riskOfService(service, exposure.protocol);
  return row ? listed(row, exposure, 'port_number') : (named(exposure, 'port_number') ?? unlisted(exposure));
}

const websitePorts = new Set([80, 443, 8080, 8443]);

/** What was not recognised is taken for a website only where those are, and only when it answers like one. */
function isLikeWebsite({ protocol, port, purpose }: Exposure): boolean {
  return protocol === 'udp' || (websitePorts.has(port) && purpose !== 'interface');
}

function unknownWebApplication(exposure: Exposure): RiskMatch {
  const name = printableText(exposure.title ?? null, 40);
  const match = listed(unknownWeb, exposure, 'detected');
  return name === null ? match : { ...match, thing: { key: 'thing.unknown-web-titled', values: { name } } };
}

/** An application or protocol that is rated by what it is for. */
function named(exposure: Exposure, certainty: MatchCertainty): RiskMatch | null {
  const service = exposure.service.toLowerCase();
  const known = namedService(service);
  const row = riskOfPurpose(exposure.purpose ?? known?.purpose);
  if (row === null || exposure.protocol !== 'tcp') return null;
  const name = known?.name ?? printableText(exposure.product, 40) ?? printableText(service, 24) ?? '';
  return { ...listed(row, exposure, certainty), thing: { key: `thing.${row.id}`, values: { name } }, isNamed: true };
}

/** What is true of a service that lets everybody in need not be of one that asks for a login. */
function listed(row: RiskRow, { unauthenticated }: Exposure, certainty: MatchCertainty): RiskMatch {
  const { id, open, guarded } = row;
  const isOpen = unauthenticated === true;
  const isGuarded = unauthenticated === false;
  const adviceKind =
    isOpen && open?.advice !== undefined
      ? 'open-advice'
      : isGuarded && guarded?.advice !== undefined
        ? 'guarded-advice'
        : 'advice';
  return {
    row,
    certainty,
    thing: { key: `thing.${id}` },
    why: { key: isGuarded && guarded?.why !== undefined ? `guarded-why.${id}` : `why.${id}` },
    advice: { key: `${adviceKind}.${id}` },
  };
}

function unlisted(exposure: Exposure): RiskMatch {
  const command = exposure.protocol === 'tcp' ? 'ss -ltnp' : 'ss -lunp';
  return {
    certainty: 'unlisted',
    row: { id: 'unlisted', severity: 'medium' },
    thing: unlistedThing(exposure),
    why: { key: 'why.unlisted' },
    advice: { key: 'advice.unlisted', values: { command } },
  };
}

/** A name that only the port number suggests is too weak to stand here: it is mentioned among what was seen. */
function unlistedThing({ service, method, tls }: Exposure): Phrase {
  const name =
    method === 'probed' && !unrecognisedServices.has(service.toLowerCase()) ? printableText(service, 24) : null;
  if (name !== null) return { key: 'thing.unlisted-named', values: { name } };
  return { key: tls ? 'thing.unlisted-encrypted' : 'thing.unlisted' };
}

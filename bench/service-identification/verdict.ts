import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';
import type { DaemonPort } from './daemon.ts';

export type Verdict = 'right' | 'wrong' | 'unknown';

/**
 * Names that mean the same service. readNmapReport has already put nmap's words into ours where one protocol has two
 * names (domain and dns, ms-wbt-server and rdp, ssl/http and https …); these are matters of taste.
 */
const synonyms: readonly (readonly string[])[] = [
  // One protocol; nmap says proxy of caches that stand in front of a site, we of those that anybody may ask for any site.
  ['http', 'http-proxy'],
  // nmap calls SMB by the session service, on whichever port.
  ['smb', 'netbios-ssn'],
];

/** Spoken over HTTP: we name the product's protocol, nmap often HTTP alone. */
const namesOverHttp = new Set(['docker', 'elasticsearch', 'etcd', 'influxdb', 'ipp', 'kubernetes', 'prometheus']);
/** Says that something is there, and not what. */
const nothing = new Set(['unknown', 'tls', 'ssl', 'tcpwrapped']);

/**
 * A port whose answer was not understood is unknown, whatever its number suggests, which is right where the row says that nobody can
 * know it; so is an application of which only the web server is told.
 */
export function verdictOn(ours: ServiceIdentity, { truth, alsoRight = [], overHttp }: DaemonPort): Verdict {
  if (ours.method !== 'probed' || nothing.has(ours.service)) return alsoRight.includes('unknown') ? 'right' : 'unknown';
  const names = [truth.service, ...alsoRight].map(inPlainLetters);
  const told = [ours.service, ...(overHttp ? [ours.product ?? ''] : [])].map(inPlainLetters);
  if (told.some((name) => names.includes(name))) return ours.tls === (truth.tls ?? false) ? 'right' : 'wrong';
  return overHttp && ['http', 'https'].includes(ours.service) ? 'unknown' : 'wrong';
}

/** Whether a person who reads the alert's title or greeting finds its name there. */
export function isNamedInWhatIsShown(
  { title, banner }: ServiceIdentity,
  { truth, alsoRight = [] }: DaemonPort,
): boolean {
  const shown = inPlainLetters(`${title ?? ''} ${banner ?? ''}`);
  return [truth.service, ...alsoRight].some(
    (name) => !nothing.has(name) && name !== 'http' && shown.includes(inPlainLetters(name)),
  );
}

/** `Node-RED`, `node-red` and `node_red` are one name. */
function inPlainLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Judged with kindness: any name that it has for the service, or for what carries it. */
export function nmapsVerdictOn(
  { service }: ServiceIdentity,
  { truth, alsoRight = [], nmapNames = [], overHttp }: DaemonPort,
): Verdict {
  if (nothing.has(service)) return alsoRight.includes('unknown') ? 'right' : 'unknown';
  const names = [truth.service, ...alsoRight, ...nmapNames];
  const carried = overHttp || namesOverHttp.has(truth.service) ? ['http', 'https'] : [];
  const alike = synonyms.filter((group) => group.some((name) => names.includes(name))).flat();
  return [...names, ...carried, ...alike].some(
    (name) => name === service || `${name}s` === service || name === `${service}s`,
  )
    ? 'right'
    : 'wrong';
}

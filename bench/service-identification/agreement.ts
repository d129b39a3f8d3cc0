import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';

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
const overHttp = new Set(['docker', 'elasticsearch', 'etcd', 'influxdb', 'ipp', 'kubernetes', 'prometheus']);

/** Whether both mean the same service, and agree whether it is inside TLS. Products and versions are not compared. */
export function agrees(ours: ServiceIdentity, nmaps: ServiceIdentity): boolean {
  if (ours.tls !== nmaps.tls) return false;
  if (ours.service === nmaps.service) return true;
  if (overHttp.has(ours.service)) return nmaps.service === 'http' || nmaps.service === 'https';
  return synonyms.some((names) => names.includes(ours.service) && names.includes(nmaps.service));
}

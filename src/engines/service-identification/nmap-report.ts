import { XMLParser } from 'fast-xml-parser';
import { namesInTls } from './names-in-tls.ts';
import { operatingSystemHint } from './operating-system.ts';
import { printableText } from './printable.ts';
import type { ServiceIdentity } from './service-identity.ts';

/** One port in a report of `nmap -sV -oX`, as nmap's document type definition describes it. */
interface PortElement {
  readonly '@portid'?: string;
  readonly '@protocol'?: string;
  readonly state?: { readonly '@state'?: string };
  readonly service?: ServiceElement;
}

interface ServiceElement {
  readonly '@name'?: string;
  /** `probed`: an answer matched; `table`: only the port number suggests it. */
  readonly '@method'?: string;
  readonly '@product'?: string;
  readonly '@version'?: string;
  readonly '@extrainfo'?: string;
  readonly '@ostype'?: string;
  readonly '@tunnel'?: string;
}

interface Report {
  readonly nmaprun?: { readonly host?: readonly { readonly ports?: { readonly port?: readonly PortElement[] } }[] };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  isArray: (name) => name === 'host' || name === 'port',
});

/** nmap's names for which the recognisers have another one. */
const ourNames: Readonly<Record<string, string | undefined>> = {
  ajp13: 'ajp',
  'cassandra-native': 'cassandra',
  distccd: 'distcc',
  domain: 'dns',
  'http-alt': 'http',
  jabber: 'xmpp',
  'microsoft-ds': 'smb',
  'ms-sql-s': 'mssql',
  'ms-wbt-server': 'rdp',
  socks4: 'socks',
  socks5: 'socks',
  'tor-socks': 'socks',
  'vnc-http': 'http',
  'xmpp-client': 'xmpp',
  'xmpp-server': 'xmpp',
};

/**
 * The open TCP ports of one host whose service nmap recognised by an answer, in our words. What it derived from the
 * number alone is left out. The text in it comes from the network: untrusted, here already cleaned and cut.
 *
 * @throws Error when the text is no XML
 */
export function readNmapReport(xml: string): Map<number, ServiceIdentity> {
  const report = parser.parse(xml, true) as Report;
  const ports = (report.nmaprun?.host ?? []).flatMap((host) => host.ports?.port ?? []);
  const identities = new Map<number, ServiceIdentity>();
  for (const { '@portid': port, '@protocol': protocol, state, service } of ports) {
    if (port === undefined || protocol !== 'tcp' || state?.['@state'] !== 'open') continue;
    const identity = service && identityOf(service);
    if (identity) identities.set(Number(port), identity);
  }
  return identities;
}

function identityOf(service: ServiceElement): ServiceIdentity | null {
  const { '@method': method, '@tunnel': tunnel, '@product': product = '', '@extrainfo': extra = '' } = service;
  const name = printableText(service['@name'] ?? '', 50)?.toLowerCase() ?? 'unknown';
  if (method !== 'probed' || name === 'unknown' || name === 'tcpwrapped') return null;
  const tls = tunnel === 'ssl' || name === 'ssl';
  return {
    service: ourName(name, tls),
    method: 'probed',
    tls,
    product: printableText(product, 100),
    version: printableText(service['@version'] ?? '', 50),
    banner: null,
    certificateNames: [],
    unauthenticated: null,
    operatingSystem: operatingSystemHint(`${product} ${extra} ${service['@ostype'] ?? ''}`) ?? null,
  };
}

function ourName(nmapName: string, tls: boolean): string {
  if (nmapName === 'ssl') return 'tls';
  // A broker that lets everybody in is called `mosquitto version 2.0.11`.
  const name = nmapName.startsWith('mosquitto') ? 'mqtt' : (ourNames[nmapName] ?? nmapName);
  return (tls && namesInTls[name]) || name;
}

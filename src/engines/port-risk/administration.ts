import type { Exposure } from './assessment.ts';

/** Where people usually administer their server: closing such a port may lock its owner out. */
const administrationPorts: Readonly<Record<Exposure['protocol'], ReadonlySet<number>>> = {
  tcp: new Set([
    22, 1194, 2082, 2083, 2086, 2087, 2095, 2096, 2222, 3389, 5900, 5985, 5986, 8006, 8443, 8880, 9090, 10000,
  ]),
  udp: new Set([500, 1194, 4500, 51820]),
};

/** The same services on any other port. */
const administrationServices: ReadonlySet<string> = new Set([
  'ssh',
  'rdp',
  'vnc',
  'winrm',
  'cpanel',
  'cpanel-webmail',
  'whm',
  'plesk',
  'webmin',
  'directadmin',
  'proxmox',
  'cockpit',
  'wireguard',
  'openvpn',
  'ipsec',
]);

/**
 * Whether somebody may depend on this very port to get at the server, so that whoever advises to close it must warn of a
 * lockout first. By the service wherever it runs, or by the port whatever was detected there.
 */
export function isAdministrationAccess(exposure: Pick<Exposure, 'service' | 'protocol' | 'port'>): boolean {
  const isUsualPort = administrationPorts[exposure.protocol].has(exposure.port);
  return isUsualPort || administrationServices.has(exposure.service.toLowerCase());
}

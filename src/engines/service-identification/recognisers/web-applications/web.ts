import type { WebApplication } from './web-application.ts';

/** Panels, printers, proxies: named by what they call themselves. */
export const webServerApplications: readonly WebApplication[] = [
  { service: 'cpanel', product: 'cPanel', shows: [{ header: ['server', /^cpsrvd(?:\/(?<version>[\w.]+))?/] }] },
  { service: 'plesk', product: 'Plesk', shows: [{ header: ['server', /^sw-cp-server/] }] },
  { service: 'webmin', product: 'Webmin', shows: [{ header: ['server', /^MiniServ(?:\/(?<version>[\w.]+))?/] }] },
  {
    service: 'directadmin',
    product: 'DirectAdmin',
    shows: [{ header: ['server', /^DirectAdmin(?: Daemon)?(?: v(?<version>[\w.]+))?/] }],
  },
  {
    service: 'proxmox',
    product: 'Proxmox VE',
    shows: [{ header: ['server', /^pve-api-daemon(?:\/(?<version>[\w.]+))?/] }],
  },
  {
    // Debian's own has another base and another order of fields than the maker's.
    service: 'cockpit',
    product: 'Cockpit',
    shows: [
      { body: /<base href="\/cockpit\// },
      { body: /(?:window\.|var )environment = \{(?:"is_cockpit_client":(?:true|false),)?"page":\{"connect":/ },
    ],
  },
  { service: 'ipp', product: 'CUPS', shows: [{ header: ['server', /\bCUPS\/(?<version>[\w.]+)/] }] },
  { service: 'http-proxy', product: 'Squid', shows: [{ header: ['server', /^squid(?:\/(?<version>[\w.]+))?/i] }] },
  {
    service: 'http-proxy',
    product: 'Tinyproxy',
    shows: [{ header: ['server', /^tinyproxy(?:\/(?<version>[\w.]+))?/i] }],
  },
  {
    service: 'node-inspector',
    product: 'Node.js',
    shows: [{ body: /^WebSockets request was expected/ }],
    access: [{ open: { body: /^WebSockets request was expected/ } }],
  },
  { service: 'tor-control', product: 'Tor', shows: [{ body: /Tor's ControlPort is not an HTTP proxy/ }] },
  // What speaks SOCKS tells so to whom takes it for a web proxy.
  { service: 'socks', product: 'Tor', shows: [{ title: /^This is a SOCKS Proxy, Not An HTTP Proxy/ }] },
];

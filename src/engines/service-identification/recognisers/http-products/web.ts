import type { HttpProduct } from './http-product.ts';

/** Panels, printers, proxies: named by what they call themselves. */
export const webProducts: readonly HttpProduct[] = [
  { service: 'cpanel', product: 'cPanel', header: ['server', /^cpsrvd(?:\/([\w.]+))?/] },
  { service: 'plesk', product: 'Plesk', header: ['server', /^sw-cp-server/] },
  { service: 'webmin', product: 'Webmin', header: ['server', /^MiniServ(?:\/([\w.]+))?/] },
  { service: 'directadmin', product: 'DirectAdmin', header: ['server', /^DirectAdmin(?: Daemon)?(?: v([\w.]+))?/] },
  { service: 'proxmox', product: 'Proxmox VE', header: ['server', /^pve-api-daemon(?:\/([\w.]+))?/] },
  {
    service: 'cockpit',
    product: 'Cockpit',
    body: /<base href="\/cockpit\/|window\.environment = \{"page":\{"connect":/,
  },
  { service: 'ipp', product: 'CUPS', header: ['server', /\bCUPS\/([\w.]+)/] },
  { service: 'http-proxy', product: 'Squid', header: ['server', /^squid(?:\/([\w.]+))?/i] },
  { service: 'http-proxy', product: 'Tinyproxy', header: ['server', /^tinyproxy(?:\/([\w.]+))?/i] },
  {
    service: 'node-inspector',
    product: 'Node.js',
    body: /^WebSockets request was expected/,
    unauthenticated: () => true,
  },
  { service: 'tor-control', product: 'Tor', body: /Tor's ControlPort is not an HTTP proxy/ },
  // What speaks SOCKS tells so to whom takes it for a web proxy.
  { service: 'socks', product: 'Tor', body: /<title>This is a SOCKS Proxy, Not An HTTP Proxy</ },
];

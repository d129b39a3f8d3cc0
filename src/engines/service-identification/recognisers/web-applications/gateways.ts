import type { Access, WebApplication } from './web-application.ts';

/** As each of this family asks for its login. */
const arrLogin: readonly Access[] = [
  { guarded: [{ title: /^Login/ }, { status: 401 }, { body: /action="\/login|name="password"/ }] },
];

/** Where networks begin, and what sits at their edge in houses: gateways, remote control, cameras, streams, downloads. */
export const gatewayApplications: readonly WebApplication[] = [
  {
    service: 'openvpn-as',
    product: 'OpenVPN Access Server',
    purpose: 'network',
    shows: [{ header: ['server', /^OpenVPN-AS$/] }],
  },
  { service: 'pritunl', product: 'Pritunl', purpose: 'network', shows: [{ title: /^Pritunl$/ }] },
  {
    service: 'fortigate',
    product: 'Fortinet FortiGate',
    purpose: 'network',
    shows: [{ header: ['server', /^x{8}-x{5}$/] }, { cookie: /^(?:SVPNCOOKIE|SVPNNETWORKCOOKIE|FGTServer)$/ }],
  },
  {
    service: 'cisco-asa',
    product: 'Cisco ASA',
    purpose: 'network',
    // What is like it (ocserv) sets “webvpn” and “webvpncontext”, too.
    shows: [
      { cookie: /^webvpn(?:_portal|Lang|login|SharePoint)$/ },
      { header: ['location', /\/\+CSCOE\+\/logon\.html/] },
    ],
  },
  {
    service: 'ivanti-connect-secure',
    product: 'Ivanti Connect Secure',
    purpose: 'network',
    shows: [{ cookie: /^DSSIGNIN$|^DSSignInURL$/ }, { header: ['location', /\/dana-na\/auth\//] }],
  },
  {
    service: 'citrix-gateway',
    product: 'Citrix Gateway',
    purpose: 'network',
    shows: [{ title: /^(?:Citrix|NetScaler|Netscaler) Gateway$/ }],
  },
  {
    service: 'globalprotect',
    product: 'Palo Alto GlobalProtect',
    purpose: 'network',
    shows: [{ title: /^GlobalProtect Portal$/ }, { body: /\/global-protect\/portal\/css\// }],
  },
  { service: 'big-ip', product: 'F5 BIG-IP', purpose: 'network', shows: [{ title: /^BIG-IP®/ }] },
  { service: 'sonicwall', product: 'SonicWall', purpose: 'network', shows: [{ header: ['server', /^SonicWALL\b/i] }] },
  {
    service: 'kerio-control',
    product: 'Kerio Control',
    purpose: 'network',
    shows: [{ header: ['server', /^Kerio Control Embedded Web Server/] }],
  },
  {
    service: 'kerio-connect',
    product: 'Kerio Connect',
    purpose: 'public',
    shows: [{ header: ['server', /^Kerio Connect (?<version>\d[\d.]{0,20})/] }],
  },
  {
    service: 'screenconnect',
    product: 'ConnectWise ScreenConnect',
    purpose: 'manager',
    shows: [{ header: ['server', /^ScreenConnect\/(?<version>\d[\d.]{0,20})/] }],
  },
  {
    service: 'asterisk-http',
    product: 'Asterisk',
    purpose: 'helper',
    shows: [{ header: ['server', /^Asterisk(?:\/(?<version>\d[\w.~-]{0,30}))?$/] }],
  },
  {
    service: 'wowza',
    product: 'Wowza Streaming Engine',
    purpose: 'public',
    shows: [
      { header: ['server', /^WowzaStreamingEngine\/(?<version>\d[\w.]{0,20})/] },
      { body: /\bWowza Streaming Engine 4 [\w ]{1,40} Edition (?<version>\d[\w.]{0,20})/ },
    ],
  },
  {
    service: 'srs',
    product: 'SRS',
    purpose: 'public',
    shows: [{ header: ['server', /^SRS\/(?<version>\d[\w.]{0,20})/] }],
  },
  {
    service: 'blue-iris',
    product: 'Blue Iris',
    purpose: 'home',
    shows: [{ header: ['server', /^BlueIris-HTTP\/(?<version>\d[\d.]{0,20})/] }],
  },
  { service: 'unraid', product: 'Unraid', purpose: 'panel', shows: [{ cookie: /^unraid_[\da-f]{16,64}$/ }] },
  { service: 'casaos', product: 'CasaOS', purpose: 'panel', shows: [{ title: /^CasaOS$/ }] },
  ...['Prowlarr', 'Lidarr', 'Readarr', 'Whisparr'].map(
    (product): WebApplication => ({
      service: product.toLowerCase(),
      product,
      purpose: 'media',
      shows: [
        { title: new RegExp(`^(?:Login - )?${product}$`) },
        { header: ['www-authenticate', new RegExp(`^Basic realm="${product}"`)] },
      ],
      access: arrLogin,
    }),
  ),
  { service: 'bazarr', product: 'Bazarr', purpose: 'media', shows: [{ title: /^Bazarr$/ }] },
  { service: 'jackett', product: 'Jackett', purpose: 'media', shows: [{ title: /^(?:Login - )?Jackett$/ }] },
  {
    service: 'tautulli',
    product: 'Tautulli',
    purpose: 'media',
    shows: [{ title: /^Tautulli - (?:Home|Login|Welcome)/ }],
    access: [{ guarded: [{ title: /Login/ }] }],
  },
  { service: 'ombi', product: 'Ombi', purpose: 'media', shows: [{ title: /^Ombi$/ }] },
  { service: 'overseerr', product: 'Overseerr', purpose: 'media', shows: [{ title: /^(?:Sign In - )?Overseerr$/ }] },
  { service: 'jellyseerr', product: 'Jellyseerr', purpose: 'media', shows: [{ title: /^(?:Sign In - )?Jellyseerr$/ }] },
  { service: 'komga', product: 'Komga', purpose: 'media', shows: [{ title: /^Komga$/ }] },
  { service: 'kavita', product: 'Kavita', purpose: 'media', shows: [{ title: /^Kavita$/ }] },
  { service: 'audiobookshelf', product: 'Audiobookshelf', purpose: 'media', shows: [{ title: /^Audiobookshelf$/ }] },
  { service: 'rutorrent', product: 'ruTorrent', purpose: 'media', shows: [{ title: /^ruTorrent\b/ }] },
];

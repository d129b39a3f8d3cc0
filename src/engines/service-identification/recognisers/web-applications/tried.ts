import type { Marks, WebApplication } from './web-application.ts';

/** The page itself is what a login would keep from strangers. */
const pageIsOpen = (marks: Marks) => ({ open: { status: 200, ...marks } });
const mountebankLinks = { json: { '_links.imposters.href': 'string' } } as const;
const uStreamer = { title: /^uStreamer$/, body: /treamer v(?<version>\d[\w.]{0,20})<\/h3>/ };
const logPage = { title: /^tail -f /, body: /<pre class="log">/ };
const exporter: Marks = {
  title: /^(?!Node Exporter)[\w ]{0,40}\bexporter(?: v?(?<version>\d[\w.+-]{0,30})| \([^()]{1,40}\))?$/i,
  body: /href=["']?[\w./]{0,40}\/?metrics\b/,
};

/** Rows that were made by the answers of real programs, which stand beside each in application-answers.ts. */
export const triedApplications: readonly WebApplication[] = [
  {
    // Any program that counts for Prometheus, in the manner of those that its makers keep.
    service: 'prometheus-exporter',
    product: 'Prometheus exporter',
    purpose: 'monitoring',
    shows: [exporter, { body: /^\s{0,20}<h2>Exporters:<\/h2>\s{0,20}<ul>/ }],
    access: [{ path: '/metrics', open: { status: 200, body: /^# (?:HELP|TYPE) \w/m } }],
  },
  {
    service: 'powerdns',
    product: 'PowerDNS',
    purpose: 'monitoring',
    shows: [
      { title: /^PowerDNS (?:Authoritative Server|Recursor) Monitor$/, body: />PowerDNS (?<version>\d[\w.-]{0,20})</ },
    ],
  },
  {
    service: 'ocserv',
    product: 'OpenConnect VPN server',
    purpose: 'network',
    shows: [{ header: ['x-transcend-version', /^\d/], body: /<config-auth client="vpn"/ }],
    access: [{ guarded: [{ body: /type="auth-request"/ }] }],
  },
  {
    service: 'groonga',
    product: 'Groonga',
    purpose: 'database',
    shows: [{ header: ['server', /^Groonga\/(?<version>\d[\w.]{0,20})/] }],
    access: [{ path: '/d/status', open: { status: 200, json: { '1.version': 'string', '1.n_queries': 'number' } } }],
  },
  {
    service: 'aptly',
    product: 'aptly',
    purpose: 'manager',
    behind: [
      {
        front: { status: 404, header: ['content-type', /^text\/plain$/], body: /^404 page not found$/ },
        path: '/api/version',
        shows: { status: 200, body: /^\{"Version":"(?<version>\d[\w.+~-]{0,40})"\}$/ },
      },
    ],
    access: [{ open: { status: 200, json: { Version: 'string' } } }],
  },
  {
    service: 'docker',
    product: 'Podman',
    behind: [
      {
        front: { status: 404, body: /^Not Found\s*$/ },
        path: '/_ping',
        shows: { header: ['libpod-api-version', /^\d/] },
      },
    ],
    access: [
      {
        path: '/version',
        open: { status: 200, json: { ApiVersion: 'string', Version: 'string' } },
        version: 'Version',
      },
    ],
  },
  {
    service: 'xandikos',
    product: 'Xandikos',
    purpose: 'public',
    shows: [{ title: /^Xandikos WebDAV server$/ }],
  },
  {
    service: 'radicale',
    product: 'Radicale',
    purpose: 'public',
    behind: [
      {
        front: { status: 302, header: ['location', /(?:^|\/)\.web\/?$/] },
        path: '/.web/',
        shows: { title: /^Radicale Web Interface$/ },
      },
    ],
  },
  {
    service: 'mopidy',
    product: 'Mopidy',
    purpose: 'media',
    shows: [{ title: /^Mopidy$/, header: ['server', /^TornadoServer\//] }],
    access: [pageIsOpen({ title: /^Mopidy$/ })],
  },
  { service: 'ustreamer', product: 'µStreamer', purpose: 'home', shows: [uStreamer], access: [pageIsOpen(uStreamer)] },
  {
    service: 'motion',
    product: 'Motion',
    purpose: 'home',
    shows: [{ title: /^Motion$/, body: /class="header-right">Motion (?<version>\d[\w.]{0,20})</ }],
    access: [pageIsOpen({ title: /^Motion$/ })],
  },
  {
    service: 'perlbal-management',
    product: 'Perlbal',
    purpose: 'manager',
    shows: [{ title: /^perlbal management interface$/ }],
    access: [pageIsOpen({ title: /^perlbal management interface$/ })],
  },
  {
    service: 'orthanc',
    product: 'Orthanc',
    purpose: 'database',
    shows: [{ title: /^Orthanc Explorer/ }],
    access: [
      {
        path: '/system',
        open: { status: 200, json: { ApiVersion: 'number', DicomAet: 'string' } },
        version: 'Version',
      },
    ],
  },
  {
    service: 'debuginfod',
    product: 'debuginfod',
    purpose: 'public',
    shows: [{ body: /^debuginfod \(elfutils\) (?<version>\d[\w.]{0,20})/ }],
  },
  {
    service: 'shoelaces',
    product: 'Shoelaces',
    purpose: 'manager',
    shows: [{ title: /^shoelaces - painless server bootstrapping$/ }],
    access: [pageIsOpen({ title: /^shoelaces - / })],
  },
  {
    service: 'snapcast',
    product: 'Snapcast',
    purpose: 'media',
    shows: [{ header: ['server', /^Snapcast$/] }],
    access: [pageIsOpen({})],
  },
  {
    service: 'nzbget',
    product: 'NZBGet',
    purpose: 'media',
    shows: [{ header: ['server', /^nzbget-(?<version>\d[\w.]{0,20})/] }],
    access: [{}],
  },
  {
    service: 'owhttpd',
    product: 'OWFS',
    purpose: 'home',
    shows: [{ header: ['server', /^owhttpd/] }],
    access: [pageIsOpen({ title: /^1-Wire Web: Directory$/ })],
  },
  {
    service: 'bitcoin-rpc',
    product: 'Bitcoin',
    purpose: 'manager',
    shows: [{ status: 405, body: /^JSONRPC server handles only POST requests/ }],
  },
  {
    service: 'phpldapadmin',
    product: 'phpLDAPadmin',
    purpose: 'panel',
    shows: [{ title: /^phpLDAPadmin(?: \((?<version>\d[\w.]{0,20})\))?(?: -|$)/ }],
  },
  {
    service: 'ldap-account-manager',
    product: 'LDAP Account Manager',
    purpose: 'panel',
    shows: [{ title: /^LDAP Account Manager$/ }],
  },
  {
    service: 'gitweb',
    product: 'gitweb',
    purpose: 'development',
    shows: [{ body: /<!-- git web interface version (?<version>\d[\w.-]{0,20}),/ }],
  },
  {
    service: 'novnc',
    product: 'noVNC',
    purpose: 'manager',
    shows: [{ header: ['server', /^WebSockify\b/] }, { title: /^noVNC$/ }],
  },
  {
    service: 'xpra',
    product: 'Xpra',
    purpose: 'manager',
    shows: [{ header: ['server', /^Xpra-WebSocket-Server\b/] }, { title: /^xpra websockets client$/ }],
  },
  {
    service: 'hledger',
    product: 'hledger-web',
    purpose: 'database',
    shows: [{ title: / - hledger-web$/ }],
    access: [pageIsOpen({ title: / - hledger-web$/ })],
  },
  {
    service: 'kea',
    product: 'Kea control agent',
    purpose: 'manager',
    shows: [{ status: 400, body: /^\{ "result": 400, "text": "Bad Request" \}$/ }],
  },
  {
    service: 'monitorix',
    product: 'Monitorix',
    purpose: 'monitoring',
    shows: [{ header: ['server', /^Monitorix HTTP Server/] }],
  },
  {
    service: 'darkstat',
    product: 'darkstat',
    purpose: 'monitoring',
    shows: [{ header: ['server', /^darkstat\/(?<version>\d[\w.]{0,20})/] }],
    access: [pageIsOpen({ title: /^Graphs \(darkstat / })],
  },
  {
    service: 'glances',
    product: 'Glances',
    purpose: 'monitoring',
    shows: [{ title: /^Glances$/ }],
    access: [pageIsOpen({ title: /^Glances$/ })],
  },
  {
    service: 'tiddlywiki',
    product: 'TiddlyWiki',
    purpose: 'public',
    shows: [{ body: /<meta name="tiddlywiki-version" content="(?<version>\d[\w.-]{0,20})"/ }],
  },
  {
    service: 'karma',
    product: 'Karma',
    purpose: 'development',
    shows: [{ title: /^Karma$/, body: /The entry point for client\./ }],
    access: [pageIsOpen({ title: /^Karma$/ })],
  },
  {
    service: 'janus',
    product: 'Janus',
    purpose: 'media',
    behind: ['/janus/info', '/admin/info'].map((path) => ({
      front: { status: 404, header: ['access-control-max-age', /^86400$/], body: /^$/ },
      path,
      shows: { json: { janus: /^server_info$/ }, body: /"version_string": ?"(?<version>\d[\w.]{0,20})"/ },
    })),
  },
  {
    service: 'dynamodb',
    product: 'DynamoDB',
    purpose: 'database',
    shows: [{ header: ['x-amzn-requestid', /^\w/], body: /^healthy: dynamodb\./ }],
  },
  { service: 's3', product: 'S3 storage', purpose: 'database', shows: [{ body: /<ListAllMyBucketsResult xmlns="/ }] },
  {
    service: 'azurite',
    product: 'Azurite',
    purpose: 'development',
    shows: [{ header: ['server', /^Azurite-(?:Blob|Queue|Table)\/(?<version>\d[\w.]{0,20})/] }],
  },
  { service: 'peerjs', product: 'PeerJS', purpose: 'helper', shows: [{ json: { name: /^PeerJS Server$/ } }] },
  {
    service: 'cors-anywhere',
    product: 'CORS Anywhere',
    purpose: 'network',
    shows: [{ body: /^This API enables cross-origin requests to anywhere\./ }],
    access: [pageIsOpen({ body: /^This API enables cross-origin requests to anywhere\./ })],
  },
  {
    service: 'http-proxy',
    product: 'Whistle',
    shows: [
      { title: /^Whistle Web Debugging Proxy$/ },
      { header: ['x-server', /^Whistle\b/], body: /From: Whistle@(?<version>\d[\w.]{0,20})/ },
    ],
  },
  {
    service: 'mountebank',
    product: 'mountebank',
    purpose: 'runner',
    shows: [mountebankLinks],
    access: [pageIsOpen(mountebankLinks)],
  },
  { service: 'frontail', product: 'frontail', purpose: 'monitoring', shows: [logPage], access: [pageIsOpen(logPage)] },
];

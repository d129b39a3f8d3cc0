import type { WebApplication } from './web-application.ts';

/** What people host for themselves and their company: notes, feeds, files, mail, logins, games. */
export const selfHostedApplications: readonly WebApplication[] = [
  {
    // GET / of its API answers strangers, too; everything else wants a client's certificate.
    service: 'lxd',
    product: 'LXD or Incus',
    purpose: 'manager',
    shows: [{ json: { type: 'string', status: /^Success$/, operation: 'string', 'metadata.0': /^\/1\.0$/ } }],
  },
  {
    // To agents alone; a web browser gets what is wrong with their connection.
    service: 'jenkins-agents',
    product: 'Jenkins',
    purpose: 'helper',
    shows: [{ body: /^Jenkins-Agent-Protocols: [^\r\n]{1,200}\r?\nJenkins-Version: (?<version>\d[\w.-]{0,20})/ }],
  },
  {
    service: 'checkmk',
    product: 'Checkmk',
    purpose: 'monitoring',
    shows: [{ header: ['location', /\/\w{1,40}\/check_mk\//] }],
  },
  { service: 'pufferpanel', product: 'PufferPanel', purpose: 'panel', shows: [{ title: /^PufferPanel$/ }] },
  { service: 'authelia', product: 'Authelia', purpose: 'secrets', shows: [{ title: /^Login - Authelia$/ }] },
  { service: 'passbolt', product: 'Passbolt', purpose: 'secrets', shows: [{ cookie: /^passbolt_session$/ }] },
  { service: 'mailcow', product: 'mailcow', purpose: 'panel', shows: [{ cookie: /^MCSESSID$/ }] },
  {
    service: 'postfixadmin',
    product: 'Postfix Admin',
    purpose: 'panel',
    shows: [{ cookie: /^postfixadmin_session$/ }],
  },
  { service: 'freshrss', product: 'FreshRSS', purpose: 'public', shows: [{ cookie: /^FreshRSS$/ }] },
  { service: 'miniflux', product: 'Miniflux', purpose: 'public', shows: [{ cookie: /^Miniflux(?:App)?SessionID$/ }] },
  {
    service: 'tt-rss',
    product: 'Tiny Tiny RSS',
    purpose: 'public',
    shows: [{ title: /^Tiny Tiny RSS(?: : Login)?$/ }],
  },
  { service: 'firefly-iii', product: 'Firefly III', purpose: 'database', shows: [{ cookie: /^firefly_session$/ }] },
  { service: 'vikunja', product: 'Vikunja', purpose: 'public', shows: [{ title: /^Vikunja$/ }] },
  {
    service: 'privatebin',
    product: 'PrivateBin',
    purpose: 'public',
    shows: [{ body: /<script [^>]{0,200}\bjs\/privatebin\.js\b/ }],
  },
  { service: 'stirling-pdf', product: 'Stirling PDF', purpose: 'helper', shows: [{ title: /^Stirling PDF$/ }] },
  { service: 'ntfy', product: 'ntfy', purpose: 'public', shows: [{ title: /^ntfy web$/ }] },
  { service: 'gotify', product: 'Gotify', purpose: 'public', shows: [{ title: /^Gotify$/ }] },
  {
    service: 'flaresolverr',
    product: 'FlareSolverr',
    purpose: 'network',
    shows: [{ json: { msg: /^FlareSolverr is ready!$/ } }],
    access: [{ open: { json: { msg: /^FlareSolverr is ready!$/ } }, version: 'version' }],
  },
  { service: 'librechat', product: 'LibreChat', purpose: 'public', shows: [{ title: /^LibreChat$/ }] },
  {
    service: 'tvheadend',
    product: 'Tvheadend',
    purpose: 'media',
    shows: [{ header: ['server', /^HTS\/tvheadend$/] }],
    access: [{}],
  },
  { service: 'i2pd', product: 'i2pd', purpose: 'network', shows: [{ title: /^Purple I2P Webconsole$/ }] },
  {
    service: 'mercurial',
    product: 'Mercurial',
    purpose: 'development',
    shows: [{ body: /<link rel="icon" href="[^"]{0,200}\/hgicon\.png"/ }],
  },
];

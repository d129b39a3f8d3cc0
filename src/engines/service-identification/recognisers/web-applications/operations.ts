import type { WebApplication } from './web-application.ts';

/** By what a server and the programs on it are run: consoles, application servers, backups, packages, stores of data. */
export const operationsApplications: readonly WebApplication[] = [
  {
    service: 'rspamd',
    product: 'Rspamd',
    purpose: 'helper',
    shows: [{ header: ['server', /^rspamd\/(?<version>\d[\w.]{0,20})/] }],
  },
  {
    // It starts and stops what it watches; who may read it only sees the same page.
    service: 'monit',
    product: 'Monit',
    purpose: 'monitoring',
    shows: [
      { header: ['server', /^monit (?<version>\d[\d.]{0,20})$/] },
      { header: ['www-authenticate', /^(?:Basic|Digest) realm="monit"/] },
    ],
    access: [{}],
  },
  {
    service: 'icinga2',
    product: 'Icinga 2',
    purpose: 'monitoring',
    shows: [{ header: ['www-authenticate', /^Basic realm="Icinga 2"/] }],
    access: [{}],
  },
  {
    service: 'prtg',
    product: 'PRTG Network Monitor',
    purpose: 'monitoring',
    shows: [{ header: ['server', /^PRTG(?:\/(?<version>\d[\d.]{0,20}))?/] }],
  },
  {
    service: 'centreon',
    product: 'Centreon',
    purpose: 'monitoring',
    shows: [{ title: /^Centreon - IT & Network Monitoring$/ }],
  },
  { service: 'splunk', product: 'Splunk', purpose: 'monitoring', shows: [{ header: ['server', /^Splunkd$/] }] },
  {
    service: 'opensearch-dashboards',
    product: 'OpenSearch Dashboards',
    purpose: 'monitoring',
    shows: [{ header: ['osd-name', /^/] }],
    access: [{ guarded: [{ header: ['location', /\/login/] }, { status: 401 }, { status: 403 }] }],
  },
  { service: 'sentry', product: 'Sentry', purpose: 'inbox', shows: [{ cookie: /^sentrysid$/ }] },
  {
    service: 'couchbase',
    product: 'Couchbase Server',
    purpose: 'database',
    shows: [{ header: ['server', /^Couchbase Server$/] }],
  },
  {
    service: 'orientdb',
    product: 'OrientDB',
    purpose: 'database',
    shows: [{ header: ['server', /^OrientDB Server v\.(?<version>\d[\w.-]{0,20})/] }],
  },
  {
    // rethinkdb.com/docs/security: the page has no login of its own, and no way to be given one.
    service: 'rethinkdb-console',
    product: 'RethinkDB',
    purpose: 'database',
    shows: [{ title: /^RethinkDB Administration Console$/ }],
    access: [{ open: { status: 200, title: /^RethinkDB Administration Console$/ } }],
  },
  {
    // trino.io: this answer is for everybody, whoever may ask for data.
    service: 'trino',
    product: 'Trino',
    purpose: 'database',
    behind: [
      {
        front: { status: 303, header: ['location', /\/ui\/$/] },
        path: '/v1/info',
        shows: {
          body: /"nodeVersion":\{"version":"(?<version>[\w.-]{1,40})"/,
          json: { 'nodeVersion.version': 'string', environment: 'string', coordinator: 'boolean' },
        },
      },
    ],
  },
  {
    service: 'postgrest',
    product: 'PostgREST',
    purpose: 'database',
    shows: [
      {
        json: { 'info.title': /^PostgREST API$|^standard public schema$/, 'externalDocs.url': /\bpostgrest\b/ },
        body: /"version":"(?<version>\d[\w.]{0,20})/,
      },
    ],
  },
  {
    // kafka.apache.org/documentation/#connect_rest: whoever is answered may start what copies data.
    service: 'kafka-connect',
    product: 'Kafka Connect',
    purpose: 'queue',
    shows: [{ json: { version: 'string', commit: 'string', kafka_cluster_id: 'string' } }],
    access: [
      {
        open: { status: 200, json: { version: 'string', kafka_cluster_id: 'string' } },
        guarded: [],
        version: 'version',
      },
    ],
  },
  { service: 'emqx', product: 'EMQX', purpose: 'queue', shows: [{ title: /^EMQX Dashboard$/ }] },
  {
    service: 'webdis',
    product: 'Webdis',
    purpose: 'database',
    shows: [{ header: ['server', /^Webdis/] }],
    // Its “ping” is Redis’: an answer shows that Redis is asked for whoever comes.
    access: [{ path: '/PING', open: { status: 200, json: { 'PING.0': true, 'PING.1': /^PONG$/ } } }],
  },
  {
    service: 'puppetserver',
    product: 'Puppet Server',
    purpose: 'manager',
    shows: [{ header: ['x-puppet-version', /^(?<version>\d[\d.]{0,20})/] }],
  },
  {
    service: 'salt-api',
    product: 'Salt',
    purpose: 'manager',
    shows: [{ json: { return: /^Welcome$/, clients: 'list' } }],
  },
  {
    service: 'pypiserver',
    product: 'pypiserver',
    purpose: 'development',
    shows: [{ title: /^Welcome to pypiserver!$/ }],
  },
  {
    service: 'devpi',
    product: 'devpi',
    purpose: 'development',
    shows: [
      { header: ['x-devpi-server-version', /^(?<version>\d[\w.]{0,20})/] },
      { header: ['x-devpi-api-version', /^\d/] },
    ],
  },
  {
    service: 'cgit',
    product: 'cgit',
    purpose: 'development',
    shows: [{ body: /<meta name='generator' content='cgit v(?<version>[\w.-]{1,30})'/ }],
  },
  { service: 'gerrit', product: 'Gerrit', purpose: 'public', shows: [{ title: /^Gerrit Code Review$/ }] },
  {
    service: 'selenium-grid',
    product: 'Selenium Grid',
    purpose: 'runner',
    shows: [{ title: /^Selenium Grid$/ }, { json: { 'value.ready': 'boolean', 'value.message': /^Selenium Grid\b/ } }],
  },
  { service: 'mitmproxy', product: 'mitmproxy', purpose: 'development', shows: [{ title: /^mitmproxy$/ }] },
  {
    service: 'browser-sync',
    product: 'Browsersync',
    purpose: 'development',
    shows: [{ title: /^Browsersync$/i }, { body: /\/browser-sync\/browser-sync-client\.js/ }],
  },
  {
    service: 'live-server',
    product: 'live-server',
    purpose: 'development',
    shows: [{ body: /<!-- Code injected by live-server -->/ }],
  },
  {
    service: 'glassfish',
    product: 'GlassFish',
    purpose: 'development',
    shows: [
      { header: ['server', /^(?:Oracle )?GlassFish Server(?: Open Source Edition)?\s{1,4}(?<version>\d[\w.]{0,20})/] },
    ],
  },
  {
    service: 'payara',
    product: 'Payara Server',
    purpose: 'development',
    shows: [{ header: ['server', /^Payara Server\s{1,4}(?<version>\d[\w.]{0,20})/] }],
  },
  { service: 'wildfly', product: 'WildFly', purpose: 'development', shows: [{ title: /^Welcome to WildFly\b/ }] },
  {
    service: 'weblogic',
    product: 'Oracle WebLogic Server',
    purpose: 'development',
    shows: [
      { header: ['server', /^WebLogic(?: WebLogic)? Server (?<version>\d[\d.]{0,20})/] },
      { status: 404, body: /<TITLE>Error 404--Not Found<\/TITLE>[\s\S]{0,1500}From RFC 2068 / },
    ],
  },
  {
    service: 'litespeed-webadmin',
    product: 'LiteSpeed WebAdmin',
    purpose: 'panel',
    shows: [{ title: /^LiteSpeed WebAdmin Console$/ }],
  },
  { service: 'openstack', product: 'OpenStack', purpose: 'panel', shows: [{ title: /(?:^| - )OpenStack Dashboard$/ }] },
  { service: 'opennebula', product: 'OpenNebula', purpose: 'panel', shows: [{ title: /^OpenNebula Sunstone\b/ }] },
  { service: 'cloudstack', product: 'Apache CloudStack', purpose: 'panel', shows: [{ title: /^Apache CloudStack$/ }] },
  {
    service: 'xenserver',
    product: 'XenServer',
    purpose: 'panel',
    shows: [
      { title: /^(?:Welcome to Citrix Hypervisor|(?:Welcome to )?(?:Citrix )?XenServer) (?<version>\d[\d.]{0,20})$/ },
    ],
  },
  {
    service: 'freepbx',
    product: 'FreePBX',
    purpose: 'panel',
    shows: [{ title: /^FreePBX Administration$/ }],
  },
  {
    service: '3cx',
    product: '3CX',
    purpose: 'panel',
    shows: [{ title: /^3CX (?:Phone System )?Management Console$/ }],
  },
  {
    service: 'znc',
    product: 'ZNC',
    purpose: 'panel',
    shows: [{ header: ['server', /^ZNC(?: (?<version>\d[\w.+-]{0,20}))?/] }],
  },
  { service: 'duplicati', product: 'Duplicati', purpose: 'manager', shows: [{ title: /^Duplicati$/ }] },
  {
    service: 'urbackup',
    product: 'UrBackup',
    purpose: 'manager',
    shows: [{ title: /^UrBackup - Keeps your data safe$/ }],
  },
  {
    // What it says to who takes it for a web server.
    service: 'hadoop-ipc',
    product: 'Apache Hadoop',
    purpose: 'runner',
    shows: [{ body: /^It looks like you are making an HTTP request to a Hadoop IPC port\./ }],
  },
];

import type { WebApplication } from './web-application.ts';

/** The front page is for those who may read the cluster: it names it. */
const showsCluster = { open: { status: 200, json: { tagline: 'string', 'version.number': 'string' } } } as const;
const unauthorised = [{ status: 401, json: { error: /^unauthorized$/ } }] as const;

/** Databases and searches. */
export const databaseApplications: readonly WebApplication[] = [
  {
    service: 'elasticsearch',
    product: 'OpenSearch',
    shows: [
      { body: /"number"\s*:\s*"(?<version>[^"]{1,40})"[\s\S]{0,2000}"tagline"\s*:\s*"The OpenSearch Project/ },
      { body: /"tagline"\s*:\s*"The OpenSearch Project/ },
    ],
    access: [showsCluster],
  },
  {
    service: 'elasticsearch',
    product: 'Elasticsearch',
    shows: [
      { body: /"number"\s*:\s*"(?<version>[^"]{1,40})"[\s\S]{0,2000}"tagline"\s*:\s*"You Know, for Search"/ },
      { header: ['x-elastic-product', /^Elasticsearch/] },
      { body: /"tagline"\s*:\s*"You Know, for Search"|missing authentication credentials for REST request/ },
    ],
    access: [showsCluster],
  },
  {
    service: 'couchdb',
    product: 'Apache CouchDB',
    shows: [
      { header: ['server', /^CouchDB\/(?<version>[\w.]+)/] },
      { body: /"couchdb"\s*:\s*"Welcome"[\s\S]{0,500}"version"\s*:\s*"(?<version>[^"]{1,40})"/ },
      { body: /"couchdb"\s*:\s*"Welcome"/ },
    ],
    // The welcome is public. docs.couchdb.org: /_session tells who one is, and without administrators everybody is one;
    // the names of databases are for administrators from version 3 on, and before that for all, unless a login is required.
    access: [
      {},
      {
        path: '/_session',
        open: { status: 200, json: { 'userCtx.name': null, 'userCtx.roles.0': /^_admin$/ } },
        guarded: unauthorised,
      },
      { path: '/_all_dbs?limit=1', open: { status: 200, json: { 0: /^[a-z_][\w$()+/-]*$/ } }, guarded: unauthorised },
    ],
  },
  {
    service: 'influxdb',
    product: 'InfluxDB',
    shows: [{ header: ['x-influxdb-version', /^v?(?<version>\d[\w.]*)/] }],
  },
  {
    // Its front page only points to its path. What is read there is the state of the system, which a login covers.
    service: 'solr',
    product: 'Apache Solr',
    behind: [
      {
        body: /"solr-spec-version"\s*:\s*"(?<version>[^"]{1,40})"/,
        json: { 'lucene.solr-spec-version': 'string' },
      } as const,
      { status: 401, header: ['www-authenticate', /\bsolr\b/i] } as const,
      { status: 401, body: /\bsolr\b/i },
      { status: 403, body: /\bsolr\b/i },
    ].map((shows) => ({
      front: { header: ['location', /^(?:https?:\/\/[^/]{1,200})?\/solr\/$/] },
      path: '/solr/admin/info/system?wt=json',
      shows,
    })),
    access: [{ open: { status: 200, json: { 'lucene.solr-spec-version': 'string' } } }],
  },
  {
    // What its native port says to who takes it for a web server.
    service: 'clickhouse',
    product: 'ClickHouse',
    purpose: 'database',
    shows: [{ body: /^Port \d{1,5} is for clickhouse-client program/ }],
  },
  {
    service: 'clickhouse',
    product: 'ClickHouse',
    purpose: 'database',
    shows: [{ header: ['x-clickhouse-server-display-name', /^/] }, { header: ['x-clickhouse-exception-code', /^\d/] }],
    behind: [
      {
        front: { status: 200, body: /^Ok\.\s*$/ },
        path: '/?query=SELECT%20version()',
        shows: { header: ['x-clickhouse-summary', /^\{/] },
      },
    ],
    // The version is what a client asks first; whoever is answered may ask for the data. 516: a login is wanted.
    access: [
      {
        path: '/?query=SELECT%20version()',
        open: { status: 200, header: ['x-clickhouse-summary', /^\{/], body: /^(?<version>\d+\.\d+[\d.]{0,20})\s*$/ },
        guarded: [{ body: /^Code: (?:194|516)\. / }, { status: 401, header: ['x-clickhouse-exception-code', /^/] }],
      },
    ],
  },
];

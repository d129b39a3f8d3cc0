import type { WebApplication } from './web-application.ts';

/** Stores of data that are younger than the databases of the first list, pages that administer any of them, and queues. */
export const dataStoreApplications: readonly WebApplication[] = [
  { service: 'phppgadmin', product: 'phpPgAdmin', purpose: 'database', shows: [{ title: /^phpPgAdmin$/ }] },
  { service: 'pgadmin', product: 'pgAdmin', purpose: 'database', shows: [{ title: /^pgAdmin 4$/ }] },
  {
    service: 'mongo-express',
    product: 'mongo-express',
    purpose: 'database',
    shows: [{ title: /\bMongo Express$/ }],
    access: [{ open: { status: 200, title: /^Home - Mongo Express$/ } }],
  },
  {
    service: 'redis-commander',
    product: 'Redis Commander',
    purpose: 'database',
    shows: [{ title: /^Redis Commander\b/ }],
    access: [{ open: { status: 200, title: /^Redis Commander: Home$/ } }],
  },
  { service: 'cloudbeaver', product: 'CloudBeaver', purpose: 'database', shows: [{ title: /^CloudBeaver\b/ }] },
  {
    service: 'metabase',
    product: 'Metabase',
    purpose: 'database',
    shows: [{ title: /^Metabase$/ }, { cookie: /^metabase\.DEVICE$/ }],
  },
  {
    service: 'superset',
    product: 'Apache Superset',
    purpose: 'database',
    shows: [{ title: /^Superset$/, body: /\bdata-bootstrap=/ }],
  },
  {
    service: 'redash',
    product: 'Redash',
    purpose: 'database',
    shows: [{ title: /^Login to Redash$/ }],
    access: [{ guarded: [{ title: /^Login/ }] }],
  },
  {
    service: 'neo4j',
    product: 'Neo4j',
    purpose: 'database',
    shows: [{ json: { neo4j_version: 'string' } }, { title: /^Neo4j Browser$/ }],
    access: [{ guarded: [], version: 'neo4j_version' }],
  },
  {
    service: 'arangodb',
    product: 'ArangoDB',
    purpose: 'database',
    shows: [{ header: ['server', /^ArangoDB$/] }, { title: /^ArangoDB Web Interface$/ }],
    access: [{ path: '/_api/version', open: { status: 200, json: { server: /^arango$/ } }, version: 'version' }],
  },
  {
    service: 'meilisearch',
    product: 'Meilisearch',
    purpose: 'database',
    shows: [{ json: { status: /^Meilisearch is running$/ } }, { title: /^Meilisearch \| mini-dashboard$/ }],
    access: [{ path: '/indexes?limit=1', open: { status: 200, json: { results: 'list', total: 'number' } } }],
  },
  {
    service: 'qdrant',
    product: 'Qdrant',
    purpose: 'database',
    shows: [{ json: { title: /^qdrant\b/, version: 'string' } }],
    access: [
      { path: '/collections', open: { status: 200, json: { 'result.collections': 'list', status: /^ok$/ } } },
      { path: '/', guarded: [], version: 'version' },
    ],
  },
  {
    service: 'victoriametrics',
    product: 'VictoriaMetrics',
    purpose: 'monitoring',
    shows: [{ body: /<h2>Single-node VictoriaMetrics<\/h2>/ }],
    access: [{ open: { status: 200, body: /<h2>Single-node VictoriaMetrics<\/h2>[\s\S]{0,2000}\bvmui\b/ } }],
  },
  {
    service: 'druid',
    product: 'Apache Druid',
    purpose: 'runner',
    shows: [{ title: /^Apache Druid$/ }],
    access: [
      { path: '/status', open: { status: 200, json: { version: 'string', modules: 'list' } }, version: 'version' },
    ],
  },
  {
    service: 'hdfs',
    product: 'Apache Hadoop HDFS',
    shows: [
      { title: /^Namenode information$/ },
      { body: /window\.location\.href='\/?dfshealth\.html'|url=dfshealth\.html/ },
    ],
    access: [
      {
        path: '/jmx?qry=Hadoop:service=NameNode,name=NameNodeStatus',
        open: { status: 200, json: { 'beans.0.HostAndPort': 'string' } },
      },
    ],
  },
  {
    service: 'activemq-console',
    product: 'Apache ActiveMQ',
    purpose: 'queue',
    shows: [{ title: /^Apache ActiveMQ$/ }, { header: ['www-authenticate', /^[Bb]asic realm="ActiveMQRealm"/] }],
    access: [{}],
  },
  {
    service: 'kafka-ui',
    product: 'UI for Apache Kafka',
    purpose: 'queue',
    shows: [{ title: /^UI for Apache Kafka$/ }],
    access: [{ path: '/api/clusters', open: { status: 200, json: { '0.name': 'string', '0.brokerCount': 'number' } } }],
  },
  {
    service: 'kafdrop',
    product: 'Kafdrop',
    purpose: 'queue',
    shows: [{ title: /^Kafdrop: / }],
    access: [{ open: { status: 200, title: /^Kafdrop: Broker List$/ } }],
  },
  { service: 'akhq', product: 'AKHQ', purpose: 'queue', shows: [{ title: /^AKHQ\b/ }] },
  {
    service: 'bull-board',
    product: 'Bull Dashboard',
    purpose: 'queue',
    shows: [{ title: /^Bull Dashboard$/ }],
    access: [{ open: { status: 200, title: /^Bull Dashboard$/ } }],
  },
  {
    service: 'flower',
    product: 'Flower',
    purpose: 'queue',
    shows: [{ title: /^Flower$/, body: /flower(?:\.min)?\.js/ }],
    access: [{ open: { status: 200, title: /^Flower$/, body: /flower(?:\.min)?\.js/ } }],
  },
];

import { at, type HttpResponse, jsonOf, refuses, textAt } from '../http-response.ts';
import { type HttpProduct, openIf, refusedAtTheDoor } from './http-product.ts';

/** The front page is for those who may read the cluster: it names it. */
function showsCluster(response: HttpResponse): boolean | undefined {
  const json = jsonOf(response);
  return openIf(typeof at(json, 'tagline') === 'string' && typeof at(json, 'version', 'number') === 'string', response);
}

/** Databases and searches. */
export const databaseProducts: readonly HttpProduct[] = [
  {
    service: 'elasticsearch',
    product: 'OpenSearch',
    body: /"tagline"\s*:\s*"The OpenSearch Project/,
    bodyVersion: /"number"\s*:\s*"([^"]{1,40})"/,
    unauthenticated: showsCluster,
  },
  {
    service: 'elasticsearch',
    product: 'Elasticsearch',
    header: ['x-elastic-product', /^Elasticsearch/],
    body: /"tagline"\s*:\s*"You Know, for Search"|missing authentication credentials for REST request/,
    bodyVersion: /"number"\s*:\s*"([^"]{1,40})"/,
    unauthenticated: showsCluster,
  },
  {
    service: 'couchdb',
    product: 'Apache CouchDB',
    header: ['server', /^CouchDB\/([\w.]+)/],
    body: /"couchdb"\s*:\s*"Welcome"/,
    bodyVersion: /"version"\s*:\s*"([^"]{1,40})"/,
    unauthenticated: refusedAtTheDoor,
    // The welcome is public. docs.couchdb.org: /_session tells who one is, and without administrators everybody is one;
    // the names of databases are for administrators from version 3 on, and before that for all, unless a login is required.
    questions: [
      {
        path: '/_session',
        read(answer) {
          const userContext = at(jsonOf(answer), 'userCtx');
          const roles = at(userContext, 'roles');
          const isAdmin = Array.isArray(roles) && roles.includes('_admin') && at(userContext, 'name') === null;
          if (answer.status === 200 && isAdmin) return { unauthenticated: true };
          return answer.status === 401 && textAt(answer, 'error') === 'unauthorized' ? { unauthenticated: false } : {};
        },
      },
      {
        path: '/_all_dbs?limit=1',
        read(answer) {
          const names = jsonOf(answer);
          const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
          const areDatabases = isList && names.some((name) => /^[a-z_][\w$()+/-]*$/.test(name));
          if (answer.status === 200 && areDatabases) return { unauthenticated: true };
          return answer.status === 401 && textAt(answer, 'error') === 'unauthorized' ? { unauthenticated: false } : {};
        },
      },
    ],
  },
  { service: 'influxdb', product: 'InfluxDB', header: ['x-influxdb-version', /^v?(\d[\w.]*)/] },
];

/** Solr's front page only points to its path. What is read there is the state of the system, which a login covers. */
export const solr: HttpProduct = {
  service: 'solr',
  product: 'Apache Solr',
  bodyVersion: /"solr-spec-version"\s*:\s*"([^"]{1,40})"/,
  unauthenticated: (answer) => openIf(isSolrSystem(answer), answer),
};

export function isSolr(answer: HttpResponse): boolean {
  const realm = answer.headers.get('www-authenticate') ?? '';
  return isSolrSystem(answer) || (refuses(answer) && /\bsolr\b/i.test(answer.body + realm));
}

function isSolrSystem(answer: HttpResponse): boolean {
  return textAt(answer, 'lucene', 'solr-spec-version') !== undefined;
}

/** A web server's answer, parsed as far as it is needed to tell products apart. */
export interface HttpResponse {
  readonly statusLine: string;
  readonly status: number;
  /** By lower-case name; of repeated headers the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** Its beginning: at most 16 KiB. */
  readonly body: string;
}

/** Something that is spoken to over HTTP but is worth its own name. One row is all that a new one takes. */
export interface HttpProduct {
  readonly service: string;
  readonly product: string;
  /** A header that gives the product away, with its version as first group. */
  readonly header?: readonly [string, RegExp];
  /** A text in the body that gives it away. */
  readonly body?: RegExp;
  /** Version in the body, as first group. */
  readonly bodyVersion?: RegExp;
  /** Whether this answer shows that no login is needed. Left out where an open front page says nothing. */
  readonly unauthenticated?: (response: HttpResponse) => boolean | undefined;
  /** Only on these ports, where an answer that many give has one meaning. */
  readonly onlyOnPorts?: readonly number[];
  /** One more harmless request, where the front page leaves the version or the login open. */
  readonly further?: FurtherRequest;
}

/** A read that needs no login where there is none to need, and changes nothing. */
export interface FurtherRequest {
  readonly path: string;
  /** Sent as a POST of JSON. */
  readonly body?: string;
  readonly version?: RegExp;
  readonly unauthenticated?: (response: HttpResponse) => boolean | undefined;
}

/** The answer carries the product's data, or refuses it. */
function byStatus({ status }: HttpResponse): boolean | undefined {
  if (status === 401 || status === 403) return false;
  return status === 200 ? true : undefined;
}

/** Any row whose header or body matches; the first one wins. */
export const httpProducts: readonly HttpProduct[] = [
  {
    service: 'elasticsearch',
    product: 'OpenSearch',
    body: /"tagline"\s*:\s*"The OpenSearch Project/,
    bodyVersion: /"number"\s*:\s*"([^"]{1,40})"/,
    unauthenticated: byStatus,
  },
  {
    service: 'elasticsearch',
    product: 'Elasticsearch',
    header: ['x-elastic-product', /^Elasticsearch/],
    body: /"tagline"\s*:\s*"You Know, for Search"|missing authentication credentials for REST request/,
    bodyVersion: /"number"\s*:\s*"([^"]{1,40})"/,
    unauthenticated: byStatus,
  },
  {
    service: 'docker',
    product: 'Docker',
    header: ['server', /^Docker\/([\w.+-]+)/],
    body: /"MinAPIVersion"\s*:/,
    bodyVersion: /"Version"\s*:\s*"(\d[^"]{0,40})","ApiVersion"/,
    // Its front page is always 404; a daemon that wants a login lets nobody get even that far.
    unauthenticated: (response) => response.status === 404 || byStatus(response),
  },
  {
    service: 'kubernetes',
    product: 'Kubernetes',
    body: /"kind"\s*:\s*"Status"\s*,\s*"apiVersion"|"gitTreeState"\s*:|"paths"\s*:\s*\[\s*"\/\.well-known/,
    bodyVersion: /"gitVersion"\s*:\s*"v([^"]{1,40})"/,
    // The version is public by default; the list of paths is not.
    unauthenticated: (response) => (response.body.includes('"gitVersion"') ? undefined : byStatus(response)),
  },
  {
    service: 'kubelet',
    product: 'Kubernetes kubelet',
    onlyOnPorts: [10250, 10255],
    body: /^(?:404 page not found|Unauthorized|Forbidden \(user=system:anonymous)/,
    unauthenticated: ({ status }) => (status === 401 || status === 403 ? false : undefined),
    // A kubelet asks for the login before it looks at the path: who may read this may read all.
    further: {
      path: '/healthz',
      unauthenticated: (response) => (response.body.startsWith('ok') ? byStatus(response) : undefined),
    },
  },
  {
    service: 'etcd',
    product: 'etcd',
    body: /"etcdserver"\s*:/,
    bodyVersion: /"etcdserver"\s*:\s*"([^"]{1,40})"/,
    // The version is public. This counts the keys named NUL (there is none): a read that only a login, if any, forbids.
    further: {
      path: '/v3/kv/range',
      body: '{"key":"AA==","count_only":true}',
      unauthenticated({ status, body }) {
        if (status === 200 && body.includes('"cluster_id"')) return true;
        return /user name is empty|invalid auth token|permission denied/.test(body) ? false : undefined;
      },
    },
  },
  {
    service: 'couchdb',
    product: 'Apache CouchDB',
    header: ['server', /^CouchDB\/([\w.]+)/],
    body: /"couchdb"\s*:\s*"Welcome"/,
    bodyVersion: /"version"\s*:\s*"([^"]{1,40})"/,
  },
  { service: 'influxdb', product: 'InfluxDB', header: ['x-influxdb-version', /^v?(\d[\w.]*)/] },
  { service: 'kibana', product: 'Kibana', header: ['kbn-name', /^/] },
  { service: 'jenkins', product: 'Jenkins', header: ['x-jenkins', /^(\d[\w.]*)/], unauthenticated: byStatus },
  { service: 'grafana', product: 'Grafana', body: /<title>Grafana<\/title>/ },
  {
    service: 'prometheus',
    product: 'Prometheus',
    body: /<title>Prometheus|^<a href="\/(?:classic\/)?(?:graph|query)">Found<\/a>\.\s*$/,
    unauthenticated: byStatus,
    further: {
      path: '/api/v1/status/buildinfo',
      version: /"version"\s*:\s*"([^"]{1,40})"/,
      unauthenticated: byStatus,
    },
  },
  { service: 'rabbitmq-management', product: 'RabbitMQ Management', body: /<title>RabbitMQ Management<\/title>/ },
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

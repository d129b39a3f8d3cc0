import type { Access, Behind, Marks, WebApplication } from './web-application.ts';

const dockerVersion: Access['open'] = { status: 200, json: { ApiVersion: 'string', MinAPIVersion: 'string' } };
/** A long list was cut: it begins so. */
const listOf = (kind: string): Marks => ({
  status: 200,
  body: new RegExp(`^\\{\\s*"kind"\\s*:\\s*"${kind}"\\s*,\\s*"apiVersion"\\s*:\\s*"v1"\\s*,`),
});

/** Docker, Kubernetes and etcd say little at `/` but tell their name here, which is there to be read. */
const atVersion = (shows: Marks): Behind[] =>
  [{ header: ['content-type', /json/] } as const, { status: 404, body: /^404 page not found/ }].map((front) => ({
    front,
    path: '/version',
    shows,
  }));

const kubernetesMarks: Marks = { body: /"gitVersion"\s*:\s*"v(?<version>[^"]{1,40})"[\s\S]{0,500}"gitTreeState"\s*:/ };
const etcdMarks: Marks = { body: /"etcdserver"\s*:\s*"(?<version>[^"]{1,40})"/ };

/** What runs and connects other software. */
export const platformApplications: readonly WebApplication[] = [
  {
    service: 'docker',
    product: 'Docker',
    shows: [{ header: ['server', /^Docker\/(?<version>[\w.+-]+)/] }, { body: /"MinAPIVersion"\s*:/ }],
    behind: [
      ...atVersion({ body: /"Version"\s*:\s*"(?<version>\d[^"]{0,40})","ApiVersion"[\s\S]{0,200}"MinAPIVersion"\s*:/ }),
      ...atVersion({ body: /"MinAPIVersion"\s*:/ }),
    ],
    // Its front page is always 404. The version is for whoever may command the daemon.
    access: [
      { open: dockerVersion, version: 'Version' },
      { path: '/version', open: dockerVersion, version: 'Version' },
    ],
  },
  {
    // kubelet-authn-authz of kubernetes.io: a kubelet asks for the login before it looks at the path, and calls the
    // permission by its name. The list of what runs needs nodes/proxy or nodes/pods.
    service: 'kubelet',
    product: 'Kubernetes kubelet',
    shows: [{ body: /^Forbidden \(user=system:anonymous, verb=\w+, resource=nodes, subresource/ }],
    access: [{}],
  },
  {
    service: 'kubelet',
    product: 'Kubernetes kubelet',
    onlyOnPorts: [10250, 10255],
    shows: [{ body: /^(?:404 page not found|Unauthorized)/ }],
    // The read-only port does not have the first page.
    access: [{}, { path: '/runningpods/', open: listOf('PodList') }, { path: '/pods', open: listOf('PodList') }],
  },
  {
    service: 'kubernetes',
    product: 'Kubernetes',
    shows: [{ body: /"kind"\s*:\s*"Status"\s*,\s*"apiVersion"|"paths"\s*:\s*\[\s*"\/\.well-known/ }, kubernetesMarks],
    behind: atVersion(kubernetesMarks),
    // The version is public by default, and what 403 means depends on the path. Names of namespaces are for those who may
    // read the cluster; one of them is enough.
    access: [
      { guarded: [{ status: 401 }] },
      { path: '/api/v1/namespaces?limit=1', open: listOf('NamespaceList') },
      { path: '/version', guarded: [], version: 'gitVersion' },
    ],
  },
  {
    service: 'etcd',
    product: 'etcd',
    shows: [etcdMarks],
    behind: atVersion(etcdMarks),
    // The version is public. This counts the keys named NUL (there is none): a read that only a login, if any, forbids.
    access: [
      {
        path: '/v3/kv/range',
        post: '{"key":"AA==","count_only":true}',
        open: { status: 200, json: { 'header.cluster_id': 'string' } },
        guarded: [
          { json: { error: /user name is empty|invalid auth token|permission denied/ } },
          { json: { message: /user name is empty|invalid auth token|permission denied/ } },
        ],
      },
    ],
  },
  {
    service: 'jenkins',
    product: 'Jenkins',
    shows: [{ header: ['x-jenkins', /^(?<version>\d[\w.]*)/] }],
    access: [{}, { path: '/api/json?tree=mode', open: { status: 200, json: { _class: /^hudson\./ } } }],
  },
  { service: 'rabbitmq-management', product: 'RabbitMQ Management', shows: [{ title: /^RabbitMQ Management$/ }] },
  {
    // distribution.github.io, "API Version Check": 200 where no login is needed, 401 where one is, both with this header.
    service: 'docker-registry',
    product: 'Docker Registry',
    shows: [{ header: ['docker-distribution-api-version', /^registry\/2/] }],
    behind: [
      {
        front: { status: 200, header: ['cache-control', /^no-cache$/], body: /^$/ },
        path: '/v2/',
        shows: { header: ['docker-distribution-api-version', /^registry\/2\.0$/] },
      },
    ],
    access: [
      { open: { status: 200, header: ['docker-distribution-api-version', /^registry\/2/], body: /^\{\s*\}\s*$/ } },
    ],
  },
  {
    // developer.hashicorp.com, consul/api-docs/agent: needs agent:read where access lists are on. Without its pages it says its
    // name in the clear; newer versions say in a header which way access lists go by default.
    service: 'consul',
    product: 'Consul',
    shows: [{ title: /^Consul(?: by HashiCorp)?$/ }, { body: /^Consul Agent/ }],
    behind: [
      {
        body: /"Config":\{(?:[^}]{0,500}?"Version":"(?<version>[^"]{1,40})")?/,
        json: { Config: 'object', Member: 'object' },
      } as const,
      { status: 403, header: ['x-consul-default-acl-policy', /^/] } as const,
    ].map((shows) => ({ front: { header: ['location', /^\/ui\/$/] }, path: '/v1/agent/self', shows })),
    access: [
      { open: { status: 200, json: { 'Config.NodeName': 'string' } } },
      {
        path: '/v1/agent/self',
        open: { status: 200, json: { 'Config.NodeName': 'string' } },
        version: 'Config.Version',
      },
    ],
  },
  {
    // The version is public; the state of the server is for who has its token, password or neither to need.
    service: 'jupyter',
    product: 'Jupyter',
    behind: [
      {
        front: { header: ['server', /^TornadoServer\//] },
        path: '/api',
        shows: { body: /^\{\s*"version"\s*:\s*"(?<version>\d[^"]{0,40})"\s*\}\s*$/ },
      },
    ],
    access: [{ path: '/api/status', open: { status: 200, json: { kernels: 'number', started: 'string' } } }],
  },
];

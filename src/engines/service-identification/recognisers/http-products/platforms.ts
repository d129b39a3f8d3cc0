import { at, type HttpResponse, jsonOf, textAt } from '../http-response.ts';
import { type HttpProduct, openIf, type Question, refusedAtTheDoor } from './http-product.ts';

function isList(answer: HttpResponse, kind: string): boolean {
  const json = jsonOf(answer);
  if (json !== undefined) return at(json, 'kind') === kind && Array.isArray(at(json, 'items') ?? []);
  // A long one was cut: it begins so.
  return new RegExp(`^\\{\\s*"kind"\\s*:\\s*"${kind}"\\s*,\\s*"apiVersion"\\s*:\\s*"v1"`).test(answer.body);
}

/** What runs and connects other software. */
export const platformProducts: readonly HttpProduct[] = [
  {
    service: 'docker',
    product: 'Docker',
    header: ['server', /^Docker\/([\w.+-]+)/],
    body: /"MinAPIVersion"\s*:/,
    bodyVersion: /"Version"\s*:\s*"(\d[^"]{0,40})","ApiVersion"/,
    // Its front page is always 404. The version is for whoever may command the daemon.
    unauthenticated: dockerAnswers,
    questions: [{ path: '/version', read: (answer) => ({ unauthenticated: dockerAnswers(answer) }) }],
  },
  {
    // kubelet-authn-authz of kubernetes.io: a kubelet asks for the login before it looks at the path, and calls the
    // permission by its name. The list of what runs needs nodes/proxy or nodes/pods.
    service: 'kubelet',
    product: 'Kubernetes kubelet',
    body: /^Forbidden \(user=system:anonymous, verb=\w+, resource=nodes, subresource/,
    unauthenticated: refusedAtTheDoor,
  },
  {
    service: 'kubelet',
    product: 'Kubernetes kubelet',
    onlyOnPorts: [10250, 10255],
    body: /^(?:404 page not found|Unauthorized)/,
    unauthenticated: refusedAtTheDoor,
    // The read-only port does not have the first page.
    questions: ['/runningpods/', '/pods'].map((path) => ({
      path,
      read: (answer) => ({ unauthenticated: openIf(isList(answer, 'PodList'), answer) }),
    })),
  },
  {
    service: 'kubernetes',
    product: 'Kubernetes',
    body: /"kind"\s*:\s*"Status"\s*,\s*"apiVersion"|"gitTreeState"\s*:|"paths"\s*:\s*\[\s*"\/\.well-known/,
    bodyVersion: /"gitVersion"\s*:\s*"v([^"]{1,40})"/,
    // The version is public by default, and what 403 means depends on the path. Names of namespaces are for those who may
    // read the cluster; one of them is enough.
    unauthenticated: ({ status }) => (status === 401 ? false : undefined),
    questions: [
      {
        path: '/api/v1/namespaces?limit=1',
        read: (answer) => ({ unauthenticated: openIf(isList(answer, 'NamespaceList'), answer) }),
      },
      { path: '/version', read: (answer) => ({ version: textAt(answer, 'gitVersion')?.replace(/^v/, '') }) },
    ],
  },
  {
    service: 'etcd',
    product: 'etcd',
    body: /"etcdserver"\s*:/,
    bodyVersion: /"etcdserver"\s*:\s*"([^"]{1,40})"/,
    // The version is public. This counts the keys named NUL (there is none): a read that only a login, if any, forbids.
    questions: [
      {
        path: '/v3/kv/range',
        body: '{"key":"AA==","count_only":true}',
        read(answer) {
          if (answer.status === 200 && textAt(answer, 'header', 'cluster_id') !== undefined)
            return { unauthenticated: true };
          const error = textAt(answer, 'error') ?? textAt(answer, 'message') ?? '';
          const refused = /user name is empty|invalid auth token|permission denied/.test(error);
          return { unauthenticated: answer.status !== 200 && refused ? false : undefined };
        },
      },
    ],
  },
  {
    service: 'jenkins',
    product: 'Jenkins',
    header: ['x-jenkins', /^(\d[\w.]*)/],
    unauthenticated: refusedAtTheDoor,
    questions: [
      {
        path: '/api/json?tree=mode',
        read: (answer) => ({
          unauthenticated: openIf(textAt(answer, '_class')?.startsWith('hudson.') ?? false, answer),
        }),
      },
    ],
  },
  { service: 'rabbitmq-management', product: 'RabbitMQ Management', body: /<title>RabbitMQ Management<\/title>/ },
];

function dockerAnswers(answer: HttpResponse): boolean | undefined {
  const isVersion = textAt(answer, 'ApiVersion') !== undefined && textAt(answer, 'MinAPIVersion') !== undefined;
  return openIf(isVersion, answer);
}

/** distribution.github.io, "API Version Check": 200 where no login is needed, 401 where one is, both with this header. */
export const dockerRegistry: HttpProduct = {
  service: 'docker-registry',
  product: 'Docker Registry',
  header: ['docker-distribution-api-version', /^registry\/2/],
  unauthenticated: (answer) =>
    answer.headers.has('docker-distribution-api-version') && JSON.stringify(jsonOf(answer)) === '{}'
      ? openIf(true, answer)
      : refusedAtTheDoor(answer),
};

/** developer.hashicorp.com, consul/api-docs/agent: needs agent:read where access lists are on. */
export const consul: HttpProduct = {
  service: 'consul',
  product: 'Consul',
  unauthenticated: (answer) => openIf(textAt(answer, 'Config', 'NodeName') !== undefined, answer),
  bodyVersion: /"Config":\{[^}]{0,500}?"Version":"([^"]{1,40})"/,
};

const jupyterStatus: Question = {
  path: '/api/status',
  read(answer) {
    const json = jsonOf(answer);
    const isStatus = typeof at(json, 'kernels') === 'number' && typeof at(json, 'started') === 'string';
    return { unauthenticated: openIf(isStatus, answer) };
  },
};

/** The version is public; the state of the server is for who has its token, password or neither to need. */
export const jupyter: HttpProduct = {
  service: 'jupyter',
  product: 'Jupyter',
  bodyVersion: /^\{\s*"version"\s*:\s*"(\d[^"]{0,40})"\s*\}\s*$/,
  questions: [jupyterStatus],
};

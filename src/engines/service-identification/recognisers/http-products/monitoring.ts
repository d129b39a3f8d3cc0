import { at, type HttpResponse, jsonOf, textAt } from '../http-response.ts';
import { type HttpProduct, openIf, refusedAtTheDoor } from './http-product.ts';

/** Where a redirect of the front page leads. */
function leadsTo({ status, headers }: HttpResponse): string {
  return status >= 300 && status <= 399 ? (headers.get('location') ?? '') : '';
}

function isHaproxyStatistics({ body }: HttpResponse): boolean {
  return /<h1><a href="http:\/\/www\.haproxy\.org\//.test(body) && body.includes('Statistics Report for pid');
}

const haproxyVersion = /HAProxy version (\d[\w.+-]{0,40})/;

/** What watches over other software, and shows it. */
export const monitoringProducts: readonly HttpProduct[] = [
  {
    service: 'kibana',
    product: 'Kibana',
    header: ['kbn-name', /^/],
    unauthenticated: (response) => (leadsTo(response).includes('/login') ? false : refusedAtTheDoor(response)),
    // elastic.co, "Get all spaces": there is always the default one. The status page may be public by a setting of its own.
    questions: [
      {
        path: '/api/spaces/space',
        read(answer) {
          const spaces = jsonOf(answer);
          const hasDefault = Array.isArray(spaces) && spaces.some((space) => at(space, 'id') === 'default');
          return { unauthenticated: openIf(hasDefault, answer) };
        },
      },
      { path: '/api/status', read: (answer) => ({ version: textAt(answer, 'version', 'number') }) },
    ],
  },
  {
    service: 'grafana',
    product: 'Grafana',
    body: /<title>Grafana<\/title>/,
    // grafana.com, HTTP API: the organisation is for who is signed in, or for everybody by anonymous access; health is public.
    questions: [
      {
        path: '/api/org',
        read(answer) {
          const isOrganisation = typeof at(jsonOf(answer), 'id') === 'number' && textAt(answer, 'name') !== undefined;
          return { unauthenticated: openIf(isOrganisation, answer) };
        },
      },
      { path: '/api/health', read: (answer) => ({ version: grafanaVersion(answer) }) },
    ],
  },
  {
    service: 'prometheus',
    product: 'Prometheus',
    body: /<title>Prometheus|^<a href="\/(?:classic\/)?(?:graph|query)">Found<\/a>\.\s*$/,
    unauthenticated: refusedAtTheDoor,
    questions: [
      {
        path: '/api/v1/status/buildinfo',
        read(answer) {
          const isBuild = textAt(answer, 'status') === 'success' && textAt(answer, 'data', 'goVersion') !== undefined;
          return { version: textAt(answer, 'data', 'version'), unauthenticated: openIf(isBuild, answer) };
        },
      },
    ],
  },
  {
    service: 'alertmanager',
    product: 'Alertmanager',
    body: /<title>Alertmanager<\/title>/,
    unauthenticated: refusedAtTheDoor,
    questions: [
      {
        path: '/api/v2/status',
        read(answer) {
          const version = textAt(answer, 'versionInfo', 'version');
          const isStatus = version !== undefined && textAt(answer, 'cluster', 'status') !== undefined;
          return { version, unauthenticated: openIf(isStatus, answer) };
        },
      },
    ],
  },
  {
    service: 'node-exporter',
    product: 'Prometheus node_exporter',
    body: /<title>Node Exporter<\/title>/,
    unauthenticated: refusedAtTheDoor,
    questions: [
      {
        path: '/metrics',
        read(answer) {
          const isExposition = /^# HELP \S+ .*\n# TYPE \S+ \w+\n[a-z_:]+[{ ]/m.test(answer.body);
          const version = /^node_exporter_build_info\{[^}]{0,500}\bversion="([^"]{1,40})"/m.exec(answer.body)?.[1];
          return { version, unauthenticated: openIf(isExposition, answer) };
        },
      },
    ],
  },
  {
    // With “stats admin” each table is a form that takes servers out of service.
    service: 'haproxy-admin',
    product: 'HAProxy',
    body: /<title>Statistics Report for HAProxy<\/title>[\s\S]*<form method="post"/,
    bodyVersion: haproxyVersion,
    unauthenticated: (response) => openIf(isHaproxyStatistics(response), response),
  },
  {
    service: 'haproxy-stats',
    product: 'HAProxy',
    header: ['www-authenticate', /^Basic realm="HAProxy Statistics"/],
    body: /<title>Statistics Report for HAProxy<\/title>/,
    bodyVersion: haproxyVersion,
    unauthenticated: (response) => openIf(isHaproxyStatistics(response), response),
  },
];

export function grafanaVersion(answer: HttpResponse): string | undefined {
  return textAt(answer, 'database') === undefined ? undefined : textAt(answer, 'version');
}

/** Its front page leads to the login: what it is, its public state of health tells. */
export const grafanaWithLogin: HttpProduct = {
  service: 'grafana',
  product: 'Grafana',
  bodyVersion: /"version"\s*:\s*"([^"]{1,40})"/,
  unauthenticated: () => false,
};

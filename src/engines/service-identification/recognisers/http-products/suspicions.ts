import { type HttpResponse, jsonOf } from '../http-response.ts';
import { isSolr, solr } from './databases.ts';
import type { HttpProduct } from './http-product.ts';
import { grafanaVersion, grafanaWithLogin } from './monitoring.ts';
import { consul, dockerRegistry, jupyter } from './platforms.ts';
import { aria2, aria2Methods, isAria2 } from './programs.ts';

/** A front page that does not name what is behind it, but has its manner: one page more tells. */
export interface Suspicion {
  /** The manner. Vague is harmless here: without the proof a web server stays a web server. */
  fits(front: HttpResponse): boolean;
  readonly path: string;
  /** Null when the answer does not prove it. Left out where the answer names a product as a front page would. */
  proves?(answer: HttpResponse): HttpProduct | null;
}

const location = ({ headers }: HttpResponse) => headers.get('location') ?? '';

export const suspicions: readonly Suspicion[] = [
  {
    fits: ({ headers }) => (headers.get('server') ?? '').startsWith('TornadoServer/'),
    path: '/api',
    proves: (answer) => (jupyter.bodyVersion?.test(answer.body) ? jupyter : null),
  },
  {
    fits: ({ status, headers, body }) => status === 200 && body === '' && headers.get('cache-control') === 'no-cache',
    path: '/v2/',
    proves: ({ headers }) =>
      headers.get('docker-distribution-api-version') === 'registry/2.0' ? dockerRegistry : null,
  },
  {
    fits: ({ status, headers, body }) => status === 404 && body === '' && headers.get('cache-control') === 'no-cache',
    path: aria2Methods,
    proves: (answer) => (isAria2(answer) ? aria2 : null),
  },
  {
    fits: (front) => /^(?:https?:\/\/[^/]+)?\/solr\/$/.test(location(front)),
    path: '/solr/admin/info/system?wt=json',
    proves: (answer) => (isSolr(answer) ? solr : null),
  },
  {
    fits: (front) => location(front) === '/ui/' || front.body.startsWith('Consul Agent'),
    path: '/v1/agent/self',
    proves: (answer) => (isConsul(answer) ? consul : null),
  },
  {
    fits: (front) => location(front) === '/login' && front.status >= 300 && front.status <= 399,
    path: '/api/health',
    proves: (answer) => (grafanaVersion(answer) === undefined ? null : grafanaWithLogin),
  },
  // haproxy's own page for nothing to be had; the statistics have this path unless another was chosen, and this other often.
  ...['/haproxy?stats', '/stats'].map((path) => ({
    fits: ({ status, body }: HttpResponse) =>
      status === 503 && body.includes('No server is available to handle this request.'),
    path,
  })),
  {
    // Docker, Kubernetes and etcd say little at `/` but tell their name here, which is there to be read.
    fits: ({ status, headers, body }) =>
      (headers.get('content-type')?.includes('json') ?? false) ||
      (status === 404 && body.startsWith('404 page not found')),
    path: '/version',
  },
];

/** Its access lists refuse in plain words, and newer versions say in a header which way they go by default. */
function isConsul(answer: HttpResponse): boolean {
  const config = jsonOf(answer);
  if (typeof config === 'object' && config !== null && 'Config' in config && 'Member' in config) return true;
  const refusesInItsWords =
    answer.body.startsWith('Permission denied') || answer.headers.has('x-consul-default-acl-policy');
  return answer.status === 403 && refusesInItsWords;
}

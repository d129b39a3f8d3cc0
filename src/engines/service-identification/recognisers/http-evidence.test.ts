/**
 * Consoles and interfaces over HTTP: what each answers where it asks nobody for a password and where it asks for one, and web
 * servers that answer as if they were one.
 */

import { describe, expect, it } from 'vitest';
import type { Recognition } from '../recogniser.ts';
import recorded from '../testing/real-daemon-replies.json' with { type: 'json' };
import { http } from './http.ts';

type Pages = (request: string) => string;

const target = { address: '192.0.2.7', port: 4242, userAgent: 'test' };

function page(status: string, body: unknown, headers = ''): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}\r\n${text}`;
}

/** Answers by path; whatever is not listed is not there. */
function site(pages: Readonly<Record<string, string>>): Pages {
  return (request) => pages[request.split(' ')[1]!] ?? page('404 Not Found', 'not here');
}

/** Talks to the pages as an identification does: the front page, then at most three questions. */
function identify(pages: Pages, port = target.port): { known: Recognition; requests: readonly string[] } {
  const at = { ...target, port };
  const requests = [String(http.probe!.request(at))];
  let known = http.unasked!(Buffer.from(pages(requests[0]!)), at)!;
  for (let round = 0; round < 3 && known.followUp; round++) {
    const request = String(known.followUp.request);
    requests.push(request);
    known = known.followUp.read(Buffer.from(pages(request))) ?? known;
  }
  return { known, requests };
}

const unauthorised = page('401 Unauthorized', 'no', 'WWW-Authenticate: Basic realm="x"\r\n');

interface Product {
  readonly service: string;
  readonly port?: number;
  /** Where nobody is asked for a password. */
  readonly open: Readonly<Record<string, string>>;
  /** Where one is. */
  readonly guarded: Readonly<Record<string, string>>;
}

const elasticsearch = { name: 'n1', cluster_name: 'c', version: { number: '8.12.0' }, tagline: 'You Know, for Search' };
const couchdb = page('200 OK', { couchdb: 'Welcome', version: '3.3.3' }, 'Server: CouchDB/3.3.3 (Erlang OTP/25)\r\n');
const kubernetesRefusal = page('403 Forbidden', '{"kind":"Status","apiVersion":"v1","status":"Failure","code":403}');
const podList = page('200 OK', { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] });
const notFound = page('404 Not Found', '404 page not found\n');
const redirect = (to: string, headers = '') =>
  page('302 Found', `<a href="${to}">Found</a>.\n\n`, `Location: ${to}\r\n${headers}`);

/**
 * What Debian has no package of, as its makers document it:
 * - elastic.co: guide/en/elasticsearch/reference/7.17/rest-api-root.html, guide/en/kibana/7.17/spaces-api-get-all.html
 * - docs.couchdb.org: api/server/authn.html#get--_session, api/server/common.html#all-dbs
 * - kubernetes.io: docs/reference/access-authn-authz/kubelet-authn-authz/, docs/concepts/security/controlling-access/
 * - solr.apache.org/guide: deployment-guide/securing-solr.html; developer.hashicorp.com/consul/api-docs/agent
 * - grafana.com/docs/grafana/latest/developers/http_api/ (org, other)
 * - jenkins.io/doc/book/using/remote-access-api/; docs.docker.com/reference/api/engine/ (SystemVersion)
 * - from 1.26 on, Syncthing's page is public and /meta.js says who is let in
 */
const documented: readonly Product[] = [
  {
    service: 'elasticsearch',
    open: { '/': page('200 OK', elasticsearch) },
    guarded: {
      '/': page('401 Unauthorized', { error: { reason: 'missing authentication credentials for REST request [/]' } }),
    },
  },
  {
    service: 'couchdb',
    open: { '/': couchdb, '/_session': page('200 OK', { ok: true, userCtx: { name: null, roles: ['_admin'] } }) },
    guarded: {
      '/': couchdb,
      '/_session': page('200 OK', { ok: true, userCtx: { name: null, roles: [] } }),
      '/_all_dbs?limit=1': page('401 Unauthorized', { error: 'unauthorized', reason: 'You are not a server admin.' }),
    },
  },
  {
    service: 'couchdb',
    open: {
      '/': couchdb,
      '/_session': page('200 OK', { ok: true, userCtx: { name: null, roles: [] } }),
      '/_all_dbs?limit=1': page('200 OK', ['shop']),
    },
    guarded: { '/': couchdb, '/_session': page('401 Unauthorized', { error: 'unauthorized', reason: 'Login.' }) },
  },
  {
    service: 'docker',
    open: {
      '/': page('404 Not Found', { message: 'page not found' }, 'Server: Docker/24.0.7 (linux)\r\n'),
      '/version': page('200 OK', { Version: '24.0.7', ApiVersion: '1.43', MinAPIVersion: '1.12' }),
    },
    guarded: { '/': page('403 Forbidden', { message: 'denied by plugin' }, 'Server: Docker/24.0.7 (linux)\r\n') },
  },
  {
    service: 'kubernetes',
    open: {
      '/': page('200 OK', { paths: ['/.well-known/openid-configuration', '/api'] }),
      '/api/v1/namespaces?limit=1': page('200 OK', { kind: 'NamespaceList', apiVersion: 'v1', items: [] }),
    },
    guarded: { '/': kubernetesRefusal, '/api/v1/namespaces?limit=1': kubernetesRefusal },
  },
  {
    service: 'kubelet',
    port: 10250,
    open: { '/': notFound, '/runningpods/': podList },
    guarded: {
      '/': page('403 Forbidden', 'Forbidden (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)'),
    },
  },
  {
    service: 'kubelet',
    port: 10255,
    open: { '/': notFound, '/pods': podList },
    guarded: { '/': page('401 Unauthorized', 'Unauthorized') },
  },
  {
    service: 'solr',
    open: {
      '/': redirect('http://192.0.2.7:4242/solr/'),
      '/solr/admin/info/system?wt=json': page('200 OK', { mode: 'std', lucene: { 'solr-spec-version': '9.4.0' } }),
    },
    guarded: {
      '/': redirect('/solr/'),
      '/solr/admin/info/system?wt=json': page('401 Unauthorized', 'no', 'WWW-Authenticate: Basic realm="solr"\r\n'),
    },
  },
  {
    service: 'consul',
    open: {
      '/': redirect('/ui/'),
      '/v1/agent/self': page('200 OK', { Config: { Datacenter: 'dc1', NodeName: 'n', Version: '1.17.0' }, Member: {} }),
    },
    guarded: {
      '/': redirect('/ui/'),
      '/ui/': page('200 OK', '<title>Consul by HashiCorp</title>'),
      '/v1/agent/self': page('403 Forbidden', 'Permission denied'),
    },
  },
  {
    service: 'kibana',
    open: {
      '/': redirect('/app/home', 'kbn-name: k\r\n'),
      '/api/spaces/space': page('200 OK', [{ id: 'default', name: 'Default' }]),
      '/api/status': page('200 OK', { version: { number: '8.12.0' } }),
    },
    guarded: { '/': redirect('/login?next=%2F', 'kbn-name: k\r\n') },
  },
  {
    service: 'grafana',
    open: {
      '/': page('200 OK', '<title>Grafana</title>'),
      '/api/org': page('200 OK', { id: 1, name: 'Main Org.' }),
      '/api/health': page('200 OK', { commit: 'a', database: 'ok', version: '10.2.3' }),
    },
    guarded: {
      '/': redirect('/login'),
      '/api/health': page('200 OK', { database: 'ok', version: '10.2.3' }),
      '/api/org': page('401 Unauthorized', { message: 'Unauthorized' }),
    },
  },
  {
    service: 'jenkins',
    open: {
      '/': page('200 OK', 'Dashboard', 'X-Jenkins: 2.426.1\r\n'),
      '/api/json?tree=mode': page('200 OK', { _class: 'hudson.model.Hudson', mode: 'NORMAL' }),
    },
    guarded: { '/': page('403 Forbidden', 'Authentication required', 'X-Jenkins: 2.426.1\r\n') },
  },
  {
    service: 'syncthing',
    open: {
      '/': page('200 OK', 'page', 'X-Syncthing-Version: v1.27.2\r\n'),
      '/meta.js': page('200 OK', 'var metadata = {"authenticated":true,"deviceID":"A","deviceIDShort":"A"};\n'),
    },
    guarded: {
      '/': page('200 OK', 'page', 'X-Syncthing-Version: v1.27.2\r\n'),
      '/meta.js': page('200 OK', 'var metadata = {"authenticated":false,"deviceID":"A","deviceIDShort":"A"};\n'),
    },
  },
];

describe('a console or interface that asks nobody for a password, and one that asks for it', () => {
  it.for(documented.map((product) => [product.service, product] as const))(
    '%s',
    ([service, { port, open, guarded }]) => {
      expect(identify(site(open), port).known).toMatchObject({ service, unauthenticated: true });
      expect(identify(site(guarded), port).known).toMatchObject({ service, unauthenticated: false });
    },
  );

  it('a page that asks for a login and does not say what it is is a web server that asks for one', () => {
    expect(identify(() => unauthorised).known).toMatchObject({ service: 'http', unauthenticated: false });
  });

  it('phpMyAdmin is named, and never said to be without a login', () => {
    const form = '<title>phpMyAdmin</title><input name="pma_username">';
    expect(identify(() => page('200 OK', form)).known).toMatchObject({ service: 'phpmyadmin', unauthenticated: false });
    const { known } = identify(() => page('200 OK', '<title>phpMyAdmin</title><h1>localhost</h1>'));
    expect(known).toMatchObject({ service: 'phpmyadmin' });
    expect(known.unauthenticated).toBeUndefined();
  });
});

/** The front pages of all of these products, documented and recorded. */
const fronts: readonly (readonly [string, string, number])[] = [
  ...documented.map(({ service, open, port = target.port }) => [service, open['/']!, port] as const),
  ...recorded.flatMap(({ daemon, asked, replies, expected }) => {
    const front = (replies[0] as { text?: string } | undefined)?.text ?? '';
    const isOpen = (expected as { unauthenticated?: boolean }).unauthenticated === true;
    const isWeb = asked === 'http' && front.startsWith('HTTP/');
    return isOpen && isWeb ? [[daemon, front, target.port] as const] : [];
  }),
];

const pathOf = (request: string) => request.split(' ')[1] ?? '';
const bodyOf = (request: string) => request.split('\r\n\r\n')[1] ?? '';

/** Web servers that have an answer to everything. */
const catchAlls: readonly (readonly [string, Pages])[] = [
  ['every path is a page', () => page('200 OK', '<!doctype html><title>Welcome</title><h1>It works</h1>')],
  [
    'every path is the front page of a portal',
    () => page('200 OK', '<title>Login</title><form><input name="user"></form>'),
  ],
  ['every path is {}', () => page('200 OK', {})],
  ['every path is []', () => page('200 OK', [])],
  ['every path is null', () => page('200 OK', 'null')],
  [
    'every path is a success',
    () => page('200 OK', { status: 'success', data: {}, ok: true, result: 'ok', version: '1.0' }),
  ],
  ['every path is empty', () => page('200 OK', '')],
  ['every path is "ok"', () => page('200 OK', 'ok')],
  ['every path leads to a login', () => redirect('/login?next=/')],
  ['every path repeats the request as text', (request) => page('200 OK', request)],
  [
    'every path repeats the request as JSON',
    (request) => page('200 OK', { path: pathOf(request), body: bodyOf(request), headers: request }),
  ],
  ['every path repeats what was posted', (request) => page('200 OK', bodyOf(request) || pathOf(request))],
  [
    'every path repeats the request in its headers',
    (request) => page('200 OK', 'x', `X-Path: ${pathOf(request)}\r\nServer: ${pathOf(request)}\r\n`),
  ],
  ['every path is missing', () => page('404 Not Found', { error: 'not found' })],
  ['every path fails', () => page('502 Bad Gateway', '<h1>Bad Gateway</h1>')],
  ['every path is an empty list of something', () => page('200 OK', { kind: 'List', apiVersion: 'v1', items: [] })],
];

describe('a web server that answers to everything is never a product without a password', () => {
  it.for(catchAlls)('%s', ([, pages]) => {
    expect(fronts.length).toBeGreaterThan(20);
    const claimed = [['no product', pages(''), target.port] as const, ...fronts].flatMap(([name, front, port]) => {
      const answers: Pages = (request) => (request.startsWith('GET / ') ? front : pages(request));
      // Who shows what only the product has on its front page itself is no catch-all.
      const provesItself = http.unasked!(Buffer.from(front), { ...target, port })!.unauthenticated === true;
      return !provesItself && identify(answers, port).known.unauthenticated === true ? [name] : [];
    });
    expect(claimed).toEqual([]);
    expect(identify(pages).known).toMatchObject({ service: 'http' });
  });

  it('however it answers, it gets four requests at most, none of which changes anything or carries a login', () => {
    for (const [, front, port] of fronts) {
      for (const [, pages] of catchAlls) {
        const { requests } = identify((request) => (request.startsWith('GET / ') ? front : pages(request)), port);
        expect(requests.length).toBeLessThanOrEqual(4);
        for (const request of requests) {
          // etcd's read is a POST; nothing else is.
          expect(request).toMatch(/^(?:GET |POST \/v3\/kv\/range |$)/);
          expect(request).not.toMatch(/^(?:authorization|cookie|x-api-key|proxy-authorization):/im);
        }
      }
    }
  });
});

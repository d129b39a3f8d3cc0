import type { WebApplication } from './web-application.ts';

/** What starts, stops and changes other software, machines or files. */
export const controlApplications: readonly WebApplication[] = [
  {
    // supervisord.org/configuration.html: without a username its page and XML-RPC are for everybody.
    service: 'supervisor',
    product: 'Supervisor',
    purpose: 'manager',
    shows: [
      { title: /^Supervisor Status$/, body: />Supervisor<\/a> (?<version>\d[\d.]{0,20})/ },
      { title: /^Supervisor Status$/ },
      {
        status: 401,
        header: ['www-authenticate', /^Basic realm="default"$/],
        body: /^<head>\s*<title>Error response<\/title>/,
      },
    ],
    access: [{ open: { status: 200, title: /^Supervisor Status$/ } }],
  },
  {
    // rclone.org/rc: “noopauth” gives back what it got, to whoever may do everything else too.
    service: 'rclone',
    product: 'rclone',
    purpose: 'manager',
    shows: [
      { header: ['access-control-request-method', /^POST, OPTIONS, GET, HEAD$/] },
      { header: ['www-authenticate', /^Basic realm="rclone"/] },
    ],
    access: [
      { guarded: [{ status: 401 }] },
      {
        path: '/rc/noopauth',
        post: '{}',
        open: { status: 200, header: ['x-rclone-jobid', /^\d/], body: /^\{\}\s*$/ },
        guarded: [{ status: 401 }, { status: 403 }],
      },
    ],
  },
  {
    // chromedevtools.github.io/devtools-protocol: whoever has the address of the socket commands the browser.
    service: 'chrome-devtools',
    product: 'Chrome DevTools',
    purpose: 'debugger',
    behind: [
      { title: /^(?:Inspectable pages|Inspectable WebContents|Headless remote debugging)$/ },
      { body: /^<html>\s*<head>\s*<title>(?:Inspectable|Headless remote)/ },
      { header: ['content-security-policy', /^frame-ancestors 'none'$/] } as const,
      { status: 404, body: /^$/, header: ['content-type', /^text\/html$/] } as const,
    ].map((front) => ({
      front,
      path: '/json/version',
      shows: { status: 200, json: { webSocketDebuggerUrl: /^wss?:\/\// } },
    })),
    access: [{ open: { json: { webSocketDebuggerUrl: /^wss?:\/\// } }, version: 'Browser' }],
  },
  {
    service: 'portainer',
    product: 'Portainer',
    purpose: 'manager',
    shows: [{ title: /^Portainer$/ }],
    access: [{ path: '/api/endpoints?limit=1' }, { path: '/api/status', guarded: [], version: 'Version' }],
  },
  {
    service: 'rancher',
    product: 'Rancher',
    purpose: 'manager',
    shows: [{ title: /^Rancher$/, body: /\/dashboard\// }],
  },
  {
    service: 'kubernetes-dashboard',
    product: 'Kubernetes Dashboard',
    purpose: 'manager',
    shows: [{ title: /^Kubernetes Dashboard$/ }],
    // Without “--enable-skip-login” it asks for a token.
    access: [
      {
        path: '/api/v1/login/skippable',
        open: { status: 200, json: { skippable: true } },
        guarded: [{ status: 200, json: { skippable: false } }],
      },
    ],
  },
  { service: 'dockge', product: 'Dockge', purpose: 'manager', shows: [{ title: /^Dockge$/ }] },
  {
    service: 'coolify',
    product: 'Coolify',
    purpose: 'manager',
    shows: [{ cookie: /^coolify_session$/ }, { title: /^(?:Login \| )?Coolify$/ }],
  },
  { service: 'caprover', product: 'CapRover', purpose: 'manager', shows: [{ title: /^CapRover\b/ }] },
  {
    // developer.hashicorp.com/nomad/api-docs/jobs: names of jobs are for everybody unless access lists are on.
    service: 'nomad',
    product: 'Nomad',
    purpose: 'manager',
    shows: [{ title: /^Nomad$/, body: /nomad-ui\/config\/environment/ }],
    access: [
      {
        path: '/v1/agent/self',
        open: { status: 200, json: { config: 'object', member: 'object' } },
        version: 'config.Version.Version',
      },
    ],
  },
  {
    service: 'argo-cd',
    product: 'Argo CD',
    purpose: 'manager',
    shows: [{ title: /^Argo CD$/ }],
    access: [
      {
        path: '/api/v1/session/userinfo',
        open: { json: { loggedIn: true } },
        guarded: [{ status: 200, json: {}, body: /^\{\s*\}$/ }, { json: { loggedIn: false } }],
      },
      { path: '/api/version', guarded: [], version: 'Version' },
    ],
  },
  {
    service: 'longhorn',
    product: 'Longhorn',
    purpose: 'manager',
    shows: [{ title: /^Longhorn$/, body: /<div id="root">/ }],
    access: [
      { path: '/v1/volumes?limit=1', open: { status: 200, json: { type: /^collection$/, resourceType: /^volume$/ } } },
    ],
  },
  {
    service: 'minio',
    product: 'MinIO',
    purpose: 'manager',
    shows: [{ title: /^MinIO Console$/ }, { header: ['server', /^MinIO/] }],
    access: [{}],
  },
  { service: 'ceph-dashboard', product: 'Ceph Dashboard', purpose: 'manager', shows: [{ title: /^Ceph$/ }] },
  {
    service: 'traefik',
    product: 'Traefik',
    purpose: 'network',
    shows: [{ title: /^Traefik(?: Proxy)?$/ }],
    behind: [
      {
        front: { status: 404, body: /^404 page not found\s*$/ },
        path: '/api/version',
        shows: { status: 200, json: { Version: 'string', Codename: 'string', startDate: 'string' } },
      },
    ],
    access: [
      {
        path: '/api/version',
        open: { status: 200, json: { Version: 'string', Codename: 'string' } },
        version: 'Version',
      },
    ],
  },
  {
    // envoyproxy.io, administration interface: it can be told to end, and knows no login.
    service: 'envoy-admin',
    product: 'Envoy',
    purpose: 'manager',
    shows: [{ title: /^Envoy Admin$/ }],
    access: [{ open: { status: 200, title: /^Envoy Admin$/, body: /quitquitquit/ } }],
  },
  {
    service: 'kong-admin',
    product: 'Kong',
    purpose: 'manager',
    shows: [{ json: { tagline: /^Welcome to kong$/i } }],
    access: [{ open: { status: 200, json: { tagline: /^Welcome to kong$/i, version: 'string' } }, version: 'version' }],
  },
  {
    service: 'apisix-dashboard',
    product: 'Apache APISIX Dashboard',
    purpose: 'manager',
    shows: [{ title: /^Apache APISIX Dashboard$/ }],
  },
  {
    service: 'nginx-proxy-manager',
    product: 'Nginx Proxy Manager',
    purpose: 'manager',
    shows: [{ title: /^Nginx Proxy Manager$/ }],
  },
  {
    service: 'filebrowser',
    product: 'File Browser',
    purpose: 'manager',
    shows: [{ title: /^File Browser$/ }, { body: /window\.FileBrowser = / }],
  },
  { service: 'awx', product: 'AWX', purpose: 'runner', shows: [{ title: /^(?:Ansible )?AWX$/ }] },
  {
    service: 'foreman',
    product: 'Foreman',
    purpose: 'manager',
    shows: [{ header: ['foreman_version', /^(?<version>\d[\w.]{0,20})/] }],
  },
  {
    service: 'guacamole',
    product: 'Apache Guacamole',
    purpose: 'panel',
    shows: [{ title: /^(?:Apache )?Guacamole$/, body: /\bguac-/ }],
  },
  {
    service: 'spring-boot-admin',
    product: 'Spring Boot Admin',
    purpose: 'manager',
    shows: [{ title: /^Spring Boot Admin$/ }],
  },
];

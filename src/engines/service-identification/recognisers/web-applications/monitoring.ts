import type { Marks, WebApplication } from './web-application.ts';

/** haproxy's own page for nothing to be had; the statistics have the first path unless another was chosen, and the other often. */
const statisticsAt = (shows: Marks) =>
  ['/haproxy?stats', '/stats'].map((path) => ({
    front: { status: 503, body: /No server is available to handle this request\./ },
    path,
    shows,
  }));
const report = {
  title: /^Statistics Report for HAProxy$/,
  body: /HAProxy version (?<version>\d[\w.+-]{0,40})/,
};
/** With “stats admin” each table is a form that takes servers out of service. */
const reportWithForms = {
  title: report.title,
  body: /HAProxy version (?<version>\d[\w.+-]{0,40})[\s\S]*<form method="post"/,
};
const isReport = {
  open: { status: 200, body: /<h1><a href="http:\/\/www\.haproxy\.org\/[\s\S]*Statistics Report for pid/ },
};
const statisticsLogin: Marks = { header: ['www-authenticate', /^Basic realm="HAProxy Statistics"/] };

/** What watches over other software, and shows it. */
export const monitoringApplications: readonly WebApplication[] = [
  {
    service: 'kibana',
    product: 'Kibana',
    shows: [{ header: ['kbn-name', /^/] }],
    // elastic.co, "Get all spaces": there is always the default one. The status page may be public by a setting of its own.
    access: [
      { guarded: [{ header: ['location', /\/login/] }, { status: 401 }, { status: 403 }] },
      { path: '/api/spaces/space', open: { status: 200, body: /"id"\s*:\s*"default"/, json: { '0.id': 'string' } } },
      { path: '/api/status', guarded: [], version: 'version.number' },
    ],
  },
  {
    service: 'grafana',
    product: 'Grafana',
    shows: [{ title: /^Grafana$/ }],
    // Its front page leads to the login, and its public state of health tells what it is.
    behind: [
      {
        front: { status: 302, header: ['location', /^\/login$/] },
        path: '/api/health',
        shows: { json: { database: 'string', version: 'string' } },
      },
    ],
    // grafana.com, HTTP API: the organisation is for who is signed in, or for everybody by anonymous access; health is public.
    access: [
      { path: '/api/org', open: { status: 200, json: { id: 'number', name: 'string' } } },
      { path: '/api/health', guarded: [], version: 'version' },
    ],
  },
  {
    service: 'pushgateway',
    product: 'Prometheus Pushgateway',
    purpose: 'monitoring',
    shows: [{ title: /^Prometheus Pushgateway$/ }],
    // Its front page is the list of what was pushed, and of buttons that delete it.
    access: [
      {
        open: { status: 200, title: /^Prometheus Pushgateway$/, body: /<a class="navbar-brand"[^>]{0,80}>Pushgateway/ },
      },
      {
        path: '/api/v1/status',
        open: { status: 200, json: { status: /^success$/, 'data.build_information': 'object' } },
        version: 'data.build_information.version',
      },
    ],
  },
  {
    service: 'prometheus',
    product: 'Prometheus',
    shows: [
      { title: /^Prometheus(?: Time Series\b.{0,60})?$/ },
      { body: /^<a href="\/(?:classic\/)?(?:graph|query)">Found<\/a>\.\s*$/ },
    ],
    access: [
      {},
      {
        path: '/api/v1/status/buildinfo',
        open: { status: 200, json: { status: /^success$/, 'data.goVersion': 'string' } },
        version: 'data.version',
      },
    ],
  },
  {
    service: 'alertmanager',
    product: 'Alertmanager',
    shows: [{ title: /^Alertmanager$/ }],
    access: [
      {},
      {
        path: '/api/v2/status',
        open: { status: 200, json: { 'versionInfo.version': 'string', 'cluster.status': 'string' } },
        version: 'versionInfo.version',
      },
    ],
  },
  {
    service: 'node-exporter',
    product: 'Prometheus node_exporter',
    shows: [{ title: /^Node Exporter$/ }],
    access: [
      {},
      {
        path: '/metrics',
        open: {
          status: 200,
          body: /^# HELP \S+ .*\n# TYPE \S+ \w+\n[a-z_:]+[{ ](?:[\s\S]*\nnode_exporter_build_info\{[^}]{0,500}\bversion="(?<version>[^"]{1,40})")?/m,
        },
      },
    ],
  },
  {
    service: 'haproxy-admin',
    product: 'HAProxy',
    shows: [reportWithForms],
    behind: statisticsAt(reportWithForms),
    access: [isReport],
  },
  {
    service: 'haproxy-stats',
    product: 'HAProxy',
    shows: [report, statisticsLogin],
    behind: [...statisticsAt(report), ...statisticsAt(statisticsLogin)],
    access: [isReport],
  },
];

import type { WebApplication } from './web-application.ts';

/** More of what watches over other software, and keeps what it logs. */
export const watcherApplications: readonly WebApplication[] = [
  {
    service: 'netdata',
    product: 'Netdata',
    purpose: 'monitoring',
    shows: [
      { header: ['server', /^Netdata Embedded HTTP Server v?(?<version>\d[\w.-]{0,30})/] },
      { title: /^netdata dashboard$/i },
    ],
    access: [
      { path: '/api/v1/info', open: { status: 200, json: { version: 'string', uid: 'string' } }, version: 'version' },
    ],
  },
  {
    service: 'cadvisor',
    product: 'cAdvisor',
    purpose: 'monitoring',
    shows: [{ title: /^cAdvisor - / }],
    access: [{ open: { status: 200, title: /^cAdvisor - / } }],
  },
  {
    service: 'zabbix',
    product: 'Zabbix',
    purpose: 'monitoring',
    shows: [{ cookie: /^zbx_session(?:id)?$/ }, { title: /: Zabbix$/ }],
  },
  {
    service: 'nagios',
    product: 'Nagios',
    purpose: 'monitoring',
    shows: [
      { title: /^Nagios(?: Core)?(?:: ?[\w.-]{0,60})?$/ },
      { header: ['www-authenticate', /^Basic realm="Nagios Access"/] },
    ],
    access: [{}],
  },
  {
    service: 'icinga',
    product: 'Icinga Web',
    purpose: 'monitoring',
    shows: [{ title: /^Icinga Web(?: 2)? Login$/ }, { cookie: /^Icingaweb2$/ }],
    access: [{ guarded: [{ title: /Login$/ }] }],
  },
  {
    service: 'cacti',
    product: 'Cacti',
    purpose: 'monitoring',
    shows: [{ title: /^Login to Cacti$/ }, { cookie: /^Cacti[\da-f]{0,40}$/ }],
    access: [{ guarded: [{ title: /^Login/ }] }],
  },
  {
    service: 'librenms',
    product: 'LibreNMS',
    purpose: 'monitoring',
    shows: [{ title: /^(?:Login \| )?LibreNMS$/ }, { cookie: /^librenms_session$/ }],
  },
  {
    service: 'munin-web',
    product: 'Munin',
    purpose: 'monitoring',
    shows: [{ title: /^Munin :: / }],
    access: [{ open: { status: 200, title: /^Munin :: overview$/ } }],
  },
  { service: 'graylog', product: 'Graylog', purpose: 'monitoring', shows: [{ title: /^Graylog(?: Web Interface)?$/ }] },
  { service: 'uptime-kuma', product: 'Uptime Kuma', purpose: 'monitoring', shows: [{ title: /^Uptime Kuma$/ }] },
  {
    // jaegertracing.io: the query service has no login of its own.
    service: 'jaeger',
    product: 'Jaeger',
    purpose: 'monitoring',
    shows: [{ title: /^Jaeger UI$/ }],
    access: [
      { path: '/api/services', open: { status: 200, json: { total: 'number', limit: 'number', offset: 'number' } } },
    ],
  },
  {
    service: 'zipkin',
    product: 'Zipkin',
    purpose: 'monitoring',
    shows: [{ title: /^Zipkin$/ }],
    access: [
      { path: '/zipkin/config.json', open: { status: 200, json: { defaultLookback: 'number', queryLimit: 'number' } } },
    ],
  },
  {
    service: 'graphite',
    product: 'Graphite',
    purpose: 'monitoring',
    shows: [{ title: /^Graphite Browser$/ }],
    access: [{ open: { status: 200, title: /^Graphite Browser$/ } }],
  },
  {
    service: 'sonarqube',
    product: 'SonarQube',
    purpose: 'development',
    shows: [{ title: /^SonarQube(?: Server)?$/ }],
    access: [
      {
        path: '/api/components/search?qualifiers=TRK&ps=1',
        open: { status: 200, json: { components: 'list', 'paging.total': 'number' } },
      },
      { path: '/api/system/status', guarded: [], version: 'version' },
    ],
  },
  {
    service: 'tensorboard',
    product: 'TensorBoard',
    purpose: 'monitoring',
    shows: [{ title: /^TensorBoard$/ }],
    access: [
      {
        path: '/data/environment',
        open: { status: 200, json: { data_location: 'string', version: 'string' } },
        version: 'version',
      },
    ],
  },
];

/**
 * What each web application answers, by the name of its service. `real` ones were started and said so; the others stand as their
 * makers' documents and pages have them, shortened to what counts.
 */

export interface ApplicationAnswer {
  readonly product: string;
  readonly tested: 'real' | 'documented';
  /** The front page. */
  readonly front: string;
  /** Further pages of either, by path; `POST /` for what is sent to one. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Further pages where nobody is asked for a login, and where somebody is; the front page too, where that differs. */
  readonly open?: Readonly<Record<string, string>>;
  readonly guarded?: Readonly<Record<string, string>>;
}

/** An answer as it comes over the line. */
export function page(status: string, body: unknown, headers = ''): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}\r\n${text}`;
}

export const ok = (body: unknown, headers = '') => page('200 OK', body, headers);
export const titled = (title: string, rest = '') =>
  ok(`<!doctype html><html><head><title>${title}</title></head><body>${rest}</body></html>`);
export const cookie = (name: string) => ok('<html><body>Welcome</body></html>', `Set-Cookie: ${name}=x; path=/\r\n`);
export const withHeader = (header: string, body = '<html></html>') => ok(body, `${header}\r\n`);
export const generator = (content: string) =>
  ok(`<html><head><meta name="generator" content="${content}" /></head></html>`);
export const leadsTo = (path: string) => page('302 Found', '', `Location: ${path}\r\n`);
const refused = page('401 Unauthorized', 'no', 'WWW-Authenticate: Basic realm="x"\r\n');
const forbidden = page('403 Forbidden', 'no');

export const documented = (
  product: string,
  front: string,
  more: Partial<ApplicationAnswer> = {},
): ApplicationAnswer => ({
  product,
  tested: 'documented',
  front,
  ...more,
});
export const real = (product: string, front: string, more: Partial<ApplicationAnswer> = {}): ApplicationAnswer => ({
  ...documented(product, front, more),
  tested: 'real',
});

const supervisorPage = ok(
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN">\n<html>\n<head>\n  <title>Supervisor Status</title>\n</head><body><a href="http://supervisord.org">Supervisor</a> <span>4.2.5</span></body></html>',
  'Server: Medusa/1.12\r\n',
);
const supervisorLogin = page(
  '401 Unauthorized',
  '<head>\r\n<title>Error response</title>\r\n</head>\r\n<body>\r\n<h1>Error response</h1>\r\n<p>Error code 401.\r\n</body>',
  'Server: Medusa/1.12\r\nWWW-Authenticate: Basic realm="default"\r\n',
);
const rcloneHeaders = 'Access-Control-Request-Method: POST, OPTIONS, GET, HEAD\r\n';
const devtools = {
  Browser: 'HeadlessChrome/120.0.6099.71',
  'Protocol-Version': '1.3',
  webSocketDebuggerUrl: 'ws://192.0.2.7:9222/devtools/browser/1',
};

const exporterFigures = page('200 OK', '# HELP go_goroutines Number of goroutines.\n# TYPE go_goroutines gauge\n');

export const applicationAnswers: Readonly<Record<string, readonly ApplicationAnswer[]>> = {
  // Databases
  clickhouse: [
    documented('ClickHouse', ok('Ok.\n', 'X-ClickHouse-Summary: {"read_rows":"0"}\r\n'), {
      open: { '/?query=SELECT%20version()': ok('23.8.1.1\n', 'X-ClickHouse-Summary: {"read_rows":"1"}\r\n') },
    }),
    documented(
      'ClickHouse',
      'HTTP/1.0 400 Bad Request\r\n\r\nPort 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP.\r\n',
    ),
    documented('ClickHouse', ok('Ok.\n', 'X-ClickHouse-Server-Display-Name: n\r\n'), {
      open: { '/?query=SELECT%20version()': ok('18.16.1\n', 'X-ClickHouse-Summary: {"read_rows":"1"}\r\n') },
      guarded: {
        '/?query=SELECT%20version()': page(
          '403 Forbidden',
          'Code: 516. DB::Exception: default: Authentication failed',
          'X-ClickHouse-Exception-Code: 516\r\n',
        ),
      },
    }),
  ],
  influxdb: [documented('InfluxDB', page('404 Not Found', '404 page not found\n', 'X-Influxdb-Version: 1.8.10\r\n'))],
  neo4j: [
    documented('Neo4j', ok({ bolt_routing: 'neo4j://n:7687', neo4j_version: '5.13.0', neo4j_edition: 'community' })),
  ],
  arangodb: [
    documented(
      'ArangoDB',
      page('301 Moved', '', 'Server: ArangoDB\r\nLocation: /_db/_system/_admin/aardvark/index.html\r\n'),
      {
        open: { '/_api/version': ok({ server: 'arango', version: '3.11.0', license: 'community' }) },
        guarded: { '/_api/version': refused },
      },
    ),
  ],
  meilisearch: [
    documented('Meilisearch', ok({ status: 'Meilisearch is running' }), {
      open: { '/indexes?limit=1': ok({ results: [], offset: 0, limit: 1, total: 0 }) },
      guarded: { '/indexes?limit=1': page('401 Unauthorized', { code: 'missing_authorization_header' }) },
    }),
  ],
  qdrant: [
    documented('Qdrant', ok({ title: 'qdrant - vector search engine', version: '1.7.0' }), {
      open: { '/collections': ok({ result: { collections: [] }, status: 'ok', time: 0.1 }) },
      guarded: { '/collections': page('401 Unauthorized', 'Must provide an API key') },
    }),
  ],
  druid: [
    documented('Apache Druid', titled('Apache Druid'), {
      open: { '/status': ok({ version: '28.0.0', modules: [], memory: {} }) },
      guarded: { '/status': refused },
    }),
  ],
  hdfs: [
    documented('Apache Hadoop HDFS', titled('Namenode information'), {
      open: {
        '/jmx?qry=Hadoop:service=NameNode,name=NameNodeStatus': ok({
          beans: [{ HostAndPort: 'n:8020', State: 'active' }],
        }),
      },
    }),
  ],
  phppgadmin: [documented('phpPgAdmin', titled('phpPgAdmin'))],
  pgadmin: [documented('pgAdmin', titled('pgAdmin 4'))],
  'mongo-express': [
    documented('mongo-express', titled('Home - Mongo Express'), { open: {}, guarded: { '/': refused } }),
  ],
  'redis-commander': [documented('Redis Commander', titled('Redis Commander: Home'), { open: {} })],
  cloudbeaver: [documented('CloudBeaver', titled('CloudBeaver Community'))],
  metabase: [documented('Metabase', titled('Metabase'))],
  superset: [
    documented('Apache Superset', leadsTo('/superset/welcome/'), {
      pages: { '/superset/welcome/': titled('Superset', '<div id="app" data-bootstrap="{}"></div>') },
    }),
  ],
  redash: [
    documented('Redash', leadsTo('/login?next=%2F'), { guarded: { '/login?next=%2F': titled('Login to Redash') } }),
  ],
  'h2-console': [
    documented(
      'H2 Console',
      ok(
        "<html><head><title>H2 Console</title></head><script>location.href = 'login.jsp?jsessionid=1';</script></html>",
      ),
    ),
  ],
  'json-server': [
    documented('JSON Server', titled('JSON Server', 'Congrats! You are successfully running JSON Server'), {
      open: {},
    }),
  ],
  // Queues
  'activemq-console': [documented('Apache ActiveMQ', titled('Apache ActiveMQ'))],
  'kafka-ui': [
    documented('UI for Apache Kafka', titled('UI for Apache Kafka'), {
      open: { '/api/clusters': ok([{ name: 'local', status: 'online', brokerCount: 1 }]) },
      guarded: { '/api/clusters': refused },
    }),
  ],
  kafdrop: [documented('Kafdrop', titled('Kafdrop: Broker List'), { open: {} })],
  akhq: [documented('AKHQ', titled('AKHQ'))],
  'bull-board': [documented('Bull Dashboard', titled('Bull Dashboard'), { open: {} })],
  flower: [documented('Flower', titled('Flower', '<script src="/static/js/flower.js"></script>'), { open: {} })],
  // Managers
  supervisor: [
    real('Supervisor', supervisorPage, { open: {}, guarded: { '/': supervisorLogin } }),
    real('Supervisor', supervisorLogin, { guarded: {} }),
  ],
  rclone: [
    real('rclone', page('404 Not Found', 'Not Found\n', rcloneHeaders), {
      open: { '/rc/noopauth': ok('{}\n', `${rcloneHeaders}X-Rclone-Jobid: 1\r\n`) },
      guarded: {
        '/rc/noopauth': page(
          '403 Forbidden',
          { error: 'authentication must be set up on the rc server to use "rc/noopauth"' },
          rcloneHeaders,
        ),
      },
    }),
    real('rclone', page('401 Unauthorized', 'Unauthorized\n', 'Www-Authenticate: Basic realm="rclone"\r\n'), {
      guarded: {},
    }),
  ],
  'chrome-devtools': [
    documented('Chrome DevTools', titled('Inspectable pages'), { open: { '/json/version': ok(devtools) } }),
    documented('Chrome DevTools', page('404 Not Found', '', "Content-Security-Policy: frame-ancestors 'none'\r\n"), {
      open: { '/json/version': ok(devtools) },
    }),
  ],
  portainer: [
    documented('Portainer', titled('Portainer'), {
      guarded: {
        '/api/endpoints?limit=1': page('401 Unauthorized', { message: 'A valid authorisation token is missing' }),
      },
    }),
  ],
  rancher: [documented('Rancher', titled('Rancher', '<script src="/dashboard/_nuxt/a.js"></script>'))],
  'kubernetes-dashboard': [
    documented('Kubernetes Dashboard', titled('Kubernetes Dashboard'), {
      open: { '/api/v1/login/skippable': ok({ skippable: true }) },
      guarded: { '/api/v1/login/skippable': ok({ skippable: false }) },
    }),
  ],
  dockge: [documented('Dockge', titled('Dockge'))],
  coolify: [documented('Coolify', cookie('coolify_session'))],
  caprover: [documented('CapRover', titled('CapRover'))],
  nomad: [
    documented('Nomad', leadsTo('/ui/'), {
      open: {
        '/ui/': titled('Nomad', '<meta name="nomad-ui/config/environment">'),
        '/v1/agent/self': ok({ config: { Region: 'global' }, member: {}, stats: {} }),
      },
      guarded: {
        '/ui/': titled('Nomad', '<meta name="nomad-ui/config/environment">'),
        '/v1/agent/self': page('403 Forbidden', 'Permission denied'),
      },
    }),
  ],
  'argo-cd': [
    documented('Argo CD', titled('Argo CD'), {
      open: { '/api/v1/session/userinfo': ok({ loggedIn: true, username: 'anonymous' }) },
      guarded: { '/api/v1/session/userinfo': ok({}) },
    }),
  ],
  longhorn: [
    documented('Longhorn', titled('Longhorn', '<div id="root"></div>'), {
      open: { '/v1/volumes?limit=1': ok({ type: 'collection', resourceType: 'volume', data: [] }) },
    }),
  ],
  minio: [
    documented('MinIO', page('403 Forbidden', '<Error><Code>AccessDenied</Code></Error>', 'Server: MinIO\r\n'), {
      guarded: {},
    }),
  ],
  'ceph-dashboard': [documented('Ceph Dashboard', titled('Ceph'))],
  traefik: [
    documented('Traefik', page('404 Not Found', '404 page not found\n'), {
      open: { '/api/version': ok({ Version: '2.10.4', Codename: 'saintmarcelin', startDate: '2024-01-01T00:00:00Z' }) },
    }),
  ],
  'envoy-admin': [
    documented('Envoy', titled('Envoy Admin', '<form action="quitquitquit" method="post">'), { open: {} }),
  ],
  'kong-admin': [documented('Kong', ok({ tagline: 'Welcome to kong', version: '3.4.0', hostname: 'k' }), { open: {} })],
  'apisix-dashboard': [documented('Apache APISIX Dashboard', titled('Apache APISIX Dashboard'))],
  'nginx-proxy-manager': [documented('Nginx Proxy Manager', titled('Nginx Proxy Manager'))],
  filebrowser: [documented('File Browser', titled('File Browser'))],
  awx: [documented('AWX', titled('AWX'))],
  foreman: [documented('Foreman', withHeader('Foreman_version: 3.7.0'))],
  guacamole: [documented('Apache Guacamole', titled('Apache Guacamole', '<guac-login></guac-login>'))],
  'spring-boot-admin': [documented('Spring Boot Admin', titled('Spring Boot Admin'))],
  qbittorrent: [
    documented('qBittorrent', titled('qBittorrent WebUI'), {
      open: { '/api/v2/app/version': ok('v4.6.2') },
      guarded: { '/api/v2/app/version': forbidden },
    }),
  ],
  // Programs that are run
  airflow: [
    documented('Apache Airflow', leadsTo('/login/'), { guarded: { '/login/': titled('Sign In - Airflow') } }),
    documented('Apache Airflow', leadsTo('/home'), { open: { '/home': titled('DAGs - Airflow') } }),
  ],
  flink: [
    documented('Apache Flink', titled('Apache Flink Web Dashboard'), {
      open: { '/config': ok({ 'refresh-interval': 3000, 'flink-version': '1.18.0' }) },
    }),
  ],
  spark: [documented('Apache Spark', titled('Spark Master at spark://n:7077'), { open: {} })],
  yarn: [
    documented('Apache Hadoop YARN', leadsTo('/cluster'), {
      open: {
        '/cluster': titled('All Applications', 'Logged in as: dr.who'),
        '/ws/v1/cluster/info': ok({ clusterInfo: { resourceManagerVersion: '3.3.6' } }),
      },
    }),
  ],
  zeppelin: [
    documented('Apache Zeppelin', ok('<html ng-app="zeppelinWebApp"><title>Zeppelin</title></html>'), {
      open: { '/api/notebook': ok({ status: 'OK', message: '', body: [] }) },
      guarded: { '/api/notebook': forbidden },
    }),
  ],
  rundeck: [documented('Rundeck', leadsTo('/user/login'), { guarded: { '/user/login': titled('Rundeck - Login') } })],
  nifi: [
    documented('Apache NiFi', titled('NiFi'), {
      open: { '/nifi-api/flow/about': ok({ about: { title: 'NiFi', version: '1.23.2' } }) },
      guarded: { '/nifi-api/flow/about': refused },
    }),
  ],
  teamcity: [
    documented(
      'TeamCity',
      page(
        '401 Unauthorized',
        'Authentication required',
        'TeamCity-Node-Id: MAIN_SERVER\r\nWWW-Authenticate: Basic realm="TeamCity"\r\n',
      ),
      { guarded: {} },
    ),
  ],
  drone: [documented('Drone', titled('Drone | Continuous Integration'))],
  woodpecker: [documented('Woodpecker CI', titled('Woodpecker', '<script src="/web-config.js"></script>'))],
  concourse: [documented('Concourse', titled('Concourse', '<script src="/public/elm.min.js"></script>'))],
  gocd: [documented('GoCD', leadsTo('/go/auth/login'))],
  'argo-workflows': [documented('Argo Workflows', titled('Argo', '<div id="app"></div>'))],
  n8n: [
    documented('n8n', titled('n8n.io - Workflow Automation'), {
      guarded: { '/rest/login': page('401 Unauthorized', { code: 401 }) },
    }),
  ],
  'node-red': [
    documented('Node-RED', titled('Node-RED'), {
      open: { '/settings': ok({ httpNodeRoot: '/', version: '3.1.0', user: null }) },
      guarded: { '/settings': page('401 Unauthorized', 'Unauthorized') },
    }),
  ],
  'code-server': [
    documented('code-server', leadsTo('./login'), { guarded: { '/login': titled('code-server login') } }),
  ],
  rstudio: [
    documented('RStudio Server', leadsTo('/auth-sign-in'), { guarded: { '/auth-sign-in': titled('RStudio Sign In') } }),
  ],
  ttyd: [
    documented('ttyd', ok('<title>ttyd - Terminal</title>', 'server: ttyd/1.7.4-68521f5 (libwebsockets 4.3.2)\r\n'), {
      open: {},
      guarded: {
        '/': page(
          '401 Unauthorized',
          '',
          'server: ttyd/1.7.4 (libwebsockets 4.3.2)\r\nWWW-Authenticate: Basic realm="ttyd"\r\n',
        ),
      },
    }),
  ],
  gotty: [
    documented('GoTTY', ok('<title>bash@h</title><script src="./js/gotty-bundle.js"></script>', 'Server: GoTTY\r\n'), {
      open: {},
      guarded: {
        '/': page('401 Unauthorized', 'Bad Request', 'Server: GoTTY\r\nWWW-Authenticate: Basic realm="GoTTY"\r\n'),
      },
    }),
  ],
  wetty: [documented('WeTTY', titled('WeTTy - The Web Terminal Emulator'))],
  shellinabox: [documented('Shell In A Box', titled('Shell In A Box'))],
  ray: [
    documented('Ray', titled('Ray Dashboard'), {
      open: { '/api/version': ok({ version: '4', ray_version: '2.9.0', ray_commit: 'a' }) },
    }),
  ],
  mlflow: [documented('MLflow', titled('MLflow'), { guarded: { '/version': refused } })],
  ollama: [documented('Ollama', ok('Ollama is running'), { open: { '/api/tags': ok({ models: [] }) } })],
  comfyui: [
    documented('ComfyUI', titled('ComfyUI'), {
      open: { '/system_stats': ok({ system: { os: 'posix', python_version: '3.11' }, devices: [] }) },
    }),
  ],
  'stable-diffusion': [
    documented('Stable Diffusion web UI', titled('Stable Diffusion', '<script src="gradio.js"></script>')),
  ],
  'open-webui': [documented('Open WebUI', titled('Open WebUI'))],
  'werkzeug-debugger': [
    documented(
      'Werkzeug debugger',
      page(
        '500 Internal Server Error',
        '<title>NameError: x // Werkzeug Debugger</title><script>var EVALEX = true, EVALEX_TRUSTED = true, SECRET = "a";</script>',
      ),
      {
        open: {},
        guarded: {
          '/': page(
            '500 Internal Server Error',
            '<title>NameError: x // Werkzeug Debugger</title><script>var EVALEX = true, EVALEX_TRUSTED = false, SECRET = "a";</script>',
          ),
        },
      },
    ),
  ],
  // Monitoring
  pushgateway: [
    documented(
      'Prometheus Pushgateway',
      titled('Prometheus Pushgateway', '<a class="navbar-brand" href="/">Pushgateway</a>'),
      { open: {} },
    ),
  ],
  netdata: [
    documented('Netdata', ok('<title>netdata dashboard</title>', 'Server: Netdata Embedded HTTP Server v1.37.1\r\n'), {
      open: { '/api/v1/info': ok({ version: 'v1.37.1', uid: 'a' }) },
    }),
  ],
  cadvisor: [documented('cAdvisor', leadsTo('/containers/'), { open: { '/containers/': titled('cAdvisor - /') } })],
  zabbix: [documented('Zabbix', cookie('zbx_session'))],
  nagios: [
    documented('Nagios', page('401 Unauthorized', '401', 'WWW-Authenticate: Basic realm="Nagios Access"\r\n'), {
      guarded: {},
    }),
  ],
  icinga: [
    documented('Icinga Web', leadsTo('/icingaweb2/authentication/login'), {
      guarded: { '/icingaweb2/authentication/login': titled('Icinga Web 2 Login') },
    }),
  ],
  cacti: [documented('Cacti', titled('Login to Cacti'), { guarded: {} })],
  librenms: [documented('LibreNMS', cookie('librenms_session'))],
  'munin-web': [documented('Munin', titled('Munin :: overview'), { open: {} })],
  graylog: [documented('Graylog', titled('Graylog Web Interface'))],
  'uptime-kuma': [documented('Uptime Kuma', titled('Uptime Kuma'))],
  jaeger: [
    documented('Jaeger', titled('Jaeger UI'), {
      open: { '/api/services': ok({ data: [], total: 0, limit: 0, offset: 0, errors: null }) },
    }),
  ],
  zipkin: [
    documented('Zipkin', leadsTo('/zipkin/'), {
      open: { '/zipkin/': titled('Zipkin'), '/zipkin/config.json': ok({ queryLimit: 10, defaultLookback: 900000 }) },
    }),
  ],
  graphite: [documented('Graphite', titled('Graphite Browser'), { open: {} })],
  victoriametrics: [
    documented('VictoriaMetrics', ok('<h2>Single-node VictoriaMetrics</h2></br>See docs<br/><a href="vmui">vmui</a>'), {
      open: {},
    }),
  ],
  sonarqube: [
    documented('SonarQube', titled('SonarQube'), {
      guarded: { '/api/components/search?qualifiers=TRK&ps=1': refused },
    }),
  ],
  tensorboard: [
    documented('TensorBoard', titled('TensorBoard'), {
      open: { '/data/environment': ok({ data_location: '/logs', version: '2.15.0' }) },
    }),
  ],
  // Panels
  cpanel: [documented('cPanel', withHeader('Server: cpsrvd/11.110.0.10'))],
  plesk: [documented('Plesk', withHeader('Server: sw-cp-server'))],
  webmin: [documented('Webmin', withHeader('Server: MiniServ/2.105'))],
  directadmin: [documented('DirectAdmin', withHeader('Server: DirectAdmin Daemon v1.654'))],
  proxmox: [documented('Proxmox VE', withHeader('Server: pve-api-daemon/3.0'))],
  cockpit: [
    real(
      'Cockpit',
      ok('<html><head><base href="/"><script>\nvar environment = {"is_cockpit_client":false,"page":{"connect":true}};'),
    ),
    documented('Cockpit', ok('<html><head><base href="/cockpit/"></head>')),
  ],
  phpmyadmin: [documented('phpMyAdmin', titled('phpMyAdmin', '<input name="pma_username">'), { guarded: {} })],
  'rabbitmq-management': [documented('RabbitMQ Management', titled('RabbitMQ Management'))],
  ispconfig: [documented('ISPConfig', leadsTo('/login/'), { pages: { '/login/': titled('ISPConfig') } })],
  hestia: [documented('Hestia Control Panel', titled('srv.example.com - Hestia Control Panel'))],
  vesta: [documented('Vesta Control Panel', titled('Vesta - LOGIN'))],
  cyberpanel: [documented('CyberPanel', titled('Login - CyberPanel'))],
  aapanel: [documented('aaPanel', titled('aaPanel Linux panel'))],
  froxlor: [documented('Froxlor', titled('Froxlor Server Management Panel'))],
  cloudpanel: [documented('CloudPanel', titled('CloudPanel | Log In'))],
  virtualizor: [documented('Virtualizor', titled('Virtualizor - Login'))],
  solusvm: [documented('SolusVM', titled('SolusVM'))],
  interworx: [documented('InterWorx', titled('InterWorx-CP: NodeWorx'))],
  ajenti: [documented('Ajenti', titled('Ajenti'))],
  fastpanel: [documented('FASTPANEL', titled('FASTPANEL'))],
  keyhelp: [documented('KeyHelp', titled('KeyHelp - Login'))],
  pterodactyl: [documented('Pterodactyl', cookie('pterodactyl_session'))],
  openmediavault: [documented('openmediavault', titled('openmediavault Workbench'))],
  truenas: [documented('TrueNAS', titled('TrueNAS - 192.0.2.7'))],
  'synology-dsm': [documented('Synology DiskStation Manager', titled('nas - Synology DiskStation'))],
  'proxmox-backup': [documented('Proxmox Backup Server', titled('pbs - Proxmox Backup Server'))],
  'proxmox-mail': [documented('Proxmox Mail Gateway', titled('pmg - Proxmox Mail Gateway'))],
  'xen-orchestra': [documented('Xen Orchestra', titled('Xen Orchestra'))],
  'vmware-esxi': [
    documented('VMware ESXi', ok('<script>document.write("<title>" + ID_EESX_Welcome + "</title>");</script>')),
  ],
  'vmware-vcenter': [
    documented('VMware vCenter', ok('<script>document.write("<title>" + ID_VC_Welcome + "</title>");</script>')),
  ],
  'hpe-ilo': [documented('HPE iLO', withHeader('Server: HP-iLO-Server/1.30'))],
  'dell-idrac': [documented('Dell iDRAC', titled('Integrated Dell Remote Access Controller 9'))],
  // Developers
  mailhog: [
    documented('MailHog', titled('MailHog'), {
      open: { '/api/v2/messages?limit=1': ok({ total: 0, count: 0, start: 0, items: [] }) },
      guarded: { '/': page('401 Unauthorized', '', 'WWW-Authenticate: Basic\r\n') },
    }),
  ],
  mailpit: [
    documented('Mailpit', titled('Mailpit'), {
      open: { '/api/v1/info': ok({ Version: 'v1.12.0', Database: '/tmp/m.db', Messages: 0 }) },
      guarded: { '/api/v1/info': refused },
    }),
  ],
  maildev: [
    documented('MailDev', titled('MailDev'), {
      open: { '/config': ok({ version: '2.1.0', smtpPort: 1025, isOutgoingEnabled: false }) },
    }),
  ],
  mailcatcher: [documented('MailCatcher', titled('MailCatcher', '<nav id="messages">'), { open: {} })],
  vite: [
    documented('Vite', ok('<html><head><script type="module" src="/@vite/client"></script></head></html>'), {
      open: {},
    }),
    real('Vite', ok('<!DOCTYPE html><title>Shop</title>', 'Vary: Origin\r\n'), {
      pages: {
        '/@vite/client': ok('import "/@fs/srv/node_modules/vite/dist/client/env.mjs";\n//#region ../shared/hmr.ts'),
      },
    }),
  ],
  nextjs: [
    real(
      'Next.js',
      ok(
        '<body><div id="__next"></div><script src="/_next/static/development/_buildManifest.js" defer=""></script></body>',
        'X-Powered-By: Next.js\r\n',
      ),
    ),
  ],
  ethereum: [
    real('Ganache', page('404 Not Found', '404 Not Found').replace('text/html', 'text/plain'), {
      pages: { '/418': page("418 I'm a Teapot", "418 I'm a teapot").replace('text/html', 'text/plain') },
      open: {
        'POST /': page('200 OK', {
          id: 1,
          jsonrpc: '2.0',
          result: 'Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js',
        }),
      },
    }),
  ],
  'webpack-dev-server': [documented('webpack-dev-server', titled('webpack-dev-server'), { open: {} })],
  storybook: [
    documented('Storybook', titled('Button - Docs ⋅ Storybook', '<script src="./sb-manager/runtime.js"></script>')),
  ],
  'django-debug': [
    documented(
      'Django',
      titled('The install worked successfully! Congratulations!', 'because <a>DEBUG=True</a> is in your settings file'),
    ),
  ],
  'rails-development': [documented('Ruby on Rails', titled('Ruby on Rails 7.1.2', 'Rails version: 7.1.2'))],
  streamlit: [documented('Streamlit', titled('Streamlit'))],
  gradio: [documented('Gradio', ok('<script>window.gradio_config = {"version":"4.8.0","mode":"blocks"};</script>'))],
  'swagger-ui': [documented('Swagger UI', titled('Swagger UI'))],
  tomcat: [documented('Apache Tomcat', titled('Apache Tomcat/9.0.70'))],
  verdaccio: [documented('Verdaccio', titled('Verdaccio'))],
  nexus: [documented('Sonatype Nexus Repository', withHeader('Server: Nexus/3.62.0-01 (OSS)'))],
  artifactory: [documented('JFrog Artifactory', withHeader('Server: Artifactory/7.71.0'))],
  harbor: [documented('Harbor', titled('Harbor', '<harbor-app>Loading...</harbor-app>'))],
  gitlab: [
    documented(
      'GitLab',
      page(
        '302 Found',
        '',
        'Location: http://192.0.2.7:4242/users/sign_in\r\nSet-Cookie: _gitlab_session=a; path=/\r\n',
      ),
    ),
  ],
  forgejo: [
    documented(
      'Forgejo',
      ok(
        '<html><meta name="author" content="Forgejo – Beyond coding. We forge."></html>',
        'Set-Cookie: i_like_gitea=a\r\n',
      ),
    ),
  ],
  gitea: [
    documented(
      'Gitea',
      ok('<html><meta name="author" content="Gitea - Git with a cup of tea"></html>', 'Set-Cookie: i_like_gitea=a\r\n'),
    ),
  ],
  gogs: [documented('Gogs', cookie('i_like_gogs'))],
  // Homes and media
  jellyfin: [documented('Jellyfin', leadsTo('/web/'), { pages: { '/web/': titled('Jellyfin') } })],
  emby: [documented('Emby', titled('Emby'))],
  plex: [
    documented('Plex Media Server', page('401 Unauthorized', '<html></html>', 'X-Plex-Protocol: 1.0\r\n'), {
      guarded: {},
    }),
  ],
  sonarr: [documented('Sonarr', titled('Sonarr'), { guarded: { '/': titled('Login - Sonarr') } })],
  radarr: [documented('Radarr', titled('Radarr'), { guarded: { '/': titled('Login - Radarr') } })],
  sabnzbd: [documented('SABnzbd', titled('SABnzbd - Login'), { guarded: {} })],
  deluge: [documented('Deluge', titled('Deluge: Web UI 2.0.3'))],
  calibre: [documented('calibre', ok('<title>calibre</title>', 'Server: calibre 6.13.0\r\n'), { open: {} })],
  'calibre-web': [
    documented('Calibre-Web', leadsTo('/login?next=/'), {
      guarded: { '/login?next=/': titled('Calibre-Web | Login') },
    }),
  ],
  navidrome: [documented('Navidrome', titled('Navidrome'))],
  immich: [documented('Immich', titled('Immich'))],
  photoprism: [documented('PhotoPrism', titled('PhotoPrism: AI-Powered Photos App'))],
  kodi: [documented('Kodi', titled('Kodi'), { open: {} })],
  minidlna: [
    documented(
      'MiniDLNA',
      ok(
        '<HTML><HEAD><TITLE>MiniDLNA 1.3.0</TITLE></HEAD></HTML>',
        'Server: Debian DLNADOC/1.50 UPnP/1.0 MiniDLNA/1.3.0\r\n',
      ),
      { open: {} },
    ),
  ],
  icecast: [documented('Icecast', withHeader('Server: Icecast 2.4.4'))],
  paperless: [
    documented('Paperless-ngx', leadsTo('/accounts/login/?next=/'), {
      pages: { '/accounts/login/?next=/': titled('Paperless-ngx sign in') },
    }),
  ],
  'home-assistant': [documented('Home Assistant', titled('Home Assistant'))],
  openhab: [
    documented('openHAB', titled('openHAB'), {
      open: { '/rest/items?fields=name&limit=1': ok([{ name: 'Light' }]) },
      guarded: { '/rest/items?fields=name&limit=1': refused },
    }),
  ],
  domoticz: [documented('Domoticz', titled('Domoticz'))],
  iobroker: [documented('ioBroker', titled('ioBroker.admin'))],
  homebridge: [documented('Homebridge', titled('Homebridge'))],
  zigbee2mqtt: [documented('Zigbee2MQTT', titled('Zigbee2MQTT'))],
  esphome: [
    documented('ESPHome', titled('Dashboard - ESPHome'), { open: {}, guarded: { '/': titled('Login - ESPHome') } }),
  ],
  frigate: [
    documented('Frigate', titled('Frigate', '<div id="root"></div>'), {
      open: { '/api/version': ok('0.12.1-367d724') },
    }),
  ],
  motioneye: [documented('motionEye', withHeader('Server: motionEye/0.42.1'))],
  zoneminder: [documented('ZoneMinder', cookie('ZMSESSID'))],
  octoprint: [
    documented('OctoPrint', leadsTo('/login/?redirect=%2F'), {
      guarded: { '/login/?redirect=%2F': titled('OctoPrint Login') },
    }),
  ],
  tasmota: [
    documented(
      'Tasmota',
      ok('<title>Lamp - Main Menu</title>Tasmota 12.5.0', 'Server: Tasmota/12.5.0 (ESP8266EX)\r\n'),
      { open: {}, guarded: { '/': page('401 Unauthorized', '', 'Server: Tasmota/12.5.0 (ESP8266EX)\r\n') } },
    ),
  ],
  'pi-hole': [documented('Pi-hole', titled('Pi-hole - h'))],
  'adguard-home': [documented('AdGuard Home', titled('AdGuard Home'))],
  pfsense: [documented('pfSense', titled('pfSense - Login'), { guarded: {} })],
  opnsense: [documented('OPNsense', titled('Login | OPNsense'), { guarded: {} })],
  openwrt: [
    documented(
      'OpenWrt',
      ok('<html><body><a href="cgi-bin/luci/">LuCI - Lua Configuration Interface</a></body></html>'),
    ),
  ],
  'mikrotik-web': [documented('MikroTik RouterOS', titled('RouterOS router configuration page', 'RouterOS v6.49.10'))],
  unifi: [documented('UniFi Network', leadsTo('/manage'), { pages: { '/manage': titled('UniFi Network') } })],
  fritzbox: [documented('FRITZ!Box', titled('FRITZ!Box'))],
  // Sites
  wordpress: [
    documented('WordPress', withHeader('Link: <https://shop.example.com/wp-json/>; rel="https://api.w.org/"')),
  ],
  joomla: [documented('Joomla!', generator('Joomla! - Open Source Content Management'))],
  drupal: [documented('Drupal', withHeader('X-Generator: Drupal 10 (https://www.drupal.org)'))],
  typo3: [documented('TYPO3', generator('TYPO3 CMS'))],
  ghost: [documented('Ghost', generator('Ghost 5.75'))],
  discourse: [documented('Discourse', generator('Discourse 3.2.0 - https://github.com/discourse/discourse'))],
  mediawiki: [documented('MediaWiki', generator('MediaWiki 1.40.1'))],
  dokuwiki: [documented('DokuWiki', cookie('DokuWiki'))],
  moodle: [documented('Moodle', cookie('MoodleSession'))],
  phpbb: [documented('phpBB', cookie('phpbb3_a1b2c_u'))],
  prestashop: [documented('PrestaShop', cookie('PrestaShop-0123456789abcdef0123456789abcdef'))],
  opencart: [documented('OpenCart', cookie('OCSESSID'))],
  matomo: [documented('Matomo', titled('Sign in - Matomo'))],
  nextcloud: [
    documented(
      'Nextcloud',
      page(
        '302 Found',
        '',
        'Location: http://192.0.2.7:4242/login\r\nSet-Cookie: nc_sameSiteCookielax=true; path=/\r\n',
      ),
    ),
  ],
  owncloud: [documented('ownCloud', titled('ownCloud'))],
  seafile: [documented('Seafile', cookie('sfcsrftoken'))],
  roundcube: [documented('Roundcube', titled('Roundcube Webmail :: Welcome to Roundcube Webmail'))],
  snappymail: [documented('SnappyMail', titled('SnappyMail'))],
  zimbra: [documented('Zimbra', cookie('ZM_TEST'))],
  horde: [documented('Horde', cookie('Horde'))],
  sogo: [documented('SOGo', titled('SOGo'))],
  'exchange-web': [
    documented('Microsoft Exchange', page('302 Found', '', 'X-OWA-Version: 15.2.1258.12\r\nLocation: /owa/\r\n')),
  ],
  mattermost: [documented('Mattermost', titled('Mattermost'))],
  'rocket-chat': [documented('Rocket.Chat', titled('Rocket.Chat'))],
  synapse: [
    documented('Synapse (Matrix)', leadsTo('/_matrix/static/'), {
      pages: { '/_matrix/static/': titled('Synapse is running') },
    }),
  ],
  element: [documented('Element', titled('Element', '<div id="matrixchat"></div>'))],
  jitsi: [documented('Jitsi Meet', titled('Jitsi Meet'))],
  confluence: [
    documented(
      'Confluence',
      page('302 Found', '', 'X-Confluence-Request-Time: 1700000000000\r\nLocation: /login.action\r\n'),
    ),
  ],
  jira: [documented('Jira', ok('<html><meta name="application-name" content="JIRA" data-name="jira"></html>'))],
  redmine: [documented('Redmine', cookie('_redmine_session'))],
  openproject: [documented('OpenProject', cookie('_open_project_session'))],
  bookstack: [documented('BookStack', cookie('bookstack_session'))],
  vault: [
    documented('HashiCorp Vault', leadsTo('/ui/'), {
      pages: { '/ui/': titled('Vault', '<meta name="vault/config/environment">') },
    }),
  ],
  vaultwarden: [documented('Vaultwarden', titled('Vaultwarden Web'))],
  keycloak: [documented('Keycloak', titled('Welcome to Keycloak'))],
  authentik: [documented('authentik', titled('authentik'))],
  // Tried (decision 84): Debian 12's packages, and npm's in the versions that bench/service-identification names
  'prometheus-exporter': [
    ...['Blackbox Exporter', 'Redis Exporter 1.45.0-2+b4', 'Bird Exporter (Version 1.4.1)'].map((title) =>
      real('Prometheus exporter', titled(title, `<h1>${title}</h1><p><a href='/metrics'>Metrics</a></p>`), {
        open: { '/metrics': exporterFigures },
      }),
    ),
    real('Prometheus exporter', ok('\n\t\t\t<h2>Exporters:</h2>\n\t\t\t\t<ul>\n\t\t\t\t\t\n\t\t\t\t</ul>'), {
      open: { '/metrics': exporterFigures },
    }),
  ],
  powerdns: [
    real('PowerDNS', titled('PowerDNS Authoritative Server Monitor', '<a href="/" id="appname">PowerDNS 4.7.3</a>')),
  ],
  ocserv: [
    real(
      'OpenConnect VPN server',
      page(
        '200 OK',
        '<?xml version="1.0" encoding="UTF-8"?>\n<config-auth client="vpn" type="auth-request">\n<version who="sg">0.1(1)</version>',
        'Set-Cookie: webvpncontext=x; Secure\r\nSet-Cookie: webvpn=<elided>; Secure\r\nX-Transcend-Version: 1\r\n',
      ),
      { guarded: {} },
    ),
  ],
  groonga: [
    real('Groonga', ok('<title>Groonga admin</title>', 'Server: Groonga/13.0.0\r\n'), {
      open: { '/d/status': ok([[0, 1, 2], { alloc_count: 1, version: '13.0.0', n_queries: 0 }]) },
    }),
  ],
  aptly: [
    real('aptly', 'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\n404 page not found', {
      open: { '/api/version': ok({ Version: '1.5.0+ds1-1+b4' }) },
    }),
  ],
  docker: [
    real('Podman', page('404 Not Found', 'Not Found\n'), {
      pages: { '/_ping': ok('OK', 'Libpod-Api-Version: 4.3.1\r\n') },
      open: { '/version': ok({ Version: '4.3.1', ApiVersion: '1.41', Os: 'linux' }) },
    }),
  ],
  xandikos: [real('Xandikos', titled('Xandikos WebDAV server'))],
  radicale: [
    real('Radicale', page('302 Found', 'Redirected to /.web', 'Location: /.web\r\n'), {
      pages: { '/.web/': titled('Radicale Web Interface') },
    }),
  ],
  mopidy: [
    real('Mopidy', page('302 Found', '', 'Server: TornadoServer/6.2\r\nLocation: /mopidy/\r\n'), {
      open: { '/mopidy/': ok('<title>Mopidy</title>', 'Server: TornadoServer/6.2\r\n') },
    }),
  ],
  ustreamer: [real('µStreamer', titled('uStreamer', '<h3>&micro;Streamer v4.9</h3>'), { open: {} })],
  motion: [real('Motion', titled('Motion', '<p class="header-right">Motion 4.5.1</p>'), { open: {} })],
  'perlbal-management': [
    real('Perlbal', titled('perlbal management interface', '<h1>perlbal management interface</h1>'), { open: {} }),
  ],
  orthanc: [
    real('Orthanc', page('301 Moved Permanently', '', 'Location: app/explorer.html\r\n'), {
      pages: { '/app/explorer.html': titled('Orthanc Explorer') },
      open: { '/system': ok({ ApiVersion: 16, DicomAet: 'ORTHANC', Name: 'x', Version: '1.10.1' }) },
      guarded: { '/system': refused },
    }),
  ],
  janus: ['/janus/info', '/admin/info'].map((path) =>
    real('Janus', page('404 Not Found', '', 'Access-Control-Allow-Origin: *\r\nAccess-Control-Max-Age: 86400\r\n'), {
      pages: {
        [path]: ok({ janus: 'server_info', name: 'Janus WebRTC Server', version: 1102, version_string: '1.1.2' }),
      },
    }),
  ),
  debuginfod: [real('debuginfod', ok('debuginfod (elfutils) 0.188'))],
  shoelaces: [real('Shoelaces', titled('shoelaces - painless server bootstrapping'), { open: {} })],
  snapcast: [
    real('Snapcast', ok('<html>\n<head>\n  <title>Snapcast Default Page</title>', 'Server: Snapcast\r\n'), {
      open: {},
    }),
  ],
  nzbget: [
    real('NZBGet', page('401 Unauthorized', '', 'WWW-Authenticate: Basic realm="NZBGet"\r\nServer: nzbget-21.0\r\n'), {
      guarded: {},
    }),
  ],
  owhttpd: [real('OWFS', ok('<HTML><TITLE>1-Wire Web: Directory</TITLE>', 'Server: owhttpd\r\n'), { open: {} })],
  'bitcoin-rpc': [real('Bitcoin', page('405 Method Not Allowed', 'JSONRPC server handles only POST requests'))],
  phpldapadmin: [real('phpLDAPadmin', titled('phpLDAPadmin (1.2.6.3) - '))],
  'ldap-account-manager': [real('LDAP Account Manager', titled('LDAP Account Manager'))],
  gitweb: [
    real('gitweb', titled('127.0.0.1 Git', '<!-- git web interface version 2.39.5, (C) 2005-2006, Kay Sievers -->')),
  ],
  novnc: [real('noVNC', ok('<title>Directory listing for /</title>', 'Server: WebSockify Python/3.11.2\r\n'))],
  xpra: [real('Xpra', ok('<title>xpra websockets client</title>', 'Server: Xpra-WebSocket-Server Python/3.11.2\r\n'))],
  hledger: [
    real('hledger-web', page('303 See Other', '', 'Location: /journal\r\nServer: Warp/3.3.21\r\n'), {
      open: { '/journal': titled('journal - hledger-web') },
    }),
  ],
  kea: [real('Kea control agent', page('400 Bad Request', '{ "result": 400, "text": "Bad Request" }'))],
  monitorix: [real('Monitorix', page('404 Not found', 'no', 'Server: Monitorix HTTP Server\r\n'))],
  darkstat: [real('darkstat', ok('<title>Graphs (darkstat lo)</title>', 'Server: darkstat/3.0.719\r\n'), { open: {} })],
  glances: [real('Glances', titled('Glances'), { open: {} })],
  tiddlywiki: [
    real(
      'TiddlyWiki',
      titled(
        'My TiddlyWiki — a non-linear personal web notebook',
        '<meta name="tiddlywiki-version" content="5.4.1" />',
      ),
    ),
  ],
  karma: [
    real('Karma', titled('Karma', '<!--\nThe entry point for client. This file is loaded just once -->'), { open: {} }),
  ],
  dynamodb: [real('DynamoDB', ok('healthy: dynamodb.us-east-1.amazonaws.com ', 'x-amzn-RequestId: LJYRR\r\n'))],
  s3: [
    real(
      'S3 storage',
      ok('<?xml version="1.0"?>\n<ListAllMyBucketsResult xmlns="http://doc.s3.amazonaws.com/2006-03-01/">'),
    ),
  ],
  azurite: [real('Azurite', page('400 Value is invalid.', '<Error>', 'Server: Azurite-Blob/3.37.0\r\n'))],
  peerjs: [real('PeerJS', ok({ name: 'PeerJS Server', website: 'https://peerjs.com/' }))],
  'cors-anywhere': [
    real('CORS Anywhere', ok('This API enables cross-origin requests to anywhere.\n\nUsage:'), { open: {} }),
  ],
  mountebank: [
    real('mountebank', ok({ _links: { imposters: { href: '/imposters' }, config: { href: '/config' } } }), {
      open: {},
    }),
  ],
  frontail: [real('frontail', titled('tail -f l', '<pre class="log"></pre>'), { open: {} })],
  'http-proxy': [
    real('Whistle', titled('Whistle Web Debugging Proxy')),
    real('Whistle', page('502 Bad Gateway', '<pre>\nFrom: Whistle@2.10.10\n', 'x-server: Whistle\r\n')),
  ],
};

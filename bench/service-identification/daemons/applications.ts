import { type AnswerRow, application, npm, onPortsFrom, service, webServer } from './row.ts';

/** What a review found to be called “Web server, low” and its like, and developers' servers. */
const fromDebian: readonly AnswerRow[] = [
  [
    'Supervisor',
    ['supervisor'],
    [application('supervisor', 'critical', false), application('supervisor', 'high', true)],
    `
for port in $PORT1 $PORT2; do
printf '[supervisord]\\nnodaemon=true\\nuser=root\\nlogfile=/dev/stdout\\nlogfile_maxbytes=0\\npidfile=%s/%s.pid\\n[rpcinterface:supervisor]\\nsupervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\\n[inet_http_server]\\nport=127.0.0.1:%s\\n' $PWD $port $port >$port.conf
done
printf 'username=u\\npassword=p\\n' >>$PORT2.conf
supervisord -n -c $PORT1.conf &
exec supervisord -n -c $PORT2.conf`,
  ],
  [
    'rclone',
    ['rclone'],
    [
      application('rclone', 'critical', false),
      application('rclone', 'high', true),
      application('webdav', 'critical', false, 'rclone', 'http'),
    ],
    `
export HOME=$PWD; mkdir f
rclone rcd --rc-no-auth --rc-addr 127.0.0.1:$PORT1 &
rclone rcd --rc-user u --rc-pass p --rc-addr 127.0.0.1:$PORT2 &
exec rclone serve webdav --addr 127.0.0.1:$PORT3 $PWD/f`,
  ],
  [
    'ClickHouse',
    ['clickhouse-server'],
    [service('clickhouse', 'critical', false), application('clickhouse', 'critical', false)],
    `
mkdir d; exec clickhouse-server --config-file=/etc/clickhouse-server/config.xml -- --tcp_port=$PORT1 --http_port=$PORT2 --interserver_http_port=$((PORT1 + 900)) --listen_host=127.0.0.1 --path=$PWD/d/ --tmp_path=$PWD/d/t/ --logger.console=1 --logger.log=$PWD/log --logger.errorlog=$PWD/err`,
  ],
  [
    'Pushgateway',
    ['prometheus-pushgateway'],
    [application('pushgateway', 'high', false)],
    'exec prometheus-pushgateway --web.listen-address=127.0.0.1:$PORT1',
  ],
  [
    'Cockpit',
    ['cockpit-ws', 'socat'],
    [application('cockpit', 'high', true), { ...application('cockpit', 'high', true), tls: true }],
    `
socat OPENSSL-LISTEN:$PORT2,bind=127.0.0.1,fork,reuseaddr,cert=$TLS/both.pem,verify=0 TCP:127.0.0.1:$PORT1 &
exec /usr/lib/cockpit/cockpit-ws --no-tls -p $PORT1 -a 127.0.0.1`,
  ],
  [
    'Jupyter',
    ['jupyter-notebook'],
    [application('jupyter', 'critical', false), application('jupyter', 'medium', true)],
    `
export HOME=$PWD
jupyter notebook --allow-root --no-browser --ip=127.0.0.1 --port=$PORT1 --NotebookApp.token= --NotebookApp.password= &
exec jupyter notebook --allow-root --no-browser --ip=127.0.0.1 --port=$PORT2 --NotebookApp.token=secret`,
  ],
  [
    'Carbon',
    ['graphite-carbon'],
    [
      service('graphite', 'medium', false, 'carbon', 'unknown'),
      service('graphite', 'medium', false, 'carbon', 'unknown'),
    ],
    `
mkdir -p s l w; printf '[cache]\\nUSER =\\nSTORAGE_DIR = %s/s\\nCONF_DIR = %s\\nLOG_DIR = %s/l\\nPID_DIR = %s\\nLOCAL_DATA_DIR = %s/w\\nLINE_RECEIVER_INTERFACE = 127.0.0.1\\nLINE_RECEIVER_PORT = %s\\nPICKLE_RECEIVER_INTERFACE = 127.0.0.1\\nPICKLE_RECEIVER_PORT = %s\\nCACHE_QUERY_PORT = %s\\nENABLE_LOGROTATION = False\\nMAX_CACHE_SIZE = 1000\\nMAX_UPDATES_PER_SECOND = 1\\nMAX_CREATES_PER_MINUTE = 1\\n' $PWD $PWD $PWD $PWD $PWD $PORT1 $PORT2 $((PORT1 + 900)) >carbon.conf
printf '[d]\\npattern = .*\\nretentions = 60:1\\n' >storage-schemas.conf
exec carbon-cache --config=$PWD/carbon.conf --nodaemon --pidfile=$PWD/pid start`,
  ],
  [
    'NUT',
    ['nut-server'],
    [service('nut', 'medium', false)],
    `
mkdir -p /run/nut /etc/nut; printf 'LISTEN 127.0.0.1 %s\\nSTATEPATH %s\\n' $PORT1 $PWD >upsd.conf; printf '[u]\\n driver = dummy-ups\\n port = x.dev\\n' >ups.conf; : >upsd.users
export NUT_CONFPATH=$PWD; exec /lib/nut/upsd -F -u root 2>&1 || exec upsd -F -u root`,
  ],
  [
    'Zabbix agent 2',
    ['zabbix-agent2'],
    [service('zabbix-agent', 'high', false, 'zabbix')],
    `
printf 'LogType=console\\nListenIP=127.0.0.1\\nListenPort=%s\\nServer=127.0.0.1\\nHostname=x\\nControlSocket=%s/s\\nPluginSocket=%s/p\\n' $PORT1 $PWD $PWD >a.conf; exec zabbix_agent2 -f -c $PWD/a.conf`,
  ],
  [
    'Adminer',
    ['adminer', 'php-cli', 'php-mysql'],
    [application('adminer', 'medium', true)],
    'exec php -S 127.0.0.1:$PORT1 /usr/share/adminer/adminer.php',
  ],
  [
    'phpMyAdmin',
    ['phpmyadmin', 'php-cli', 'php-mysql'],
    [application('phpmyadmin', 'medium', true)],
    'exec php -S 127.0.0.1:$PORT1 -t /usr/share/phpmyadmin',
  ],
  [
    'A shell for everybody, by socat',
    ['socat'],
    [service('shell', 'critical', false, 'bind-shell', 'bindshell')],
    'exec socat TCP-LISTEN:$PORT1,bind=127.0.0.1,fork,reuseaddr EXEC:/bin/sh,stderr',
  ],
  [
    'Chromium’s debugger',
    ['chromium-headless-shell'],
    [application('chrome-devtools', 'critical', false, 'chromium-devtools', 'devtools', 'chrome-debugger')],
    'exec chromium-headless-shell --no-sandbox --disable-gpu --remote-debugging-address=127.0.0.1 --remote-debugging-port=$PORT1 --user-data-dir=$PWD/c about:blank',
  ],
];

const fromNpm: readonly AnswerRow[] = [
  npm(
    'MailDev',
    'maildev@2.2.1',
    [service('smtp', 'low', null), application('maildev', 'high', false)],
    'exec $BIN/maildev -s $PORT1 -w $PORT2 --ip 127.0.0.1 --web-ip 127.0.0.1',
  ),
  npm(
    'JSON Server',
    'json-server@0.17.4',
    [application('json-server', 'high', false)],
    `echo '{"posts":[{"id":1}]}' >db.json; exec $BIN/json-server --host 127.0.0.1 --port $PORT1 db.json`,
  ),
  npm(
    'Vite',
    'vite@8.3.8',
    [application('vite', 'high', false)],
    `echo '<title>Shop</title>' >index.html; exec $BIN/vite --host 127.0.0.1 --port $PORT1 --strictPort`,
  ),
  npm(
    'http-server',
    'http-server@14.1.1',
    [webServer('http-server', 'directory-listing')],
    'exec $BIN/http-server -a 127.0.0.1 -p $PORT1',
  ),
  npm(
    'Redis Commander',
    'redis-commander@0.9.0',
    [application('redis-commander', 'critical', false)],
    'exec $BIN/redis-commander --address 127.0.0.1 --port $PORT1 --no-save',
  ),
  npm(
    'Ungit',
    'ungit@1.5.30',
    [application('ungit', 'critical', false)],
    'exec $BIN/ungit --ungitBindIp=127.0.0.1 --port=$PORT1 --no-b --authentication=false --launchBrowser=false',
  ),
  npm(
    'PouchDB server',
    'pouchdb-server@4.2.0',
    [application('couchdb', 'critical', false, 'pouchdb', 'pouchdb-server')],
    'exec $BIN/pouchdb-server -o 127.0.0.1 -p $PORT1 -m -n',
  ),
  npm(
    'ldapjs',
    'ldapjs@3.0.7',
    [service('ldap', 'high', null)],
    `exec node -e 's=require("ldapjs").createServer();s.on("error",()=>{});s.listen(+process.env.PORT1,"127.0.0.1")'`,
  ),
  npm(
    'VitePress',
    'vitepress@1.6.4',
    [application('vite', 'high', false, 'vitepress')],
    `echo '# Shop' >index.md; exec $BIN/vitepress dev . --host 127.0.0.1 --port $PORT1`,
  ),
  npm(
    'reveal-md',
    'reveal-md@6.1.4',
    [webServer('reveal-md')],
    `echo '# Shop' >s.md; exec $BIN/reveal-md s.md --host 127.0.0.1 --port $PORT1 --disable-auto-open`,
  ),
  npm(
    'Prism',
    '@stoplight/prism-cli@5.16.0',
    [application('prism', 'medium', null, 'http')],
    `printf 'openapi: 3.0.0\\ninfo: {title: x, version: "1"}\\npaths:\\n  /a:\\n    get:\\n      responses:\\n        "200": {description: ok}\\n' >o.yaml; exec $BIN/prism mock -h 127.0.0.1 -p $PORT1 o.yaml`,
  ),
];

export const applications = [
  ...onPortsFrom(23_000, 'first-half', fromDebian),
  ...onPortsFrom(23_500, 'first-half-npm', fromNpm),
];

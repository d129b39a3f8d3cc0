import { type AnswerRow, application, npm, onPortsFrom, service } from './row.ts';

/** Of a package of PHP that needs no more than its files. */
function byPhp(name: string, packages: readonly string[], answer: AnswerRow[2][number], command: string): AnswerRow {
  return [name, ['php-cli', 'php-mysql', 'php-xml', 'php-intl', ...packages], [answer], command];
}

/** Applications whose rows were written from documents, tried with the real thing afterwards. */
const fromDebian: readonly AnswerRow[] = [
  [
    'RabbitMQ with its management page',
    ['rabbitmq-server'],
    [application('rabbitmq-management', 'high', true), service('amqp', 'high', true)],
    `
chmod 777 .; printf '[rabbitmq_management].' >plugins
printf 'listeners.tcp.1 = 127.0.0.1:%s\\nmanagement.tcp.port = %s\\nmanagement.tcp.ip = 127.0.0.1\\n' $PORT2 $PORT1 >rabbitmq.conf
export RABBITMQ_CONFIG_FILE=$PWD/rabbitmq RABBITMQ_MNESIA_BASE=$PWD/db RABBITMQ_LOG_BASE=$PWD/log RABBITMQ_PID_FILE=$PWD/pid
export RABBITMQ_NODENAME=managed@localhost RABBITMQ_DIST_PORT=$((PORT1 + 900)) RABBITMQ_ENABLED_PLUGINS_FILE=$PWD/plugins
exec rabbitmq-server`,
  ],
  [
    'Tomcat as Debian has it',
    ['tomcat10', 'tomcat10-admin', 'default-jre-headless'],
    [application('tomcat', 'medium', null)],
    `
mkdir -p conf logs temp work; cp -r /etc/tomcat10/. conf/
sed -i "s/port=\\"8080\\"/port=\\"$PORT1\\" address=\\"127.0.0.1\\"/; s/<Server port=\\"8005\\"/<Server port=\\"-1\\"/" conf/server.xml
cp -r /var/lib/tomcat10/webapps webapps
export JAVA_HOME=/usr/lib/jvm/default-java CATALINA_HOME=/usr/share/tomcat10 CATALINA_BASE=$PWD; exec /usr/share/tomcat10/bin/catalina.sh run`,
  ],
  [
    'HAProxy’s statistics',
    ['haproxy'],
    [application('haproxy-stats', 'medium', false), application('haproxy-stats', 'medium', true)],
    `
printf 'defaults\\n mode http\\n timeout connect 1s\\n timeout client 9s\\n timeout server 9s\\nfrontend a\\n bind 127.0.0.1:%s\\n stats enable\\n stats uri /\\nfrontend b\\n bind 127.0.0.1:%s\\n stats enable\\n stats uri /\\n stats auth u:p\\n' $PORT1 $PORT2 >h.cfg
exec haproxy -db -f h.cfg`,
  ],
  byPhp(
    'Icinga Web',
    ['icingaweb2'],
    application('icinga', 'medium', null),
    'exec php -S 127.0.0.1:$PORT1 -t /usr/share/icingaweb2/public /usr/share/icingaweb2/public/index.php',
  ),
  byPhp(
    'Zabbix before its installation',
    ['zabbix-frontend-php', 'php-mbstring', 'php-bcmath', 'php-gd'],
    application('zabbix', 'medium', null),
    'exec php -S 127.0.0.1:$PORT1 -t /usr/share/zabbix',
  ),
  byPhp(
    'Nagios',
    ['nagios4-common', 'nagios4-cgi'],
    application('nagios', 'medium', null),
    'exec php -S 127.0.0.1:$PORT1 -t /usr/share/nagios4/htdocs',
  ),
  [
    'Glances',
    ['glances', 'python3-bottle'],
    [application('glances', 'medium', false)],
    'exec glances -w --bind 127.0.0.1 --port $PORT1 --disable-autodiscover',
  ],
  [
    'uWSGI’s statistics',
    ['uwsgi-core', 'uwsgi-plugin-python3'],
    [service('uwsgi-stats', 'medium', false)],
    `
printf 'def application(e, s):\\n    s("200 OK", [])\\n    return [b""]\\n' >app.py
exec uwsgi_python3 --http-socket 127.0.0.1:$((PORT1 + 900)) --wsgi-file app.py --stats 127.0.0.1:$PORT1`,
  ],
];

const fromNpm: readonly AnswerRow[] = [
  npm(
    'Verdaccio',
    'verdaccio@6.10.4',
    [application('verdaccio', 'medium', null)],
    'exec $BIN/verdaccio --listen 127.0.0.1:$PORT1',
  ),
  npm(
    'Bull Board',
    '@bull-board/express@9.10.1',
    [application('bull-board', 'high', false)],
    `exec node -e 'const{createBullBoard}=require("@bull-board/api"),{ExpressAdapter}=require("@bull-board/express"),a=new ExpressAdapter();a.setBasePath("/");createBullBoard({queues:[],serverAdapter:a});require("express")().use("/",a.getRouter()).listen(+process.env.PORT1,"127.0.0.1")'`,
  ),
  npm(
    'Swagger UI',
    'swagger-ui-express@5.0.1',
    [application('swagger-ui', 'medium', null)],
    `exec node -e 'const u=require("swagger-ui-express");require("express")().use("/",u.serve,u.setup({openapi:"3.0.0",info:{title:"x",version:"1"},paths:{}})).listen(+process.env.PORT1,"127.0.0.1")'`,
    'express@5.3.0',
  ),
];

export const triedApplications = [
  ...onPortsFrom(23_700, 'tried', fromDebian),
  ...onPortsFrom(23_800, 'tried-npm', fromNpm),
];

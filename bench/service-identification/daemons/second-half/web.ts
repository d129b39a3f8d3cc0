import { type AnswerRow, application, inTls, service, webServer } from '../row.ts';

const php = ['php-cli', 'php-mysql', 'php-sqlite3', 'php-xml', 'php-mbstring', 'php-curl', 'php-ldap', 'php-intl'];

/** Serves a folder of PHP at the root of the port. */
function byPhp(
  name: string,
  packages: readonly string[],
  answer: ReturnType<typeof application>,
  folder: string,
): AnswerRow {
  return [name, [...php, ...packages], [answer], `exec php -S 127.0.0.1:$PORT1 -t ${folder}`];
}

/** A page by a framework of Python, in one file. */
const wsgi = `printf 'def app(e, s):\\n    s("200 OK", [("Content-Type", "text/html")])\\n    return [b"<title>Shop</title>hello"]\\n' >app.py`;

/** Web servers, proxies, applications that Debian brings. */
export const web: readonly AnswerRow[] = [
  [
    'Python’s http.server',
    ['python3'],
    [webServer('python-http-server', 'simplehttp', 'directory-listing')],
    'exec python3 -m http.server --bind 127.0.0.1 $PORT1',
  ],
  [
    'WEBrick',
    ['ruby', 'ruby-webrick'],
    [webServer('webrick')],
    `exec ruby -rwebrick -e 'WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV["PORT1"].to_i, DocumentRoot: ".").start'`,
  ],
  ['PHP’s own server', php, [webServer('php')], `echo '<title>Shop</title>' >index.php; exec php -S 127.0.0.1:$PORT1`],
  ['Gunicorn', ['gunicorn'], [webServer('gunicorn')], `${wsgi}; exec gunicorn -b 127.0.0.1:$PORT1 app:app`],
  [
    'Waitress',
    ['python3-waitress'],
    [webServer('waitress')],
    `${wsgi}; exec waitress-serve --listen=127.0.0.1:$PORT1 app:app`,
  ],
  [
    'Uvicorn',
    ['uvicorn'],
    [webServer('uvicorn')],
    `printf 'async def app(scope, receive, send):\\n    if scope["type"] == "http":\\n        await send({"type": "http.response.start", "status": 200, "headers": []})\\n        await send({"type": "http.response.body", "body": b"hello"})\\n' >app.py; exec uvicorn --host 127.0.0.1 --port $PORT1 app:app`,
  ],
  [
    'Werkzeug with its debugger',
    ['python3-werkzeug'],
    [application('werkzeug', 'critical', null, 'werkzeug-debugger', 'flask')],
    `${wsgi}; exec python3 -c 'import os;from werkzeug.serving import run_simple;from app import app;run_simple("127.0.0.1",int(os.environ["PORT1"]),app,use_debugger=True)'`,
  ],
  [
    'Bottle',
    ['python3-bottle'],
    [webServer('bottle', 'wsgiref')],
    `exec python3 -c 'import os;from bottle import run;run(host="127.0.0.1",port=int(os.environ["PORT1"]))'`,
  ],
  [
    'CherryPy',
    ['python3-cherrypy3'],
    [webServer('cherrypy', 'cheroot')],
    `exec python3 -c 'import os,cherrypy;cherrypy.config.update({"server.socket_host":"127.0.0.1","server.socket_port":int(os.environ["PORT1"])});cherrypy.quickstart(type("A",(),{"index":cherrypy.expose(lambda self:"hello")})())'`,
  ],
  [
    'aiohttp',
    ['python3-aiohttp'],
    [webServer('aiohttp')],
    `exec python3 -c 'import os;from aiohttp import web;web.run_app(web.Application(),host="127.0.0.1",port=int(os.environ["PORT1"]))'`,
  ],
  [
    'Tornado',
    ['python3-tornado'],
    [webServer('tornado')],
    `exec python3 -c 'import os,asyncio,tornado.web;async_main=lambda:0
async def main():
    tornado.web.Application([]).listen(int(os.environ["PORT1"]),"127.0.0.1")
    await asyncio.Event().wait()
asyncio.run(main())'`,
  ],
  [
    'Django in development',
    ['python3-django'],
    [application('django', 'high', null)],
    `django-admin startproject shop . && exec python3 manage.py runserver --noreload 127.0.0.1:$PORT1`,
  ],
  [
    'Thin',
    ['thin'],
    [webServer('thin')],
    `printf 'run ->(e) { [200, {"Content-Type"=>"text/html"}, ["hello"]] }\\n' >config.ru; exec thin -a 127.0.0.1 -p $PORT1 -R config.ru start`,
  ],
  [
    'Puma',
    ['puma'],
    [webServer('puma')],
    `printf 'run ->(e) { [200, {"content-type"=>"text/html"}, ["hello"]] }\\n' >config.ru; exec puma -b tcp://127.0.0.1:$PORT1 config.ru`,
  ],
  [
    'Starman',
    ['starman'],
    [webServer('starman')],
    `printf 'sub { [200, ["Content-Type","text/html"], ["hello"]] }\\n' >app.psgi; exec starman --listen 127.0.0.1:$PORT1 --workers 1 app.psgi`,
  ],
  [
    'Twiggy',
    ['twiggy'],
    [webServer('twiggy')],
    `printf 'sub { [200, ["Content-Type","text/html"], ["hello"]] }\\n' >app.psgi; exec twiggy --listen 127.0.0.1:$PORT1 app.psgi`,
  ],
  [
    'Mojolicious',
    ['libmojolicious-perl'],
    [webServer('mojolicious')],
    `exec perl -Mojo -E 'a("/" => {text => "hello"})->start' daemon -l http://127.0.0.1:$PORT1`,
  ],
  [
    'Tomcat',
    ['tomcat10', 'default-jre-headless'],
    [webServer('tomcat'), service('ajp', 'critical', false)],
    `
mkdir -p conf webapps/ROOT logs temp work; cp -r /etc/tomcat10/. conf/; echo '<title>Shop</title>' >webapps/ROOT/index.html
printf '<Server port="-1"><Service name="Catalina"><Connector port="%s" address="127.0.0.1" protocol="HTTP/1.1"/><Connector port="%s" address="127.0.0.1" protocol="AJP/1.3" secretRequired="false"/><Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine></Service></Server>' $PORT1 $PORT2 >conf/server.xml
rm -rf conf/Catalina; export JAVA_HOME=/usr/lib/jvm/default-java CATALINA_HOME=/usr/share/tomcat10 CATALINA_BASE=$PWD; exec /usr/share/tomcat10/bin/catalina.sh run`,
  ],
  [
    'H2O',
    ['h2o'],
    [webServer('h2o')],
    `mkdir w; echo hello >w/index.html; printf 'user: nobody\\nlisten:\\n  port: %s\\n  host: 127.0.0.1\\nhosts:\\n  "*":\\n    paths:\\n      /:\\n        file.dir: %s/w\\n' $PORT1 $PWD >h.conf; exec h2o -c h.conf`,
  ],
  [
    'micro-httpd',
    ['micro-httpd', 'socat'],
    [webServer('micro_httpd')],
    'echo hello >index.html; exec socat TCP-LISTEN:$PORT1,bind=127.0.0.1,fork,reuseaddr "EXEC:/usr/sbin/micro-httpd $PWD"',
  ],
  [
    'nghttpx',
    ['nghttp2-proxy'],
    [service('http', 'medium', null, 'http-proxy'), inTls('https', 'medium', null)],
    'exec nghttpx -f"127.0.0.1,$PORT1;no-tls" -f"127.0.0.1,$PORT2" -b127.0.0.1,1 --accesslog-file=/dev/null $TLS/key.pem $TLS/certificate.pem',
  ],
  [
    'nghttpd',
    ['nghttp2-server'],
    [service('http2', 'medium', null, 'http', 'h2c'), inTls('https', 'medium', null, 'http2')],
    `
nghttpd -a 127.0.0.1 --no-tls -d $PWD $PORT1 &
exec nghttpd -a 127.0.0.1 -d $PWD $PORT2 $TLS/key.pem $TLS/certificate.pem`,
  ],
  [
    'Hitch',
    ['hitch', 'python3'],
    [inTls('https', 'medium', null)],
    `
python3 -m http.server --bind 127.0.0.1 $((PORT1 + 900)) >/dev/null 2>&1 &
exec hitch -u nobody -g nogroup --backend=[127.0.0.1]:$((PORT1 + 900)) --frontend=[127.0.0.1]:$PORT1 $TLS/both.pem`,
  ],
  [
    'Traffic Server',
    ['trafficserver'],
    [service('http-proxy', 'medium', null, 'http', 'trafficserver')],
    `
cp -r /etc/trafficserver c; sed -i "s/^CONFIG proxy.config.http.server_ports.*/CONFIG proxy.config.http.server_ports STRING $PORT1:ip-in=127.0.0.1/" c/records.config
mkdir -p /run/trafficserver /var/log/trafficserver /var/cache/trafficserver; chown trafficserver: /run/trafficserver /var/log/trafficserver /var/cache/trafficserver 2>/dev/null || true
export PROXY_CONFIG_CONFIG_DIR=$PWD/c; exec traffic_server`,
  ],
  byPhp(
    'phpLDAPadmin',
    ['phpldapadmin'],
    application('phpldapadmin', 'medium', true),
    '/usr/share/phpldapadmin/htdocs',
  ),
  byPhp(
    'LDAP Account Manager',
    ['ldap-account-manager'],
    application('ldap-account-manager', 'medium', true, 'lam'),
    '/usr/share/ldap-account-manager',
  ),
  byPhp('DokuWiki', ['dokuwiki'], application('dokuwiki', 'low', null), '/usr/share/dokuwiki'),
  byPhp(
    'Roundcube',
    ['roundcube', 'roundcube-sqlite3'],
    application('roundcube', 'low', true),
    '/var/lib/roundcube/public_html',
  ),
  [
    'MediaWiki',
    [...php, 'mediawiki'],
    [application('mediawiki', 'medium', null)],
    'cp -rL /usr/share/mediawiki w || true; cd w; rm -f LocalSettings.php; exec php -S 127.0.0.1:$PORT1 -t .',
  ],
  [
    'WordPress before its installation',
    [...php, 'wordpress'],
    [application('wordpress', 'critical', false)],
    `cp -rL /usr/share/wordpress w; rm -f w/wp-config.php; exec php -S 127.0.0.1:$PORT1 -t w`,
  ],
  [
    'gitweb',
    ['gitweb', 'git', 'lighttpd', 'libcgi-pm-perl'],
    [application('gitweb', 'medium', false)],
    `
git init -q --bare r.git; printf '$projectroot = "%s";\\n' $PWD >g.conf
printf 'server.port = %s\\nserver.bind = "127.0.0.1"\\nserver.modules = ("mod_cgi","mod_alias","mod_setenv")\\nserver.document-root = "/usr/share/gitweb"\\nindex-file.names = ("gitweb.cgi")\\ncgi.assign = (".cgi" => "/usr/bin/perl")\\nsetenv.add-environment = ("GITWEB_CONFIG" => "%s/g.conf")\\n' $PORT1 $PWD >l.conf
exec lighttpd -D -f l.conf`,
  ],
  [
    'noVNC',
    ['novnc', 'websockify'],
    [application('novnc', 'high', null)],
    'exec websockify --web /usr/share/novnc 127.0.0.1:$PORT1 127.0.0.1:1',
  ],
  [
    'Xpra',
    ['xpra', 'xvfb'],
    [service('xpra', 'critical', false, 'http')],
    `mkdir -p /run/user/0; export XDG_RUNTIME_DIR=/run/user/0; exec xpra start :77 --daemon=no --bind-tcp=127.0.0.1:$PORT1 --tcp-auth=none --mdns=no --dbus-launch=no --notifications=no --pulseaudio=no --systemd-run=no --xvfb="Xvfb -nolisten tcp"`,
  ],
  [
    'hledger-web',
    ['hledger-web'],
    [application('hledger', 'high', false, 'hledger-web')],
    `printf '2020-01-01 x\\n  a  1\\n  b\\n' >j; exec hledger-web -f j --serve --host=127.0.0.1 --port=$PORT1 --capabilities=view,add`,
  ],
  [
    'webhook',
    ['webhook'],
    [application('webhook', 'high', false, 'http')],
    `echo '[]' >h.json; exec webhook -ip 127.0.0.1 -port $PORT1 -hooks h.json -verbose`,
  ],
  [
    'Kea control agent',
    ['kea-ctrl-agent'],
    [application('kea', 'critical', false, 'kea-ctrl-agent')],
    `printf '{"Control-agent":{"http-host":"127.0.0.1","http-port":%s,"control-sockets":{"dhcp4":{"socket-type":"unix","socket-name":"/run/kea/d4"}},"loggers":[{"name":"kea-ctrl-agent","output_options":[{"output":"stdout"}],"severity":"INFO"}]}}' $PORT1 >k.json; mkdir -p /run/kea /var/lib/kea; exec kea-ctrl-agent -c k.json`,
  ],
  [
    'Tryton',
    ['tryton-server'],
    [application('tryton', 'high', true, 'trytond')],
    `printf '[web]\\nlisten = 127.0.0.1:%s\\n[database]\\nuri = sqlite://\\npath = %s\\n' $PORT1 $PWD >t.conf; exec trytond -c t.conf -d x`,
  ],
  [
    'Monitorix',
    ['monitorix'],
    [application('monitorix', 'medium', false)],
    `sed "s,port = 8080,port = $PORT1,; s,host *=.*,host = 127.0.0.1," /etc/monitorix/monitorix.conf >m.conf; exec monitorix -n -c $PWD/m.conf -p $PWD/pid`,
  ],
  [
    'darkstat',
    ['darkstat'],
    [application('darkstat', 'high', false)],
    'mkdir c; exec darkstat -i lo -p $PORT1 -b 127.0.0.1 --no-daemon --no-promisc --user nobody --chroot $PWD/c',
  ],
  [
    'Netdata',
    ['netdata'],
    [application('netdata', 'high', false)],
    `mkdir c d l; printf '[global]\\n run as user = root\\n[directories]\\n cache = %s/c\\n lib = %s/d\\n log = %s/l\\n[web]\\n bind to = 127.0.0.1:%s\\n' $PWD $PWD $PWD $PORT1 >n.conf; exec netdata -D -c $PWD/n.conf -P $PWD/pid`,
  ],
  [
    'Graphite',
    ['graphite-web'],
    [application('graphite', 'high', false)],
    `export PYTHONPATH=/usr/share/graphite-web:/etc/graphite; exec graphite-manage runserver --noreload 127.0.0.1:$PORT1`,
  ],
  [
    'blackbox_exporter',
    ['prometheus-blackbox-exporter'],
    [application('blackbox-exporter', 'high', false, 'prometheus-exporter')],
    `printf 'modules:\\n  t:\\n    prober: tcp\\n' >b.yml; exec prometheus-blackbox-exporter --config.file=b.yml --web.listen-address=127.0.0.1:$PORT1`,
  ],
  [
    'mysqld_exporter',
    ['prometheus-mysqld-exporter'],
    [application('mysqld-exporter', 'medium', false, 'prometheus-exporter', 'mysql-exporter')],
    `export DATA_SOURCE_NAME='u:p@(127.0.0.1:1)/'; exec prometheus-mysqld-exporter --web.listen-address=127.0.0.1:$PORT1`,
  ],
  [
    'redis_exporter',
    ['prometheus-redis-exporter'],
    [application('redis-exporter', 'medium', false, 'prometheus-exporter')],
    'exec prometheus-redis-exporter -web.listen-address 127.0.0.1:$PORT1 -redis.addr redis://127.0.0.1:1',
  ],
  [
    'process_exporter',
    ['prometheus-process-exporter'],
    [application('process-exporter', 'medium', false, 'prometheus-exporter')],
    `printf 'process_names:\\n  - name: "{{.Comm}}"\\n    cmdline: ["."]\\n' >p.yml; exec prometheus-process-exporter -config.path p.yml -web.listen-address=127.0.0.1:$PORT1`,
  ],
  [
    'postgres_exporter',
    ['prometheus-postgres-exporter'],
    [application('postgres-exporter', 'medium', false, 'prometheus-exporter')],
    `export DATA_SOURCE_NAME='postgresql://u@127.0.0.1:1/x'; exec prometheus-postgres-exporter --web.listen-address=127.0.0.1:$PORT1`,
  ],
];

import type { Daemon } from '../daemon.ts';

/** Web servers, proxies, and what is managed over HTTP. */
export const web: readonly Daemon[] = [
  {
    name: 'nginx',
    root: 'main',
    packages: ['nginx-light'],
    ports: [
      { port: 80, truth: { service: 'http', product: 'nginx' } },
      { port: 443, truth: { service: 'https', product: 'nginx', tls: true } },
      { port: 20443, truth: { service: 'https', product: 'nginx', tls: true } },
    ],
    start: `
mkdir page && echo '<title>Shop</title>' >page/index.html
cat >nginx.conf <<EOF
daemon off; pid $PWD/pid; error_log stderr;
events {}
http {
  access_log off;
  server {
    listen 80; listen 443 ssl; listen 20443 ssl;
    ssl_certificate $TLS/certificate.pem; ssl_certificate_key $TLS/key.pem;
    root $PWD/page;
  }
}
EOF
exec nginx -c $PWD/nginx.conf`,
  },
  {
    name: 'Apache',
    root: 'main',
    packages: ['apache2'],
    ports: [{ port: 20080, truth: { service: 'http', product: 'Apache' } }],
    start: `
cat >apache.conf <<EOF
ServerRoot /usr/lib/apache2
ServerName localhost
PidFile $PWD/pid
ErrorLog $PWD/log
LoadModule mpm_event_module modules/mod_mpm_event.so
LoadModule authz_core_module modules/mod_authz_core.so
Listen 20080
EOF
exec apache2 -X -f $PWD/apache.conf`,
  },
  {
    name: 'lighttpd',
    root: 'main',
    packages: ['lighttpd'],
    ports: [{ port: 20081, truth: { service: 'http', product: 'lighttpd' } }],
    start: `
printf 'server.document-root = "/tmp"\\nserver.port = 20081\\n' >lighttpd.conf
exec lighttpd -D -f lighttpd.conf`,
  },
  {
    name: 'mini-httpd',
    root: 'third',
    packages: ['mini-httpd'],
    ports: [{ port: 8008, truth: { service: 'http', product: 'mini_httpd' } }],
    start: `exec mini_httpd -D -p 8008 -d $PWD`,
  },
  {
    name: 'Caddy',
    root: 'main',
    packages: ['caddy'],
    ports: [{ port: 8443, truth: { service: 'https', product: 'Caddy', tls: true } }],
    start: `
printf '{\\nadmin off\\nauto_https off\\n}\\nhttps://:8443 {\\ntls %s %s\\nrespond hello\\n}\\n' $TLS/certificate.pem $TLS/key.pem >Caddyfile
exec caddy run --config Caddyfile --adapter caddyfile`,
  },
  {
    name: 'HAProxy',
    root: 'main',
    packages: ['haproxy'],
    ports: [{ port: 20082, truth: { service: 'http' } }],
    start: `
printf 'defaults\\nmode http\\ntimeout connect 1s\\ntimeout client 9s\\ntimeout server 9s\\nfrontend f\\nbind :20082\\n' >haproxy.cfg
exec haproxy -db -f haproxy.cfg`,
  },
  {
    name: 'Varnish',
    root: 'main',
    packages: ['varnish', 'libc6-dev', 'gcc'],
    ports: [{ port: 6081, truth: { service: 'http' } }],
    start: `exec varnishd -F -a :6081 -b 127.0.0.1:1 -n $PWD/varnish -T none`,
  },
  {
    name: 'Squid',
    root: 'main',
    packages: ['squid'],
    ports: [{ port: 3128, truth: { service: 'http-proxy', product: 'Squid' } }],
    start: `
cat >squid.conf <<EOF
http_port 3128
http_access deny all
pid_filename none
access_log none
cache_log /dev/stderr
cache deny all
shutdown_lifetime 0
visible_hostname proxy.example.com
EOF
exec squid --foreground -f $PWD/squid.conf`,
  },
  {
    name: 'Tinyproxy',
    root: 'main',
    packages: ['tinyproxy'],
    ports: [{ port: 8888, truth: { service: 'http-proxy', product: 'Tinyproxy' } }],
    start: `
printf 'Port 8888\\nTimeout 600\\n' >tinyproxy.conf
exec tinyproxy -d -c tinyproxy.conf`,
  },
  {
    name: 'CUPS',
    root: 'main',
    packages: ['cups-daemon'],
    ports: [{ port: 631, truth: { service: 'ipp', product: 'CUPS' } }],
    start: `
cat >cupsd.conf <<EOF
Listen *:631
ServerAlias *
<Location />
Order allow,deny
Allow all
</Location>
EOF
exec cupsd -f -c $PWD/cupsd.conf`,
  },
  {
    name: 'stunnel in front of Redis',
    root: 'main',
    packages: ['stunnel4', 'redis-server'],
    ports: [{ port: 6380, truth: { service: 'redis', tls: true, unauthenticated: true } }],
    start: `
redis-server --port 20378 --save '' &
cat >stunnel.conf <<EOF
foreground = yes
pid =
cert = $TLS/both.pem
[redis]
accept = 6380
connect = 20378
EOF
exec stunnel stunnel.conf`,
  },
  {
    name: 'etcd',
    root: 'main',
    packages: ['etcd-server'],
    ports: [
      { port: 2379, truth: { service: 'etcd', unauthenticated: true } },
      { port: 20379, truth: { service: 'etcd', unauthenticated: true } },
    ],
    start: `
exec etcd --data-dir $PWD/data --listen-client-urls http://0.0.0.0:2379,http://0.0.0.0:20379 \\
  --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380`,
  },
  {
    name: 'etcd with a login',
    root: 'main',
    packages: ['etcd-server', 'curl'],
    ports: [{ port: 20381, truth: { service: 'etcd', unauthenticated: false } }],
    start: `
etcd --data-dir $PWD/data --listen-client-urls http://0.0.0.0:20381 --advertise-client-urls http://127.0.0.1:20381 \\
  --listen-peer-urls http://127.0.0.1:20382 --initial-advertise-peer-urls http://127.0.0.1:20382 \\
  --initial-cluster default=http://127.0.0.1:20382 &
post() { curl -sS --retry 20 --retry-delay 1 --retry-connrefused -d "$2" http://127.0.0.1:20381/v3/auth/$1; }
post user/add '{"name":"root","password":"secret"}'
post role/add '{"name":"root"}'
post user/grant '{"user":"root","role":"root"}'
post enable '{}'
wait`,
  },
  {
    name: 'Docker',
    root: 'main',
    packages: ['docker.io'],
    ports: [{ port: 2375, truth: { service: 'docker', product: 'Docker', unauthenticated: true } }],
    start: `
exec dockerd -H tcp://0.0.0.0:2375 --tls=false --iptables=false --bridge=none --data-root $PWD/data \\
  --exec-root $PWD/exec --pidfile $PWD/pid --storage-driver vfs`,
  },
  {
    name: 'Prometheus',
    root: 'main',
    packages: ['prometheus'],
    ports: [{ port: 9090, truth: { service: 'prometheus', product: 'Prometheus', unauthenticated: true } }],
    start: `
printf 'global:\\n  scrape_interval: 1h\\n' >prometheus.yml
exec prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=:9090`,
  },
  {
    name: 'InfluxDB',
    root: 'main',
    packages: ['influxdb'],
    ports: [{ port: 8086, truth: { service: 'influxdb', product: 'InfluxDB' } }],
    start: `
cat >influxdb.conf <<EOF
reporting-disabled = true
[meta]
dir = "$PWD/meta"
[data]
dir = "$PWD/data"
wal-dir = "$PWD/wal"
EOF
exec influxd -config influxdb.conf`,
  },
  {
    name: 'Icecast',
    root: 'main',
    packages: ['icecast2'],
    ports: [{ port: 8000, truth: { service: 'http', product: 'Icecast' } }],
    start: `
sed "s,/var/log/icecast2,$PWD,; s,<!-- *<changeowner>,<changeowner>," /etc/icecast2/icecast.xml |
  sed "s,</security>,<changeowner><user>nobody</user><group>nogroup</group></changeowner></security>," >icecast.xml
exec icecast2 -c icecast.xml`,
  },
];

import { type AnswerRow, inTls, service } from '../row.ts';

/** Names, time, remote access, tunnels, routing. */
export const network: readonly AnswerRow[] = [
  [
    'NSD',
    ['nsd'],
    [service('dns', 'medium', null)],
    `
printf 'server:\\n ip-address: 127.0.0.1@%s\\n username: ""\\n pidfile: "%s/pid"\\n xfrdfile: "%s/x"\\n zonelistfile: "%s/z"\\n database: ""\\n zonesdir: "%s"\\nremote-control:\\n control-enable: no\\n' $PORT1 $PWD $PWD $PWD $PWD >n.conf
exec nsd -d -c $PWD/n.conf`,
  ],
  [
    'PowerDNS',
    ['pdns-server', 'pdns-backend-bind'],
    [service('dns', 'medium', null), { ...service('powerdns', 'medium', true, 'powerdns-api'), overHttp: true }],
    `
: >named.conf
exec pdns_server --config-dir=$PWD --daemon=no --guardian=no --launch=bind --bind-config=$PWD/named.conf --local-address=127.0.0.1 --local-port=$PORT1 --socket-dir=$PWD --webserver --webserver-address=127.0.0.1 --webserver-port=$PORT2 --api --api-key=secret --setuid=0 --setgid=0`,
  ],
  [
    'dnsdist',
    ['dnsdist'],
    [service('dns', 'medium', null)],
    `
printf 'setLocal("127.0.0.1:%s")\\nnewServer("127.0.0.1:1")\\nsetACL("127.0.0.0/8")\\n' $PORT1 >d.conf
exec dnsdist --supervised --disable-syslog -C $PWD/d.conf`,
  ],
  [
    'Knot Resolver',
    ['knot-resolver'],
    [service('dns', 'medium', null), inTls('dns', 'medium', null, 'domain')],
    `
printf "net.listen('127.0.0.1', %s, {kind = 'dns'})\\nnet.listen('127.0.0.1', %s, {kind = 'tls'})\\ncache.size = 10 * MB\\ntrust_anchors.remove('.')\\n" $PORT1 $PORT2 >k.conf
exec kresd -n -c $PWD/k.conf $PWD`,
  ],
  [
    'YADIFA',
    ['yadifa'],
    [service('dns', 'medium', null)],
    `
printf '<main>\\n daemon off\\n listen 127.0.0.1 port %s\\n logpath "%s"\\n pidfile "%s/pid"\\n datapath "%s"\\n keyspath "%s"\\n xfrpath "%s"\\n uid 0\\n gid 0\\n</main>\\n<zone>\\n type master\\n domain x.test\\n file z\\n</zone>\\n' $PORT1 $PWD $PWD $PWD $PWD $PWD >y.conf
printf '$ORIGIN x.test.\\n$TTL 300\\n@ SOA n.x.test. a.x.test. 1 300 300 300 300\\n@ NS n.x.test.\\nn A 192.0.2.1\\n' >z
exec yadifad -c $PWD/y.conf`,
  ],
  [
    'Twisted',
    ['python3-twisted'],
    [service('dns', 'medium', null), service('ftp', 'high', true), service('irc', 'medium', null)],
    `
run() { twistd3 --nodaemon --pidfile=$1.pid --logfile=- "$@" & }
echo user:secret >passwd
run dns --port=$PORT1 --interface=127.0.0.1 --recursive --resolv-conf=/dev/null
run ftp --port=$PORT2 --auth=file:passwd --root=$PWD
run words --irc-port=tcp:$PORT3:interface=127.0.0.1 --auth=file:passwd
wait`,
  ],
  ['endlessh', ['endlessh'], [service('ssh', 'medium', null, 'endlessh', 'unknown')], 'exec endlessh -4 -p $PORT1'],
  [
    'inetutils: FTP and a finger',
    ['inetutils-ftpd', 'fingerd', 'nullidentd', 'socat'],
    [service('ftp', 'high', true), service('finger', 'medium', false), service('ident', 'low', null)],
    `
listen() { socat TCP-LISTEN:$1,bind=127.0.0.1,fork,reuseaddr "EXEC:$2" & }
listen $PORT1 /usr/sbin/ftpd
listen $PORT2 /usr/sbin/in.fingerd
listen $PORT3 /usr/sbin/nullidentd
wait`,
  ],
  [
    'A shell for everybody, by ncat',
    ['ncat'],
    [service('shell', 'critical', false, 'bind-shell', 'bindshell')],
    'exec ncat -l -k 127.0.0.1 $PORT1 -e /bin/bash',
  ],
  [
    'tinc',
    ['tinc'],
    [service('tinc', 'low', true)],
    `
mkdir -p n/hosts && printf 'Name = a\\nDeviceType = dummy\\nBindToAddress = 127.0.0.1 %s\\n' $PORT1 >n/tinc.conf
printf 'Port = %s\\n' $PORT1 >n/hosts/a
tincd -c $PWD/n -K2048 </dev/null >/dev/null 2>&1
exec tincd -c $PWD/n -D --pidfile=$PWD/pid`,
  ],
  [
    'VTun',
    ['vtun'],
    [service('vtun', 'medium', true)],
    `
printf 'options {\\n port %s;\\n bindaddr {\\n iface lo;\\n};\\n}\\nx {\\n passwd secret;\\n type tun;\\n}\\n' $PORT1 >v.conf
exec vtund -s -n -f $PWD/v.conf -P $PORT1`,
  ],
  [
    'ocserv',
    ['ocserv'],
    [
      {
        name: 'ocserv',
        severity: 'medium',
        login: true,
        tls: true,
        overHttp: true,
        also: ['openconnect', 'anyconnect'],
      },
    ],
    `
printf 'auth = "plain[passwd=%s/passwd]"\\ntcp-port = %s\\nlisten-host = 127.0.0.1\\nsocket-file = %s/s\\nserver-cert = %s/certificate.pem\\nserver-key = %s/key.pem\\nrun-as-user = nobody\\nrun-as-group = nogroup\\ndevice = vpns\\nipv4-network = 192.0.2.0/24\\nmax-clients = 4\\ncert-user-oid = 0.9.2342.19200300.100.1.1\\nisolate-workers = false\\n' $PWD $PORT1 $PWD $TLS $TLS >o.conf
: >passwd
exec ocserv -f -c $PWD/o.conf -p $PWD/pid`,
  ],
  [
    'Shadowsocks',
    ['shadowsocks-libev'],
    [service('socks', 'high', false)],
    'exec ss-local -s 127.0.0.1 -p 1 -b 127.0.0.1 -l $PORT1 -k secret -m aes-256-gcm',
  ],
  [
    'V2Ray',
    ['v2ray'],
    [service('socks', 'high', false), service('http-proxy', 'high', false, 'http'), service('socks', 'medium', true)],
    `
cat >c.json <<EOF
{"inbounds":[{"listen":"127.0.0.1","port":$PORT1,"protocol":"socks","settings":{"auth":"noauth"}},
{"listen":"127.0.0.1","port":$PORT2,"protocol":"http"},
{"listen":"127.0.0.1","port":$PORT3,"protocol":"socks","settings":{"auth":"password","accounts":[{"user":"u","pass":"p"}]}}],
"outbounds":[{"protocol":"freedom"}]}
EOF
exec v2ray -config $PWD/c.json`,
  ],
  [
    'GoBGP',
    ['gobgpd'],
    [service('grpc', 'high', false, 'gobgp', 'http2')],
    `
printf '[global.config]\\n as = 64512\\n router-id = "192.0.2.1"\\n port = -1\\n' >g.conf
exec gobgpd -f g.conf --api-hosts 127.0.0.1:$PORT1 --pprof-disable`,
  ],
  [
    'StayRTR',
    ['stayrtr'],
    [
      service('rpki-rtr', 'low', null, 'rtr'),
      { ...service('stayrtr', 'medium', false, 'prometheus-exporter', 'metrics'), overHttp: true },
    ],
    `
printf '{"metadata":{"buildmachine":"x","buildtime":"2030-01-01T00:00:00Z"},"roas":[]}' >r.json
exec stayrtr -bind 127.0.0.1:$PORT1 -metrics.addr 127.0.0.1:$PORT2 -cache $PWD/r.json -checktime=false`,
  ],
  [
    'Serf',
    ['serf'],
    [service('serf', 'high', false), service('memberlist', 'medium', null, 'serf', 'unknown')],
    'exec serf agent -bind=127.0.0.1:$PORT2 -rpc-addr=127.0.0.1:$PORT1',
  ],
  ['iperf3', ['iperf3'], [service('iperf3', 'medium', false, 'iperf')], 'exec iperf3 -s -B 127.0.0.1 -p $PORT1'],
  ['iperf', ['iperf'], [service('iperf', 'medium', false)], 'exec iperf -s -B 127.0.0.1 -p $PORT1'],
  ['nuttcp', ['nuttcp'], [service('nuttcp', 'medium', false)], 'exec nuttcp -S --nofork -P $PORT1 -p $((PORT1 + 900))'],
  ['qperf', ['qperf'], [service('qperf', 'medium', false)], 'exec qperf -lp $PORT1'],
  [
    'HylaFAX',
    ['hylafax-server'],
    [service('hylafax', 'high', true, 'fax')],
    `
exec hfaxd -d -l 127.0.0.1 -i $PORT1`,
  ],
  [
    'Gophernicus',
    ['gophernicus', 'socat'],
    [service('gopher', 'low', null)],
    'mkdir g; echo hello >g/a.txt; exec socat TCP-LISTEN:$PORT1,bind=127.0.0.1,fork,reuseaddr "EXEC:/usr/sbin/gophernicus -h localhost -nr -r $PWD/g"',
  ],
  [
    'Molly Brown',
    ['molly-brown'],
    [inTls('gemini', 'low', null)],
    `
mkdir g; printf 'Port = %s\\nHostname = "shop.example.com"\\nCertPath = "%s/certificate.pem"\\nKeyPath = "%s/key.pem"\\nDocBase = "%s/g"\\nAccessLog = "-"\\nErrorLog = "/dev/stderr"\\n' $PORT1 $TLS $TLS $PWD >m.conf
exec molly-brown -c $PWD/m.conf`,
  ],
  [
    'LPRng',
    ['lprng'],
    [service('lpd', 'high', false, 'printer')],
    `
mkdir -p /run/lprng; touch /etc/printcap; : >printcap
printf 'lpd_listen_port=127.0.0.1%%%s\\nlpd_port=127.0.0.1%%%s\\nlockfile=%s/lock\\nprintcap_path=%s/printcap\\ngroup=root\\nuser=root\\nunix_socket_path=%s/sock\\n' $PORT1 $PORT1 $PWD $PWD $PWD >l.conf
export LPD_CONF=$PWD/l.conf
exec lpd -F -p $PORT1`,
  ],
];

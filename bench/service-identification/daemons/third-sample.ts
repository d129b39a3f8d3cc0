import { type AnswerRow, application, inTls, onPortsFrom, service, webServer } from './row.ts';

/**
 * A draw that nobody chose: Debian 12's packages whose short description has the word "server" or "daemon" and whose programs are in neither
 * half, in the order of SHA-256 of "breakwater third sample " and their name. From the beginning all were taken that listen on TCP, on a port
 * that can be set, without other servers, hardware or a desktop: 35. Four of those could not be started (ircd-irc2, buildbot, shishi-kdc, sks).
 */
const drawn: readonly AnswerRow[] = [
  [
    'SvxReflector',
    ['svxreflector'],
    [service('svxreflector', 'medium', true, 'svxlink')],
    `printf '[GLOBAL]\\nCFG_DIR=%s\\nLISTEN_PORT=%s\\nTG_FOR_V1_CLIENTS=999\\n[USERS]\\n[PASSWORDS]\\n' $PWD $PORT1 >c; exec svxreflector --config=$PWD/c`,
  ],
  [
    'groonga-httpd',
    ['groonga-httpd'],
    [application('groonga-httpd', 'critical', false, 'groonga')],
    `mkdir -p logs d /run/groonga /var/log/groonga; printf 'daemon off;\\nmaster_process off;\\nevents {}\\nhttp { groonga_database_auto_create on; server { listen 127.0.0.1:%s; location /d/ { groonga on; groonga_database %s/d/db; } location / { root %s; } } }\\n' $PORT1 $PWD $PWD >g.conf; exec groonga-httpd -p $PWD -c $PWD/g.conf`,
  ],
  [
    'apt-cacher',
    ['apt-cacher'],
    [application('apt-cacher', 'medium', null, 'http-proxy')],
    `mkdir c l; chmod 777 c l; printf 'cache_dir=%s/c\\nlog_dir=%s/l\\ndaemon_port=%s\\ndaemon_addr=127.0.0.1\\nallowed_hosts=*\\n' $PWD $PWD $PORT1 >a.conf; exec apt-cacher -c $PWD/a.conf`,
  ],
  [
    'pollen',
    ['pollen'],
    [application('pollen', 'low', null, 'http')],
    'python3 -c "import socket,time;s=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM);s.bind(\\"/dev/log\\");time.sleep(1e6)" & sleep 1; exec pollen -http-port=$PORT1 -https-port= -device=/dev/urandom',
  ],
  [
    'websocketd',
    ['websocketd'],
    [application('websocketd', 'high', false, 'http')],
    'exec websocketd --address=127.0.0.1 --port=$PORT1 cat',
  ],
  [
    'kxd',
    ['kxd'],
    [inTls('kxd', 'medium', true, 'https')],
    'mkdir d; exec kxd --ip_addr=127.0.0.1 --port=$PORT1 --data_dir=$PWD/d --key=$TLS/key.pem --cert=$TLS/certificate.pem --logfile=-',
  ],
  ['Calypso', ['calypso'], [application('calypso', 'high', null)], 'exec calypso -f -H 127.0.0.1 -p $PORT1'],
  [
    'Perlbal',
    ['perlbal'],
    [webServer('perlbal'), service('perlbal-management', 'critical', false, 'perlbal')],
    `printf 'CREATE SERVICE w\\n SET role = web_server\\n SET listen = 127.0.0.1:%s\\n SET docroot = %s\\nENABLE w\\nCREATE SERVICE m\\n SET role = management\\n SET listen = 127.0.0.1:%s\\nENABLE m\\n' $PORT1 $PWD $PORT2 >p; exec perlbal --config=$PWD/p`,
  ],
  [
    'ffproxy',
    ['ffproxy'],
    [service('http-proxy', 'high', false, 'http')],
    `cp -r /etc/ffproxy/db .; printf 'port %s\\nbind_ipv4 127.0.0.1\\nuse_ipv6 no\\ndb_files_path db\\n' $PORT1 >f; exec ffproxy -f $PWD/f`,
  ],
  [
    'SQLgrey',
    ['sqlgrey', 'libdbd-sqlite3-perl'],
    [service('policy', 'low', false, 'sqlgrey', 'postfix-policy')],
    `chmod 777 .; printf 'inet = 127.0.0.1:%s\\nuser = nobody\\ngroup = nogroup\\nconfdir = /etc/sqlgrey\\npidfile = %s/pid\\ndb_type = SQLite\\ndb_name = %s/db\\ndb_dir = %s\\n' $PORT1 $PWD $PWD $PWD >s; exec sqlgrey -f $PWD/s`,
  ],
  [
    'Partimage',
    ['partimage-server'],
    [service('partimage', 'critical', null)],
    'partimaged -p $PORT1 -d $PWD -L -D; exec sleep 1000000',
  ],
  [
    'Ziproxy',
    ['ziproxy'],
    [service('http-proxy', 'high', false, 'http')],
    `printf 'Port = %s\\nAddress = "127.0.0.1"\\n' $PORT1 >z; ziproxy -d -c $PWD/z; exec sleep 1000000`,
  ],
  [
    'OpenBGPD',
    ['openbgpd'],
    [service('bgp', 'medium', null)],
    `printf 'AS 64512\\nrouter-id 192.0.2.1\\nlisten on 127.0.0.1 port %s\\nsocket "%s/s"\\nneighbor 127.0.0.1 {\\n remote-as 64513\\n passive\\n}\\n' $PORT1 $PWD >b; chmod 600 b; mkdir -p /run/openbgpd; exec bgpd -d -f $PWD/b`,
  ],
  [
    'Mailutils',
    ['mailutils-imap4d'],
    [service('imap', 'medium', true)],
    `printf 'server 127.0.0.1:%s {\\n single-process no;\\n};\\n' $PORT1 >m; exec imap4d --daemon --foreground --no-config --config-file=$PWD/m`,
  ],
  [
    'ycmd',
    ['ycmd'],
    [application('ycmd', 'high', true, 'http')],
    `printf '{"hmac_secret":"AAAAAAAAAAAAAAAAAAAAAA=="}' >o; cat /usr/lib/ycmd/ycmd/default_settings.json >d 2>/dev/null; python3 -c 'import json;d=json.load(open("d"));d["hmac_secret"]="AAAAAAAAAAAAAAAAAAAAAA==";json.dump(d,open("o","w"))'; exec ycmd --host=127.0.0.1 --port=$PORT1 --options_file=$PWD/o --idle_suicide_seconds=0`,
  ],
  [
    'LAVA coordinator',
    ['lava-coordinator'],
    [service('lava-coordinator', 'medium', false)],
    `sed -i "s/\\"port\\": *[0-9]*/\\"port\\": $PORT1/" /etc/lava-coordinator/lava-coordinator.conf; exec lava-coordinator --logfile=$PWD/l`,
  ],
  [
    'rsyslog over TCP',
    ['rsyslog'],
    [service('syslog', 'medium', false, 'unknown')],
    `printf 'module(load="imtcp")\\ninput(type="imtcp" port="%s" address="127.0.0.1")\\n*.* action(type="omfile" file="%s/l")\\n' $PORT1 $PWD >r; exec rsyslogd -n -f $PWD/r -i $PWD/pid`,
  ],
  [
    'mtpolicyd',
    ['mtpolicyd'],
    [service('policy', 'low', false, 'mtpolicyd', 'postfix-policy')],
    `printf 'user=nobody\\ngroup=nogroup\\npid_file=%s/pid\\nport="127.0.0.1:%s"\\n<Port 127.0.0.1:%s>\\n vhost="main"\\n</Port>\\n<VirtualHost main>\\n name="main"\\n <Plugin d>\\n  module="Action"\\n  action="dunno"\\n </Plugin>\\n</VirtualHost>\\n' $PWD $PORT1 $PORT1 >m; exec mtpolicyd -f -c $PWD/m`,
  ],
  [
    'axfrdns',
    ['axfrdns', 'ucspi-tcp'],
    [service('dns', 'medium', null)],
    'mkdir r; export ROOT=$PWD/r UID=65534 GID=65534; exec tcpserver -HRl0 127.0.0.1 $PORT1 axfrdns',
  ],
  [
    'Shoelaces',
    ['shoelaces'],
    [application('shoelaces', 'high', false)],
    'mkdir -p d/ipxe; printf "networkMaps: []\\n" >d/mappings.yaml; exec shoelaces -bind-addr 127.0.0.1:$PORT1 -base-url 127.0.0.1:$PORT1 -data-dir $PWD/d -static-dir /usr/share/shoelaces/web',
  ],
  [
    'floppyd',
    ['floppyd'],
    [service('floppyd', 'high', null)],
    ': >f; floppyd -s $PORT1 -b 127.0.0.1 $PWD/f; exec sleep 1000000',
  ],
  [
    'OpenStack Swift',
    ['swift-container'],
    [application('swift', 'high', false, 'openstack-swift')],
    `
mkdir -p d /etc/swift /var/cache/swift; printf '[swift-hash]\\nswift_hash_path_suffix = x\\n' >/etc/swift/swift.conf
printf '[DEFAULT]\\nbind_ip = 127.0.0.1\\nbind_port = %s\\nuser = root\\ndevices = %s/d\\nmount_check = false\\nworkers = 0\\n[pipeline:main]\\npipeline = container-server\\n[app:container-server]\\nuse = egg:swift#container\\n' $PORT1 $PWD >s.conf
exec swift-container-server $PWD/s.conf`,
  ],
  [
    'jabberd 2',
    ['jabberd2'],
    [service('xmpp', 'medium', null, 'jabber')],
    `sed "s,<port>5347</port>,<port>$PORT1</port>,; s,<ip>.*</ip>,<ip>127.0.0.1</ip>,; s,<pidfile>.*</pidfile>,," /etc/jabberd2/router.xml >r.xml; exec jabberd2-router -c $PWD/r.xml`,
  ],
  [
    'Syncthing relay',
    ['syncthing-relaysrv'],
    [inTls('syncthing-relay', 'medium', null, 'tls'), application('strelaysrv', 'medium', false, 'syncthing-relay')],
    'exec strelaysrv -listen=127.0.0.1:$PORT1 -status-srv=127.0.0.1:$PORT2 -pools= -keys=$PWD',
  ],
  [
    'gdnsd',
    ['gdnsd'],
    [service('dns', 'medium', null)],
    `mkdir zones r s; printf 'options => { listen => [ "127.0.0.1:%s" ], run_dir => "%s/r", state_dir => "%s/s" }\\n' $PORT1 $PWD $PWD >config; exec gdnsd -c $PWD start`,
  ],
  [
    'MooseFS’ monitor',
    ['moosefs-cgiserv'],
    [application('moosefs-cgi', 'high', false, 'mfscgiserv', 'moosefs')],
    'exec mfscgiserv -H 127.0.0.1 -P $PORT1 -f start',
  ],
  ['debuginfod', ['debuginfod'], [application('debuginfod', 'low', null)], 'exec debuginfod -p $PORT1 -d :memory:'],
  [
    'Mongrel2',
    ['mongrel2-core'],
    [webServer('mongrel2')],
    `
mkdir w l; printf 'x = Server(uuid="u", access_log="/l/a", error_log="/l/e", chroot="./", pid_file="/l/p", default_host="localhost", name="x", bind_addr="127.0.0.1", port=%s, hosts=[Host(name="localhost", routes={"/": Dir(base="w/", index_file="index.html", default_ctype="text/html")})])\\nservers = [x]\\n' $PORT1 >m.conf
m2sh load -config m.conf -db m.db; mongrel2 m.db u; exec sleep 1000000`,
  ],
  [
    'chasquid',
    ['chasquid'],
    [service('smtp', 'medium', null), service('smtp', 'medium', true)],
    `
mkdir -p c/certs/x.test d; cp $TLS/certificate.pem c/certs/x.test/fullchain.pem; cp $TLS/key.pem c/certs/x.test/privkey.pem
printf 'hostname: "x.test"\\nsmtp_address: "127.0.0.1:%s"\\nsubmission_address: "127.0.0.1:%s"\\ndata_dir: "%s/d"\\nmail_log_path: "/dev/null"\\n' $PORT1 $PORT2 $PWD >c/chasquid.conf
mkdir -p c/domains/x.test
exec chasquid -config_dir=$PWD/c`,
  ],
  [
    'Glewlwyd',
    ['glewlwyd'],
    [application('glewlwyd', 'medium', true)],
    `
sed "s,^#*port=.*,port=$PORT1,; s,/var/log/glewlwyd.log,$PWD/l," /etc/glewlwyd/glewlwyd.conf >g.conf 2>/dev/null || true
exec glewlwyd --config-file=$PWD/g.conf --port=$PORT1 --log-mode=console`,
  ],
  [
    'Orthanc',
    ['orthanc'],
    [application('orthanc', 'critical', false), service('dicom', 'high', false)],
    `printf '{"Name":"x","StorageDirectory":"%s","IndexDirectory":"%s","HttpPort":%s,"DicomPort":%s,"RemoteAccessAllowed":true,"AuthenticationEnabled":false}' $PWD $PWD $PORT1 $PORT2 >o.json; exec Orthanc $PWD/o.json`,
  ],
];

export const thirdSample = onPortsFrom(28_000, 'third', drawn);

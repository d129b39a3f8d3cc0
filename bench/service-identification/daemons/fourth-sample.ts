import { type AnswerRow, application, inTls, onPortsFrom, service, webServer } from './row.ts';

/**
 * A second draw that nobody chose: Debian 12's packages of the sections net, web, httpd, database, admin, mail and comm whose short description
 * has the word "server" or "daemon" and whose names stand nowhere among the other daemons here, in the order of SHA-256 of
 * "breakwater fourth sample " and their name. Of the first 255 all were taken that listen on TCP, on a port that can be set, without other servers,
 * hardware or a desktop, and that are no flavour of a program among the others (of Swift's servers the proxy was taken, since a container server is in the third).
 */
const drawn: readonly AnswerRow[] = [
  [
    '389 Directory Server',
    ['389-ds-base', 'python3-ldap'],
    [service('ldap', 'high', null)],
    `
printf '[general]\\nfull_machine_name = x.test\\nstart = False\\nsystemd = False\\nstrict_host_checking = False\\n[slapd]\\ninstance_name = b\\nport = %s\\nsecure_port = 0\\nroot_password = secret12\\nself_sign_cert = False\\n' $PORT1 >d.inf
dscreate from-file d.inf || true; exec ns-slapd -D /etc/dirsrv/slapd-b -d 0 -i $PWD/pid`,
  ],
  [
    'ircu',
    ['ircd-ircu'],
    [service('irc', 'medium', null)],
    `chmod 777 .; printf 'General { name = "x.test"; vhost = "127.0.0.1"; description = "x"; numeric = 1; };\\nAdmin { Location = "x"; Location = "x"; Contact = "x"; };\\nClass { name = "c"; pingfreq = 90; sendq = 160000; maxlinks = 100; };\\nClient { class = "c"; ip = "*"; };\\nPort { server = no; port = %s; };\\n' $PORT1 >i.conf; exec $AS ircd-ircu -n -d $PWD -f $PWD/i.conf`,
  ],
  [
    'gross',
    ['gross'],
    [service('policy', 'low', false, 'postfix-policy', 'sjsms'), service('gross-status', 'medium', false, 'gross')],
    `printf 'host = 127.0.0.1\\nport = %s\\nprotocol = postfix\\ncheck = random\\nstatus_port = %s\\nsync_listen = 127.0.0.1\\nstatefile = %s/s\\n' $PORT1 $PORT2 $PWD >g.conf; sed -i /check/d g.conf; grossd -f $PWD/g.conf -C || true; exec grossd -d -f $PWD/g.conf`,
  ],
  [
    'Atheme',
    ['atheme-services'],
    [webServer('atheme')],
    `chmod 777 .; printf 'loadmodule "modules/misc/httpd";\\nloadmodule "modules/protocol/charybdis";\\nserverinfo { name = "s.test"; desc = "x"; numeric = "00A"; recontime = 100; netname = "x"; adminname = "x"; adminemail = "x@x.test"; registeremail = "x@x.test"; loglevel = { error; }; auth = none; };\\nhttpd { host = "127.0.0.1"; www_root = "%s"; port = %s; };\\nuplink "x.test" { host = "127.0.0.1"; send_password = "x"; receive_password = "x"; port = 1; };\\n' $PWD $PORT1 >a.conf; exec $AS atheme-services -n -c $PWD/a.conf -D $PWD -l $PWD/l -p $PWD/pid`,
  ],
  [
    'Daphne',
    ['daphne'],
    [webServer('daphne')],
    `printf 'async def app(scope, receive, send):\\n    if scope["type"] == "http":\\n        await send({"type": "http.response.start", "status": 200, "headers": []})\\n        await send({"type": "http.response.body", "body": b"hello"})\\n' >app.py; export PYTHONPATH=$PWD; exec daphne -b 127.0.0.1 -p $PORT1 app:app`,
  ],
  [
    'Janus',
    ['janus'],
    [application('janus', 'high', false), application('janus', 'high', null)],
    `
cp -r /etc/janus c; printf 'general: {\\n json = "indented"\\n base_path = "/janus"\\n http = true\\n port = %s\\n}\\nadmin: {\\n admin_base_path = "/admin"\\n admin_http = true\\n admin_port = %s\\n}\\n' $PORT1 $PORT2 >c/janus.transport.http.jcfg
rm -f c/janus.transport.websockets.jcfg c/janus.transport.pfunix.jcfg; exec janus -F $PWD/c`,
  ],
  [
    'Exporter for Traffic Server',
    ['prometheus-trafficserver-exporter'],
    [application('prometheus-exporter', 'medium', false, 'trafficserver-exporter')],
    'exec prometheus-trafficserver-exporter --addr=127.0.0.1 --port=$PORT1 --endpoint=http://127.0.0.1:1/_stats',
  ],
  [
    'Mailutils’ POP3',
    ['mailutils-pop3d'],
    [service('pop3', 'medium', true)],
    `printf 'server 127.0.0.1:%s {\\n single-process no;\\n};\\n' $PORT1 >m; exec pop3d --daemon --foreground --no-config --config-file=$PWD/m`,
  ],
  [
    'LemonLDAP::NG',
    ['lemonldap-ng-fastcgi-server'],
    [service('fastcgi', 'critical', false)],
    'mkdir -p /run/llng-fastcgi-server; exec llng-fastcgi-server -F --socket=:$PORT1 --user=nobody --group=nogroup --proc=2 --pid=$PWD/pid',
  ],
  [
    'Merecat',
    ['merecat'],
    [webServer('merecat')],
    'mkdir w; echo hello >w/index.html; exec merecat -n -p $PORT1 $PWD/w',
  ],
  [
    'poppassd',
    ['poppassd', 'ucspi-tcp'],
    [service('poppassd', 'medium', true)],
    'exec tcpserver -HRl0 127.0.0.1 $PORT1 poppassd',
  ],
  ['Syncplay', ['syncplay-server'], [service('syncplay', 'medium', false)], 'exec syncplay-server --port $PORT1'],
  [
    'Exporter for Apache',
    ['prometheus-apache-exporter'],
    [application('prometheus-exporter', 'medium', false, 'apache-exporter')],
    'exec prometheus-apache-exporter --telemetry.address=127.0.0.1:$PORT1 --scrape_uri=http://127.0.0.1:1/',
  ],
  [
    'SOGo',
    ['sogo'],
    [application('sogo', 'medium', true)],
    `mkdir -p /run/sogo /var/log/sogo; chmod 777 . /run/sogo /var/log/sogo; export HOME=$PWD GNUSTEP_USER_ROOT=$PWD; exec $AS sogod -WONoDetach YES -WOPort 127.0.0.1:$PORT1 -WOWorkersCount 1 -WOLogFile - -WOPidFile $PWD/pid`,
  ],
  [
    'Ocsigen',
    ['ocsigenserver'],
    [webServer('ocsigen', 'ocsigenserver')],
    `mkdir l d w; chmod 777 . l d w; echo hello >w/index.html; printf '<ocsigen><server><port>%s</port><logdir>%s/l</logdir><datadir>%s/d</datadir><user>nobody</user><group>nogroup</group><commandpipe>%s/p</commandpipe><mimefile>/etc/ocsigenserver/mime.types</mimefile><extension findlib-package="ocsigenserver.ext.staticmod"/><host hostfilter="*"><static dir="%s/w"/></host></server></ocsigen>' $PORT1 $PWD $PWD $PWD $PWD >o.conf; exec ocsigenserver -c $PWD/o.conf`,
  ],
  [
    'SoftEther VPN',
    ['softether-vpnserver'],
    [inTls('softether', 'medium', true, 'https', 'sstp')],
    `
d=/var/lib/softether; mkdir -p $d /var/log/softether; printf '\\xef\\xbb\\xbfdeclare root\\r\\n{\\r\\n\\tdeclare ListenerList\\r\\n\\t{\\r\\n\\t\\tdeclare Listener0\\r\\n\\t\\t{\\r\\n\\t\\t\\tbool DisableDos false\\r\\n\\t\\t\\tbool Enabled true\\r\\n\\t\\t\\tuint Port %s\\r\\n\\t\\t}\\r\\n\\t}\\r\\n}\\r\\n' $PORT1 >c
for f in /usr/libexec/softether/vpnserver /var/lib/softether /etc/softether /usr/lib/softether; do [ ! -d $f ] || cp c $f/vpn_server.config; done; vpnserver start || /usr/libexec/softether/vpnserver/vpnserver start; exec sleep 1000000`,
  ],
  [
    'IceBox',
    ['zeroc-icebox'],
    [service('ice', 'high', null, 'icebox', 'zeroc-ice')],
    `printf 'IceBox.ServiceManager.Endpoints=tcp -h 127.0.0.1 -p %s\\nIce.Admin.Endpoints=tcp -h 127.0.0.1 -p %s\\nIce.Admin.InstanceName=x\\n' $PORT1 $PORT1 >c; exec icebox --Ice.Config=$PWD/c`,
  ],
  [
    'stompserver',
    ['stompserver'],
    [service('stomp', 'medium', null)],
    'exec stompserver -b 127.0.0.1 -p $PORT1 -w $PWD -q memory',
  ],
  [
    'PDU daemon',
    ['pdudaemon'],
    [application('pdudaemon', 'critical', false)],
    `printf '{"daemon":{"hostname":"127.0.0.1","port":%s,"logging_level":"INFO","listener":"http"},"pdus":{}}' $PORT1 >c; exec pdudaemon --conf=$PWD/c`,
  ],
  [
    'XRootD',
    ['xrootd-server'],
    [service('xrootd', 'critical', false, 'root')],
    `mkdir d a; chmod 777 . d a; printf 'xrd.port %s\\nall.adminpath %s/a\\nall.pidpath %s/a\\noss.localroot %s/d\\nall.export /\\n' $PORT1 $PWD $PWD $PWD >x.cfg; exec $AS xrootd -c $PWD/x.cfg -n x -l $PWD/l`,
  ],
  [
    'mailfront',
    ['mailfront', 'ucspi-tcp'],
    [service('smtp', 'low', null), service('pop3', 'medium', true)],
    `
export MODULES=; tcpserver -HRl0 127.0.0.1 $PORT1 smtpfront-echo &
exec tcpserver -HRl0 127.0.0.1 $PORT2 pop3front-auth false true`,
  ],
  [
    'LysKOM',
    ['lyskom-server'],
    [service('lyskom', 'medium', true)],
    `chmod 777 .; mkdir -p db; cp -r /var/lib/lyskom-server/. . 2>/dev/null || true; chmod -R 777 .; printf 'Client port: %s\\nClient bind: 127.0.0.1\\nPrefix: %s\\nLocale: C\\nLogin: off\\nRun as user: root\\n' $PORT1 $PWD >k; find / -xdev -name lyskomd -type f 2>/dev/null; exec lyskomd -f k`,
  ],
  [
    'RTSP server in Perl',
    ['rtsp-server-perl'],
    [service('rtsp', 'medium', null), service('rtsp', 'medium', null)],
    `p=$(ls /usr/bin/rtsp-server* /usr/sbin/rtsp-server* 2>/dev/null | head -1); exec $p --clientport $PORT1 --serverport $PORT2 --client_listen_address 127.0.0.1 --source_listen_address 127.0.0.1`,
  ],
  [
    'MyProxy',
    ['myproxy-server'],
    [inTls('myproxy', 'high', true)],
    `
cp $TLS/certificate.pem c.pem; cp $TLS/key.pem k.pem; chmod 600 k.pem; mkdir -m 700 s; printf 'accepted_credentials "*"\\n' >m.conf
export X509_USER_CERT=$PWD/c.pem X509_USER_KEY=$PWD/k.pem X509_CERT_DIR=$PWD; exec myproxy-server -d -l 127.0.0.1 -p $PORT1 -c $PWD/m.conf -s $PWD/s -P $PWD/pid`,
  ],
  [
    'PyGopherd',
    ['pygopherd'],
    [service('gopher', 'low', null)],
    `mkdir w; echo hello >w/a.txt; sed "s,^port *=.*,port = $PORT1,; s,^root *=.*,root = $PWD/w,; s,^detach *=.*,detach = no,; s,^pidfile *=.*,pidfile = $PWD/pid,; s,^logmethod *=.*,logmethod = file," /etc/pygopherd/pygopherd.conf >p.conf; exec pygopherd p.conf`,
  ],
  [
    'Pacemaker Remote',
    ['pacemaker-remote'],
    [inTls('pacemaker-remote', 'medium', true, 'tls')],
    'mkdir -p /etc/pacemaker; head -c 4096 /dev/urandom >/etc/pacemaker/authkey; export PCMK_remote_port=$PORT1 PCMK_remote_address=127.0.0.1; exec pacemaker-remoted -p $PORT1',
  ],
  [
    'Cyrus IMSP',
    ['cyrus-imspd', 'ucspi-tcp'],
    [service('imsp', 'medium', true)],
    'mkdir -p /var/spool/imsp /var/lib/imsp; exec tcpserver -HRl0 127.0.0.1 $PORT1 cyrus-imspd',
  ],
  ['servefile', ['servefile'], [webServer('servefile')], 'echo hello >f; exec servefile -p $PORT1 f'],
  [
    'Swift’s proxy',
    ['swift-proxy'],
    [application('swift', 'high', null, 'openstack-swift')],
    `
mkdir -p /etc/swift /var/cache/swift; printf '[swift-hash]\\nswift_hash_path_suffix = x\\n' >/etc/swift/swift.conf; cd /etc/swift
for r in account container object; do swift-ring-builder $r.builder create 4 1 1; swift-ring-builder $r.builder add r1z1-127.0.0.1:1/d 1; swift-ring-builder $r.builder rebalance; done; cd -
printf '[DEFAULT]\\nbind_ip = 127.0.0.1\\nbind_port = %s\\nuser = root\\nworkers = 0\\n[pipeline:main]\\npipeline = healthcheck proxy-server\\n[app:proxy-server]\\nuse = egg:swift#proxy\\n[filter:healthcheck]\\nuse = egg:swift#healthcheck\\n' $PORT1 >s.conf
exec swift-proxy-server $PWD/s.conf`,
  ],
  [
    'oidentd',
    ['oidentd'],
    [service('ident', 'low', null)],
    'exec oidentd -i -a 127.0.0.1 -p $PORT1 -u nobody -g nogroup',
  ],
  [
    'MTA-STS for Postfix',
    ['postfix-mta-sts-resolver'],
    [service('socketmap', 'low', false, 'postfix-socketmap', 'mta-sts')],
    `printf 'host: 127.0.0.1\\nport: %s\\ncache:\\n  type: internal\\n' $PORT1 >m.yml; exec mta-sts-daemon -c $PWD/m.yml`,
  ],
  [
    'lsh',
    ['lsh-server', 'lsh-utils'],
    [service('ssh', 'medium', true)],
    `
lsh-make-seed --sloppy -o $PWD/seed || true; lsh-keygen --type rsa --nist-level 2 2>/dev/null | lsh-writekey --server -o $PWD/k || lsh-keygen | lsh-writekey --server -o $PWD/k
mkdir -p /var/spool/lsh; cp seed /var/spool/lsh/yarrow-seed-file 2>/dev/null || true; exec lshd -p $PORT1 --interface=127.0.0.1 -h $PWD/k --seed-file=$PWD/seed --no-syslog`,
  ],
  [
    'Ceph’s monitor',
    ['ceph-mon'],
    [service('ceph', 'high', true, 'ceph-mon', 'msgr2')],
    `
export CEPH_ARGS=; printf '[global]\\nfsid = 11111111-2222-3333-4444-555555555555\\nmon host = [v2:127.0.0.1:%s]\\nauth cluster required = none\\nauth service required = none\\nauth client required = none\\n[mon.a]\\nmon data = %s/m\\n' $PORT1 $PWD >c.conf
printf '[mon.]\\n key = AQBAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAA==\\n caps mon = "allow *"\\n' >keyring; mkdir m
ceph-authtool --create-keyring $PWD/kr --gen-key -n mon. --cap mon 'allow *'
monmaptool --create --fsid 11111111-2222-3333-4444-555555555555 --addv a "[v2:127.0.0.1:$PORT1]" $PWD/map
ceph-mon -c c.conf --mkfs -i a --monmap $PWD/map --keyring $PWD/kr --mon-data $PWD/m; exec ceph-mon -c c.conf -f -i a --mon-data $PWD/m --public-addrv "[v2:127.0.0.1:$PORT1]"`,
  ],
  [
    'json2file',
    ['json2file-go'],
    [application('json2file', 'medium', null, 'http')],
    'mkdir d; export J2F_BASEDIR=$PWD/d J2F_DIRLIST=a:x J2F_HOST=127.0.0.1 J2F_PORT=$PORT1; exec json2file-go',
  ],
  [
    'Exporter for BIRD',
    ['prometheus-bird-exporter'],
    [application('prometheus-exporter', 'medium', false, 'bird-exporter')],
    'exec prometheus-bird-exporter -web.listen-address 127.0.0.1:$PORT1 -bird.v2 -bird.socket $PWD/s',
  ],
  [
    'redsocks',
    ['redsocks'],
    [service('redsocks', 'medium', null, 'unknown')],
    `printf 'base { log_info = on; log = stderr; daemon = off; redirector = generic; }\\nredsocks { local_ip = 127.0.0.1; local_port = %s; ip = 127.0.0.1; port = 1; type = socks5; }\\n' $PORT1 >r.conf; exec redsocks -c $PWD/r.conf`,
  ],
];

export const fourthSample = onPortsFrom(31_000, 'sample-four', drawn);

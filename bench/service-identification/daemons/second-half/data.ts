import { type AnswerRow, application, inTls, service } from '../row.ts';

/** Databases, storage, backups, work for many machines. */
export const data: readonly AnswerRow[] = [
  [
    'Pgpool-II',
    ['pgpool2'],
    [service('postgresql', 'high', null, 'pgpool')],
    `
printf "listen_addresses = '127.0.0.1'\\nport = %s\\npcp_listen_addresses = ''\\nsocket_dir = '%s'\\nunix_socket_directories = '%s'\\nbackend_hostname0 = '127.0.0.1'\\nbackend_port0 = 20432\\npid_file_name = '%s/pid'\\nlogdir = '%s'\\n" $PORT1 $PWD $PWD $PWD $PWD >p.conf
: >hba; : >pcp
exec $AS pgpool -n -f $PWD/p.conf -a $PWD/hba -F $PWD/pcp`,
  ],
  [
    'twemproxy',
    ['nutcracker', 'redis-server'],
    [service('redis', 'critical', false), service('memcached', 'critical', false)],
    `
redis-server --port $((PORT1 + 900)) --bind 127.0.0.1 --save '' &
printf 'a:\\n  listen: 127.0.0.1:%s\\n  redis: true\\n  servers:\\n   - 127.0.0.1:%s:1\\nb:\\n  listen: 127.0.0.1:%s\\n  servers:\\n   - 127.0.0.1:1:1\\n' $PORT1 $((PORT1 + 900)) $PORT2 >n.yml
exec nutcracker -c n.yml -s $((PORT1 + 901)) -a 127.0.0.1`,
  ],
  [
    'Groonga',
    ['groonga-bin'],
    [application('groonga', 'critical', false), service('gqtp', 'critical', false, 'groonga')],
    `
groonga -n a.db shutdown >/dev/null || true
groonga -n b.db shutdown >/dev/null || true
groonga -s --protocol gqtp --bind-address 127.0.0.1 -p $PORT2 b.db &
exec groonga -s --protocol http --bind-address 127.0.0.1 -p $PORT1 a.db`,
  ],
  [
    'Apache Derby',
    ['libderby-java', 'default-jre-headless'],
    [service('drda', 'critical', false, 'derby', 'db2')],
    `exec java -cp '/usr/share/java/derby.jar:/usr/share/java/derbynet.jar:/usr/share/java/derbyclient.jar:/usr/share/java/derbytools.jar:/usr/share/java/derbyshared.jar' org.apache.derby.drda.NetworkServerControl start -h 127.0.0.1 -p $PORT1 -noSecurityManager`,
  ],
  [
    'HSQLDB',
    ['libhsqldb-java', 'default-jre-headless'],
    [service('hsqldb', 'critical', null)],
    `exec java -cp /usr/share/java/hsqldb.jar org.hsqldb.server.Server --database.0 mem:x --dbname.0 x --port $PORT1 --address 127.0.0.1`,
  ],
  [
    'H2',
    ['libh2-java', 'default-jre-headless'],
    [
      application('h2-console', 'critical', null, 'h2'),
      service('h2', 'high', true),
      service('postgresql', 'high', true, 'h2'),
    ],
    `exec java -cp /usr/share/java/h2.jar org.h2.tools.Server -web -webPort $PORT1 -tcp -tcpPort $PORT2 -pg -pgPort $PORT3 -ifNotExists -baseDir $PWD`,
  ],
  [
    'omniORB name server',
    ['omniorb-nameserver'],
    [service('giop', 'high', false, 'corba', 'iiop')],
    'exec omniNames -start $PORT1 -logdir $PWD -ORBendPoint giop:tcp:127.0.0.1:$PORT1',
  ],
  [
    'Icecream',
    ['icecc'],
    [service('icecream', 'critical', false, 'icecc')],
    'exec icecc-scheduler -p $PORT1 -n test -v',
  ],
  [
    'CFEngine',
    ['cfengine3'],
    [service('cfengine', 'medium', true, 'tls', 'unknown')],
    `
mkdir -p /var/lib/cfengine3/inputs /var/lib/cfengine3/ppkeys /var/lib/cfengine3/bin
[ -e /var/lib/cfengine3/ppkeys/localhost.priv ] || cf-key >/dev/null 2>&1
printf 'body common control { bundlesequence => { "m" }; }\\nbundle agent m { }\\nbody server control { port => "%s"; bindtointerface => "127.0.0.1"; allowconnects => { "127.0.0.1" }; }\\nbundle server s { }\\n' $PORT1 >c.cf
exec cf-serverd -F -f $PWD/c.cf`,
  ],
  [
    'GlusterFS',
    ['glusterfs-server'],
    [service('glusterfs', 'high', false, 'rpc', 'onc-rpc', 'sunrpc')],
    `
mkdir -p w /var/log/glusterfs /run/gluster
printf 'volume management\\n type mgmt/glusterd\\n option working-directory %s/w\\n option transport-type socket\\n option transport.socket.listen-port %s\\n option transport.socket.bind-address 127.0.0.1\\nend-volume\\n' $PWD $PORT1 >g.vol
exec glusterd -N --volfile=$PWD/g.vol -L INFO --pid-file=$PWD/pid`,
  ],
  [
    'MooseFS master',
    ['moosefs-master'],
    [service('moosefs', 'high', null), service('moosefs', 'high', null), service('moosefs', 'high', false)],
    `
printf 'MFSM NEW' >metadata.mfs; chown nobody . metadata.mfs
printf '127.0.0.1 / rw\\n' >e.cfg
printf 'WORKING_USER = nobody\\nWORKING_GROUP = nogroup\\nDATA_PATH = %s\\nEXPORTS_FILENAME = %s/e.cfg\\nMATOML_LISTEN_HOST = 127.0.0.1\\nMATOML_LISTEN_PORT = %s\\nMATOCS_LISTEN_HOST = 127.0.0.1\\nMATOCS_LISTEN_PORT = %s\\nMATOCL_LISTEN_HOST = 127.0.0.1\\nMATOCL_LISTEN_PORT = %s\\n' $PWD $PWD $PORT1 $PORT2 $PORT3 >m.cfg
exec mfsmaster -f -c $PWD/m.cfg start`,
  ],
  [
    'diod',
    ['diod'],
    [service('9p', 'critical', false, 'diod')],
    'mkdir x; exec diod -f -n -L stderr -l 127.0.0.1:$PORT1 -e $PWD/x -c /dev/null',
  ],
  [
    'NFS Ganesha',
    ['nfs-ganesha', 'nfs-ganesha-vfs', 'rpcbind'],
    [service('nfs', 'high', null)],
    `
mkdir -p /run/ganesha; rpcbind || true
printf 'NFS_CORE_PARAM { NFS_Port = %s; MNT_Port = %s; Protocols = 4; }\\nNFS_KRB5 { Active_krb5 = false; }\\nNFSV4 { Graceless = true; RecoveryRoot = %s; }\\n' $PORT1 $((PORT1 + 900)) $PWD >g.conf
exec ganesha.nfsd -F -L STDERR -f $PWD/g.conf -p $PWD/pid`,
  ],
  [
    'iSCSI target',
    ['tgt'],
    [service('iscsi', 'critical', false)],
    `
tgtd -f -d 0 -C 7 --iscsi portal=127.0.0.1:$PORT1 &
sleep 2
tgtadm -C 7 --lld iscsi --op new --mode target --tid 1 -T iqn.2001-04.com.example:disk
tgtadm -C 7 --op update --mode sys --name State -v ready
wait`,
  ],
  [
    'Bacula director and storage',
    ['bacula-director-sqlite3', 'bacula-sd'],
    [service('bacula', 'high', true)],
    `
printf 'Storage {\\nName = x-sd\\nSDPort = %s\\nSDAddress = 127.0.0.1\\nWorkingDirectory = %s\\nPid Directory = %s\\n}\\nDirector {\\nName = x-dir\\nPassword = "x"\\n}\\nDevice {\\nName = d\\nMedia Type = File\\nArchive Device = %s\\nLabelMedia = yes\\nRandom Access = yes\\nAutomaticMount = yes\\nRemovableMedia = no\\nAlwaysOpen = no\\n}\\nMessages {\\nName = Standard\\ndirector = x-dir = all\\n}\\n' $PORT1 $PWD $PWD $PWD >sd.conf
exec bacula-sd -f -c $PWD/sd.conf`,
  ],
  [
    'Burp',
    ['burp'],
    [inTls('burp', 'medium', true)],
    `
mkdir c; printf 'mode = server\\nlisten = 127.0.0.1:%s\\ndirectory = %s\\nclientconfdir = %s/c\\npidfile = %s/pid\\nssl_cert = %s/certificate.pem\\nssl_key = %s/key.pem\\nssl_cert_ca = %s/certificate.pem\\nssl_dhfile = %s/dh.pem\\ndedup_group = x\\nhardlinked_archive = 0\\nkeep = 1\\nstdout = 1\\nsyslog = 0\\n' $PORT1 $PWD $PWD $PWD $TLS $TLS $TLS $PWD >b.conf
openssl dhparam -dsaparam -out dh.pem 2048 2>/dev/null
exec burp -c $PWD/b.conf -F`,
  ],
  [
    'aptly',
    ['aptly'],
    [application('aptly', 'critical', false)],
    'export HOME=$PWD; exec aptly api serve -listen=127.0.0.1:$PORT1',
  ],
  [
    'Podman',
    ['podman'],
    [application('docker', 'critical', false, 'podman')],
    'mkdir -p run; exec podman --root $PWD/r --runroot $PWD/run --storage-driver vfs --cgroup-manager cgroupfs system service -t 0 tcp:127.0.0.1:$PORT1',
  ],
  [
    'Webdis',
    ['webdis', 'redis-server'],
    [application('webdis', 'critical', false)],
    `
redis-server --port $((PORT1 + 900)) --bind 127.0.0.1 --save '' &
printf '{"redis_host":"127.0.0.1","redis_port":%s,"http_host":"127.0.0.1","http_port":%s,"threads":2,"daemonize":false,"verbosity":4,"logfile":"/dev/stderr","acl":[]}' $((PORT1 + 900)) $PORT1 >w.json
exec webdis w.json`,
  ],
  [
    'Breezy',
    ['brz'],
    [service('bzr', 'medium', false)],
    'mkdir x; exec brz serve --listen=127.0.0.1 --port=$PORT1 --directory=$PWD/x',
  ],
  [
    'RPyC',
    ['python3-rpyc'],
    [service('rpyc', 'critical', false)],
    `exec python3 -c 'import os,rpyc.utils.server as s;from rpyc.core import SlaveService;s.ThreadedServer(SlaveService,hostname="127.0.0.1",port=int(os.environ["PORT1"])).start()'`,
  ],
  [
    'Guile',
    ['guile-3.0'],
    [service('guile', 'critical', false, 'scheme-repl', 'shell')],
    `exec guile --listen=$PORT1 -c '(sleep 1000000)'`,
  ],
  [
    'LLDB server',
    ['lldb-14'],
    [service('lldb', 'critical', false, 'gdbserver')],
    'exec lldb-server-14 platform --server --listen 127.0.0.1:$PORT1',
  ],
  [
    'OpenOCD',
    ['openocd'],
    [service('openocd', 'critical', false, 'telnet'), service('openocd-tcl', 'critical', false, 'openocd')],
    `exec openocd -c 'adapter driver dummy' -c 'adapter speed 100' -c "telnet_port $PORT1; tcl_port $PORT2; gdb_port disabled; bindto 127.0.0.1"`,
  ],
  [
    'ZODB, by Xandikos',
    ['xandikos'],
    [application('xandikos', 'high', false)],
    'exec xandikos -l 127.0.0.1 -p $PORT1 -d $PWD/x --defaults',
  ],
  [
    'Radicale',
    ['radicale'],
    [application('radicale', 'medium', true)],
    `
printf 'u:secret\\n' >users; exec radicale --hosts 127.0.0.1:$PORT1 --auth-type htpasswd --auth-htpasswd-filename $PWD/users --auth-htpasswd-encryption plain --storage-filesystem-folder $PWD/x`,
  ],
  [
    'VictoriaMetrics',
    ['victoria-metrics'],
    [application('victoriametrics', 'high', false), service('graphite', 'medium', false, 'carbon', 'unknown')],
    'exec victoria-metrics -httpListenAddr=127.0.0.1:$PORT1 -graphiteListenAddr=127.0.0.1:$PORT2 -storageDataPath=$PWD/x',
  ],
];

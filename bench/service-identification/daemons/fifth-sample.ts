import { type AnswerRow, application, inTls, onPortsFrom, service, webServer } from './row.ts';

/**
 * A third draw that nobody chose: of the packages of Debian 12 that the rule of the fourth sample leaves, in the order of SHA-256 of "breakwater
 * fifth sample " and their name, the first 170. All were taken that listen on TCP, on a port that can be set, without other servers, hardware, inetd or a desktop, and
 * that are no flavour of a program among the others.
 */
const drawn: readonly AnswerRow[] = [
  ['fcgiwrap', ['fcgiwrap'], [service('fastcgi', 'critical', false)], 'exec fcgiwrap -s tcp:127.0.0.1:$PORT1'],
  [
    'CivetWeb',
    ['civetweb'],
    [webServer('civetweb')],
    `printf 'listening_ports 127.0.0.1:%s\\ndocument_root %s\\n' $PORT1 $PWD >c; exec civetweb c`,
  ],
  [
    'Icinga 2’s API',
    ['icinga2-bin', 'icinga2-common'],
    [{ ...inTls('icinga2', 'medium', true, 'icinga'), overHttp: true }],
    `
mkdir -p d/certs r l s k; cp $TLS/key.pem d/certs/shop.example.com.key; cp $TLS/certificate.pem d/certs/shop.example.com.crt; cp $TLS/certificate.pem d/certs/ca.crt
printf 'const NodeName = "shop.example.com"\\nobject Endpoint "shop.example.com" {}\\nobject Zone "shop.example.com" { endpoints = [ "shop.example.com" ] }\\nobject ApiListener "api" { bind_host = "127.0.0.1"\\n bind_port = %s }\\n' $PORT1 >i.conf
exec icinga2 daemon -c $PWD/i.conf -D DataDir=$PWD/d -D InitRunDir=$PWD/r -D LogDir=$PWD/l -D SpoolDir=$PWD/s -D CacheDir=$PWD/k -D RunAsUser=root -D RunAsGroup=root`,
  ],
  ['eja', ['eja'], [webServer('eja')], 'exec eja --web --web-host 127.0.0.1 --web-port $PORT1 --web-path $PWD'],
  [
    'Virtuoso',
    ['virtuoso-opensource-7-bin'],
    [service('virtuoso', 'high', true), application('virtuoso', 'medium', null)],
    `printf '[Database]\\nDatabaseFile = v.db\\nErrorLogFile = v.log\\nLockFile = v.lck\\nTransactionFile = v.trx\\nxa_persistent_file = v.pxa\\n[TempDatabase]\\nDatabaseFile = t.db\\nTransactionFile = t.trx\\n[Parameters]\\nServerPort = 127.0.0.1:%s\\nDirsAllowed = .\\n[HTTPServer]\\nServerPort = 127.0.0.1:%s\\nServerRoot = .\\n' $PORT1 $PORT2 >v.ini; exec virtuoso-t +configfile v.ini +foreground`,
  ],
  [
    'istgt',
    ['istgt'],
    [service('iscsi', 'critical', null)],
    `
printf '[AuthGroup1]\\n' >a.conf; chmod 600 a.conf; touch lc.conf; truncate -s 12M u
printf '[Global]\\n NodeBase "iqn.2007-09.jp.ne.peach.istgt"\\n PidFile %s/pid\\n AuthFile %s/a.conf\\n LogFacility "local7"\\n Timeout 30\\n NopInInterval 20\\n DiscoveryAuthMethod Auto\\n MaxSessions 16\\n MaxConnections 4\\n MaxR2T 32\\n MaxOutstandingR2T 16\\n DefaultTime2Wait 2\\n DefaultTime2Retain 60\\n FirstBurstLength 262144\\n MaxBurstLength 1048576\\n MaxRecvDataSegmentLength 262144\\n InitialR2T Yes\\n ImmediateData Yes\\n DataPDUInOrder Yes\\n DataSequenceInOrder Yes\\n ErrorRecoveryLevel 0\\n[UnitControl]\\n AuthMethod None\\n Portal UC1 127.0.0.1:31999\\n Netmask 127.0.0.1\\n[PortalGroup1]\\n Portal DA1 127.0.0.1:%s\\n[InitiatorGroup1]\\n InitiatorName "ALL"\\n Netmask 127.0.0.1/32\\n[LogicalUnit1]\\n TargetName disk1\\n Mapping PortalGroup1 InitiatorGroup1\\n AuthMethod None\\n UnitType Disk\\n LUN0 Storage %s/u Auto\\n' $PWD $PWD $PORT1 $PWD >i.conf
exec istgt -D -c $PWD/i.conf`,
  ],
  [
    'FORT',
    ['fort-validator'],
    [service('rpki-rtr', 'low', null, 'rtr')],
    `mkdir t r; { echo rsync://127.0.0.1/x/y.cer; echo; openssl rsa -in $TLS/key.pem -pubout 2>/dev/null | sed /---/d; } >t/x.tal; exec fort --mode=server --tal=$PWD/t --local-repository=$PWD/r --server.address=127.0.0.1 --server.port=$PORT1 --rsync.enabled=false --http.enabled=false`,
  ],
  [
    'Open-iSNS',
    ['open-isns-server'],
    [service('isns', 'medium', null)],
    `printf 'SourceName = iqn.2005-01.org.open-iscsi.foo:x\\nDatabase = %s/d\\nBindAddress = 127.0.0.1:%s\\nSecurity = 0\\nPIDFile = %s/pid\\n' $PWD $PORT1 $PWD >i.conf; exec isnsd -f -c $PWD/i.conf`,
  ],
  [
    'Slurm’s REST API',
    ['slurmrestd'],
    [application('slurm', 'medium', true, 'slurmrestd')],
    `printf 'ClusterName=x\\nSlurmctldHost=localhost\\nAuthType=auth/none\\nNodeName=localhost\\nPartitionName=p Nodes=localhost\\n' >s.conf; chmod 777 .; export LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu/slurm-wlm; exec $AS slurmrestd -f $PWD/s.conf -a rest_auth/local 127.0.0.1:$PORT1`,
  ],
  [
    'ejabberd',
    ['ejabberd'],
    [service('xmpp', 'medium', null)],
    `mkdir -p s l /run/ejabberd; chmod 777 /run/ejabberd; printf 'hosts: [localhost]\\nloglevel: error\\nlisten:\\n  - port: %s\\n    ip: 127.0.0.1\\n    module: ejabberd_c2s\\n' $PORT1 >e.yml; export HOME=$PWD; chmod -R 777 .; exec ejabberdctl --config $PWD/e.yml --spool $PWD/s --logs $PWD/l --no-timeout foreground`,
  ],
  [
    'kadmind',
    ['krb5-admin-server', 'krb5-kdc'],
    [service('kadmin', 'high', true, 'kerberos-adm', 'onc-rpc')],
    `
printf '[libdefaults]\\n default_realm = X.TEST\\n[realms]\\n X.TEST = { kdc = 127.0.0.1\\n admin_server = 127.0.0.1 }\\n' >k.conf; export KRB5_CONFIG=$PWD/k.conf KRB5_KDC_PROFILE=$PWD/kdc.conf
printf '[realms]\\n X.TEST = {\\n database_name = %s/p\\n key_stash_file = %s/stash\\n acl_file = %s/acl\\n kadmind_listen = 127.0.0.1:%s\\n kpasswd_listen = 127.0.0.1:%s\\n }\\n' $PWD $PWD $PWD $PORT1 $((PORT1 + 900)) >kdc.conf; touch acl
kdb5_util create -s -P secret12 -W >/dev/null; exec kadmind -nofork -P $PWD/pid`,
  ],
  [
    'GridFTP',
    ['globus-gridftp-server-progs'],
    [service('ftp', 'high', true)],
    'exec globus-gridftp-server -p $PORT1 -control-interface 127.0.0.1 -aa -d error -l /dev/null -c /dev/null',
  ],
  [
    'Mandos',
    ['mandos'],
    [inTls('mandos', 'medium', true, 'tls', 'unknown')],
    `mkdir c s; printf '[DEFAULT]\\n[x]\\nkey_id = %064d\\nfingerprint = %040d\\nsecret = aGVsbG8=\\nhost = x.test\\n' 7 7 >c/clients.conf; printf '[DEFAULT]\\n' >c/mandos.conf; exec mandos --configdir=$PWD/c --statedir=$PWD/s --foreground --no-dbus --no-ipv6 --no-zeroconf --address=127.0.0.1 --port=$PORT1`,
  ],
];

export const fifthSample = onPortsFrom(31_200, 'sample-five', drawn);

import type { Daemon } from '../daemon.ts';
import { row } from './row.ts';

/** On ports that suggest nothing. */
export const furtherServers: readonly Daemon[] = [
  row(
    'svnserve',
    ['subversion'],
    [{ port: 30_101, truth: { service: 'svn' }, nmapNames: ['svnserve'] }],
    'exec svnserve -d --foreground --listen-host 127.0.0.1 --listen-port 30101 -r $PWD',
  ),
  row(
    'munin-node',
    ['munin-node'],
    [{ port: 30_102, truth: { service: 'munin' } }],
    `
printf 'log_level 4\\nlog_file %s/log\\npid_file %s/pid\\nbackground 0\\nsetsid 0\\nuser root\\ngroup root\\nhost 127.0.0.1\\nport 30102\\nallow ^127\\\\.0\\\\.0\\\\.1$\\n' $PWD $PWD >node.conf
mkdir -p /run/munin /var/lib/munin-node/plugin-state
exec munin-node --config $PWD/node.conf`,
  ),
  row(
    'Tarantool',
    ['tarantool'],
    [
      { port: 30_103, truth: { service: 'tarantool' } },
      { port: 30_104, truth: { service: 'tarantool-console' }, nmapNames: ['tarantool'] },
    ],
    `
printf "box.cfg{listen='127.0.0.1:30103'}\\nrequire('console').listen('127.0.0.1:30104')\\n" >init.lua
exec tarantool init.lua`,
  ),
  row(
    'ActiveMQ',
    ['activemq', 'default-jre-headless'],
    [
      { port: 30_105, truth: { service: 'activemq' }, nmapNames: ['apachemq'] },
      { port: 30_106, truth: { service: 'stomp' } },
    ],
    `
cat >activemq.xml <<EOF
<beans xmlns="http://www.springframework.org/schema/beans" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans.xsd http://activemq.apache.org/schema/core http://activemq.apache.org/schema/core/activemq-core.xsd">
<broker xmlns="http://activemq.apache.org/schema/core" brokerName="b" persistent="false" useJmx="false" dataDirectory="$PWD">
<transportConnectors><transportConnector name="o" uri="tcp://127.0.0.1:30105"/><transportConnector name="s" uri="stomp://127.0.0.1:30106"/></transportConnectors>
</broker></beans>
EOF
exec java -Dactivemq.home=/usr/share/activemq -Dactivemq.base=$PWD -jar /usr/share/activemq/bin/activemq.jar start xbean:file:$PWD/activemq.xml`,
  ),
  row(
    'spamd',
    ['spamd'],
    [{ port: 30_108, truth: { service: 'spamd' }, nmapNames: ['spamassassin'] }],
    `exec $(command -v spamd || echo /usr/sbin/spamd) -L -m 2 -i 127.0.0.1 -p 30108 -x -H $PWD`,
  ),
  row(
    'Zabbix agent',
    ['zabbix-agent'],
    [{ port: 30_109, truth: { service: 'zabbix-agent' }, alsoRight: ['zabbix'] }],
    `
printf 'LogType=console\\nListenIP=127.0.0.1\\nListenPort=30109\\nServer=127.0.0.1\\nAllowRoot=1\\nHostname=x\\nPidFile=%s/pid\\n' $PWD >agent.conf
exec zabbix_agentd -f -c $PWD/agent.conf`,
  ),
  row(
    'NRPE',
    ['nagios-nrpe-server'],
    [{ port: 30_110, truth: { service: 'nrpe', tls: true } }],
    `
printf 'server_port=30110\\nserver_address=127.0.0.1\\nnrpe_user=nobody\\nnrpe_group=nogroup\\nallowed_hosts=127.0.0.1\\npid_file=%s/pid\\n' $PWD >nrpe.cfg
exec nrpe -f -c $PWD/nrpe.cfg`,
  ),
  row(
    'NRPE in the clear',
    ['nagios-nrpe-server'],
    [{ port: 30_111, truth: { service: 'nrpe' } }],
    `
printf 'server_port=30111\\nserver_address=127.0.0.1\\nnrpe_user=nobody\\nnrpe_group=nogroup\\nallowed_hosts=127.0.0.1\\npid_file=%s/pid\\n' $PWD >nrpe.cfg
exec nrpe -n -f -c $PWD/nrpe.cfg`,
  ),
  row(
    'uWSGI',
    ['uwsgi-core'],
    [{ port: 30_112, truth: { service: 'uwsgi' } }],
    'exec uwsgi --plugin ping --socket 127.0.0.1:30112 --uid nobody --gid nogroup --master',
  ),
  row(
    'Erlang node',
    ['erlang-base'],
    [{ port: 30_113, truth: { service: 'erlang-distribution' } }],
    `
exec erl -noinput -sname node@localhost -setcookie secret -kernel inet_dist_listen_min 30113 inet_dist_listen_max 30113`,
  ),
  row(
    'Firebird',
    ['firebird3.0-server'],
    [{ port: 30_114, truth: { service: 'firebird' } }],
    `
exec env FIREBIRD_LOCK=$PWD FIREBIRD_TMP=$PWD /usr/sbin/firebird -p 30114`,
  ),
  row(
    'Bacula file daemon',
    ['bacula-fd'],
    [{ port: 30_115, truth: { service: 'bacula' }, nmapNames: ['bacula-fd'] }],
    `
printf 'FileDaemon {\\nName = x-fd\\nFDport = 30115\\nFDAddress = 127.0.0.1\\nWorkingDirectory = %s\\nPid Directory = %s\\n}\\nDirector {\\nName = x-dir\\nPassword = "x"\\n}\\nMessages {\\nName = Standard\\ndirector = x-dir = all\\n}\\n' $PWD $PWD >fd.conf
exec bacula-fd -f -c $PWD/fd.conf`,
  ),
  row(
    'Syncthing',
    ['syncthing'],
    [
      { port: 30_116, truth: { service: 'syncthing', tls: true } },
      {
        port: 30_117,
        truth: { service: 'http' },
        severity: 'critical',
        login: false,
        alsoRight: ['syncthing', 'syncthing-gui'],
      },
    ],
    `
syncthing generate --home=$PWD/s --no-default-folder >/dev/null
sed -i 's,<listenAddress>.*</listenAddress>,<listenAddress>tcp://127.0.0.1:30116</listenAddress>,; s,<globalAnnounceEnabled>true,<globalAnnounceEnabled>false,; s,<localAnnounceEnabled>true,<localAnnounceEnabled>false,; s,<natEnabled>true,<natEnabled>false,' s/config.xml
exec syncthing serve --home=$PWD/s --no-browser --no-restart --no-upgrade --gui-address=127.0.0.1:30117`,
  ),
  row(
    'node_exporter on the printers’ port',
    ['prometheus-node-exporter'],
    [
      {
        port: 9100,
        truth: { service: 'http' },
        alsoRight: ['prometheus-node-exporter', 'node-exporter', 'node_exporter', 'prometheus-exporter'],
      },
    ],
    'exec prometheus-node-exporter --web.listen-address=127.0.0.1:9100',
  ),
  row(
    'Alertmanager',
    ['prometheus-alertmanager'],
    [
      {
        port: 30_118,
        truth: { service: 'http' },
        severity: 'high',
        login: false,
        alsoRight: ['alertmanager', 'prometheus-alertmanager', 'prometheus'],
      },
    ],
    `
printf 'route:\\n  receiver: x\\nreceivers:\\n- name: x\\n' >a.yml
exec prometheus-alertmanager --config.file=a.yml --storage.path=$PWD --web.listen-address=127.0.0.1:30118 --cluster.listen-address=`,
  ),
  row(
    'MPD',
    ['mpd'],
    [{ port: 30_119, truth: { service: 'mpd' } }],
    `
printf 'bind_to_address "127.0.0.1"\\nport "30119"\\ndb_file "%s/db"\\naudio_output {\\ntype "null"\\nname "n"\\n}\\n' $PWD >mpd.conf
exec mpd --no-daemon --stderr $PWD/mpd.conf`,
  ),
  row(
    'aria2',
    ['aria2'],
    [{ port: 30_120, truth: { service: 'http' }, severity: 'critical', login: false, alsoRight: ['aria2'] }],
    'exec aria2c --enable-rpc --rpc-listen-port=30120 --no-conf --enable-dht=false --enable-dht6=false --dir=$PWD',
  ),
  row(
    'Transmission',
    ['transmission-daemon'],
    [
      {
        port: 30_121,
        truth: { service: 'http' },
        severity: 'critical',
        login: false,
        alsoRight: ['transmission', 'transmission-rpc'],
      },
    ],
    'exec transmission-daemon -f -g $PWD --no-auth --rpc-bind-address 127.0.0.1 -p 30121 -P 30122 --no-dht --no-lpd --no-portmap',
  ),
  row(
    'Docker registry',
    ['docker-registry'],
    [{ port: 30_123, truth: { service: 'http' }, severity: 'high', login: false, alsoRight: ['docker-registry'] }],
    `
printf 'version: 0.1\\nstorage:\\n  filesystem:\\n    rootdirectory: %s\\nhttp:\\n  addr: 127.0.0.1:30123\\n' $PWD >r.yml
exec docker-registry serve r.yml`,
  ),
  row(
    'Privoxy',
    ['privoxy'],
    [{ port: 30_124, truth: { service: 'http' }, alsoRight: ['http-proxy'] }],
    `
printf 'listen-address 127.0.0.1:30124\\nconfdir /etc/privoxy\\nlogdir %s\\n' $PWD >p.conf
exec privoxy --no-daemon $PWD/p.conf`,
  ),
  row(
    'gdbserver',
    ['gdbserver'],
    [{ port: 30_125, truth: { service: 'gdbserver' } }],
    'exec gdbserver --multi 127.0.0.1:30125',
  ),
  row(
    'PHP-FPM',
    ['php8.2-fpm'],
    [{ port: 30_126, truth: { service: 'fastcgi' }, alsoRight: ['php-fpm'] }],
    `
printf '[global]\\nerror_log = /dev/stderr\\n[w]\\nlisten = 127.0.0.1:30126\\nuser = nobody\\ngroup = nogroup\\npm = static\\npm.max_children = 1\\n' >fpm.conf
exec php-fpm8.2 -F -y $PWD/fpm.conf`,
  ),
  row(
    'dictd',
    ['dictd'],
    [{ port: 30_127, truth: { service: 'dict' } }],
    `
printf 'global {\\nport 30127\\nlisten_to 127.0.0.1\\n}\\naccess {\\nallow *\\n}\\ndatabase_virtual v {\\nname "x"\\ndatabase_list ""\\n}\\n' >dictd.conf
dictd -c $PWD/dictd.conf --pid-file $PWD/pid --locale C || dictd -d nodetach -c $PWD/dictd.conf --listen-to 127.0.0.1 --port 30127
exec sleep infinity`,
  ),
  row(
    'xinetd',
    ['xinetd'],
    [
      { port: 30_128, truth: { service: 'daytime' } },
      { port: 30_129, truth: { service: 'time' } },
      { port: 30_130, truth: { service: 'echo' } },
      { port: 30_131, truth: { service: 'chargen' } },
    ],
    `
for each in daytime:30128 time:30129 echo:30130 chargen:30131; do
printf 'service %s\\n{\\ntype = INTERNAL UNLISTED\\nport = %s\\nsocket_type = stream\\nprotocol = tcp\\nwait = no\\nuser = root\\nbind = 127.0.0.1\\n}\\n' \${each%:*} \${each#*:} >>x.conf
done
exec xinetd -dontfork -f $PWD/x.conf -pidfile $PWD/pid`,
  ),
  row(
    'ClamAV',
    ['clamav-daemon'],
    [{ port: 30_132, truth: { service: 'clamd' }, nmapNames: ['clam'] }],
    `
echo '44d88612fea8a8f36de82e1278abb02f:68:Test' >t.hdb
printf 'Foreground yes\\nTCPSocket 30132\\nTCPAddr 127.0.0.1\\nDatabaseDirectory %s\\nUser root\\n' $PWD >clamd.conf
exec clamd -c $PWD/clamd.conf`,
  ),
  row(
    'Sphinx',
    ['sphinxsearch'],
    [{ port: 30_133, truth: { service: 'sphinx' }, nmapNames: ['sphinx-search'] }],
    `
printf 'index r\\n{\\ntype = rt\\npath = %s/r\\nrt_field = t\\nrt_attr_uint = a\\n}\\nsearchd\\n{\\nlisten = 127.0.0.1:30133\\npid_file = %s/pid\\nlog = %s/log\\nbinlog_path =\\n}\\n' $PWD $PWD $PWD >s.conf
exec searchd --nodetach -c $PWD/s.conf`,
  ),
  row(
    'Mumble',
    ['mumble-server'],
    [{ port: 30_134, truth: { service: 'mumble', tls: true } }],
    `
printf 'database=%s/m.sqlite\\nport=30134\\nhost=127.0.0.1\\nbonjour=false\\nice=\\ndbus=\\n' $PWD >m.ini
exec murmurd -fg -ini $PWD/m.ini`,
  ),
  row(
    'i2pd',
    ['i2pd'],
    [
      { port: 30_135, truth: { service: 'socks' } },
      { port: 30_136, truth: { service: 'http' }, alsoRight: ['http-proxy'] },
    ],
    'exec i2pd --datadir=$PWD --http.enabled=0 --socksproxy.port=30135 --httpproxy.port=30136 --sam.enabled=0',
  ),
  row(
    'snmpd with SMUX',
    ['snmpd'],
    [{ port: 30_137, truth: { service: 'smux' } }],
    'exec snmpd -f -Lo -C --smuxsocket=127.0.0.1:30137 -I smux udp:127.0.0.1:30137',
  ),
  row(
    'Knot',
    ['knot'],
    [{ port: 30_138, truth: { service: 'dns' } }],
    `
printf 'server:\\n  rundir: %s\\n  listen: 127.0.0.1@30138\\ndatabase:\\n  storage: %s\\n' $PWD $PWD >k.conf
exec knotd -c $PWD/k.conf`,
  ),
  row(
    'PowerDNS recursor',
    ['pdns-recursor'],
    [{ port: 30_139, truth: { service: 'dns' } }],
    'exec pdns_recursor --daemon=no --local-address=127.0.0.1 --local-port=30139 --config-dir=$PWD --socket-dir=$PWD --disable-syslog',
  ),
];

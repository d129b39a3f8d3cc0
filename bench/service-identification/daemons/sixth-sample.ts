import { type AnswerRow, application, inTls, onPortsFrom, service, webServer } from './row.ts';

/**
 * A fourth draw that nobody chose, by another rule than the draws before: Debian 12's packages that bring a service of the system (they depend on
 * init-system-helpers) and whose names stand nowhere among the daemons here, in the order of SHA-256 of "breakwater sixth sample " and their
 * name. The first 16 that listen on TCP, on a port that can be set, without other servers, hardware, devices of the kernel, inetd or a desktop; all of
 * them are among the first 128 of 438.
 */
const drawn: readonly AnswerRow[] = [
  [
    'Exporter for Squid',
    ['prometheus-squid-exporter'],
    [application('prometheus-exporter', 'medium', false, 'squid-exporter')],
    'exec prometheus-squid-exporter -listen 127.0.0.1:$PORT1 -squid-hostname 127.0.0.1 -squid-port 1',
  ],
  [
    'Kannel',
    ['kannel'],
    [application('kannel', 'high', true), service('kannel-smsbox', 'high', null, 'kannel')],
    `printf 'group = core\\nadmin-port = %s\\nadmin-interface = 127.0.0.1\\nadmin-password = secret12\\nsmsbox-port = %s\\nbox-allow-ip = "127.0.0.1"\\n\\ngroup = smsc\\nsmsc = fake\\nport = %s\\nconnect-allow-ip = 127.0.0.1\\n\\ngroup = smsbox\\nbearerbox-host = 127.0.0.1\\nsendsms-port = %s\\n\\ngroup = sms-service\\nkeyword = x\\ntext = x\\n' $PORT1 $PORT2 $((PORT1 + 500)) $((PORT1 + 501)) >k.conf; exec bearerbox k.conf`,
  ],
  [
    'Shairport Sync',
    ['shairport-sync', 'avahi-daemon'],
    [service('rtsp', 'medium', null, 'airplay', 'raop')],
    `printf 'general = { name = "x"; port = %s; output_backend = "pipe"; };\\npipe = { name = "%s/audio"; };\\n' $PORT1 $PWD >s.conf; mkfifo audio; mkdir -p /run/dbus; dbus-daemon --system --fork; avahi-daemon --no-drop-root --no-rlimits --daemonize; exec shairport-sync -c $PWD/s.conf`,
  ],
  [
    'FluidSynth',
    ['fluidsynth', 'fluid-soundfont-gm'],
    [service('fluidsynth', 'critical', false, 'telnet')],
    `exec fluidsynth -i -s -n -a file -o audio.file.name=$PWD/x.raw -o shell.port=$PORT1`,
  ],
  [
    'Mailfromd',
    ['mailfromd'],
    [service('milter', 'low', null)],
    `printf 'prog envfrom\\ndo\\n  accept\\ndone\\n' >m.mfl; printf 'state-directory %s;\\nserver milter {\\n listen inet://127.0.0.1:%s;\\n};\\n' $PWD $PORT1 >m.conf; chmod 777 .; exec mailfromd --foreground --stderr --user=nobody --pidfile=$PWD/pid --config-file=$PWD/m.conf $PWD/m.mfl`,
  ],
  [
    'dkimpy-milter',
    ['dkimpy-milter'],
    [service('milter', 'low', null)],
    `printf 'Syslog no\\nMode v\\nSocket inet:%s@127.0.0.1\\nPidFile %s/pid\\nUserID root\\nUMask 007\\n' $PORT1 $PWD >d.conf; exec dkimpy-milter $PWD/d.conf`,
  ],
  [
    'Exporter for Postfix',
    ['postfix', 'prometheus-postfix-exporter'],
    [application('prometheus-exporter', 'medium', false, 'postfix-exporter')],
    'touch mail.log; exec prometheus-postfix-exporter --web.listen-address=127.0.0.1:$PORT1 --postfix.logfile_path=$PWD/mail.log --postfix.showq_path=$PWD/showq',
  ],
  [
    'Yaws',
    ['yaws'],
    [webServer('yaws')],
    `mkdir w l; echo hello >w/index.html; printf 'logdir = %s/l\\nauth_log = false\\n<server localhost>\\n port = %s\\n listen = 127.0.0.1\\n docroot = %s/w\\n</server>\\n' $PWD $PORT1 $PWD >y.conf; sleep infinity | yaws --conf $PWD/y.conf --id x`,
  ],
  [
    'BackupPC',
    ['backuppc'],
    [service('backuppc', 'medium', true)],
    `sed -i "s/^\\$Conf{ServerPort} .*/\\$Conf{ServerPort} = $PORT1;/; s/^\\$Conf{ServerMesgSecret} .*/\\$Conf{ServerMesgSecret} = 'secret12';/; s/^\\$Conf{\\(SmbClient\\|NmbLookup\\)Path} .*/\\$Conf{\\1Path} = '';/" /etc/backuppc/config.pl; mkdir -p /run/backuppc; chown backuppc /run/backuppc; exec setpriv --reuid=backuppc --regid=backuppc --clear-groups /usr/share/backuppc/bin/BackupPC`,
  ],
  [
    'Xymon',
    ['xymon'],
    [service('xymon', 'high', false, 'hobbit', 'xymond')],
    `printf '127.0.0.1 x.test\\n' >hosts.cfg; chmod 777 .; export XYMONHOME=/usr/lib/xymon/server XYMONTMP=$PWD XYMONSERVERLOGS=$PWD MACHINE=x,test; exec setpriv --reuid=xymon --regid=xymon --clear-groups $XYMONHOME/bin/xymond --no-daemon --listen=127.0.0.1:$PORT1 --hosts=$PWD/hosts.cfg --pidfile=$PWD/pid --env=/etc/xymon/xymonserver.cfg`,
  ],
  [
    'SmartDNS',
    ['smartdns'],
    [service('dns', 'medium', null)],
    `printf 'bind 127.0.0.1:%s\\nbind-tcp 127.0.0.1:%s\\nserver 127.0.0.1:1\\nlog-level error\\naddress /x.test/192.0.2.7\\n' $PORT1 $PORT1 >s.conf; exec smartdns -f -c $PWD/s.conf -p $PWD/pid`,
  ],
  [
    'powerman',
    ['powerman'],
    [service('powerman', 'high', false)],
    `printf 'listen "127.0.0.1:%s"\\ninclude "/etc/powerman/bashfun.dev"\\ndevice "x" "bashfun" "/bin/bash |&"\\nnode "x1" "x" "1"\\n' $PORT1 >p.conf; mkdir -p /run/powerman; chown nobody /run/powerman; exec powermand -f -c $PWD/p.conf`,
  ],
  [
    'Zabbix’ gateway to Java',
    ['zabbix-java-gateway'],
    [service('zabbix-java-gateway', 'high', false, 'zabbix')],
    'exec java -Xmx128m -Dzabbix.pidFile=$PWD/pid -Dzabbix.listenIP=127.0.0.1 -Dzabbix.listenPort=$PORT1 -Dzabbix.startPollers=5 -Dzabbix.timeout=3 -Dlogback.configurationFile=/etc/zabbix/zabbix_java_gateway.logback.xml -Djava.library.path=/usr/lib/jni -jar /usr/sbin/zabbix-java-gateway.jar',
  ],
  [
    'Exporter of exporters',
    ['prometheus-exporter-exporter'],
    [application('prometheus-exporter', 'medium', false, 'exporter-exporter')],
    `echo 'modules: {}' >e.yml; exec prometheus-exporter-exporter -config.file=$PWD/e.yml -web.listen-address=127.0.0.1:$PORT1`,
  ],
  [
    'NSCA-ng',
    ['nsca-ng-server'],
    [inTls('nsca-ng', 'medium', true, 'nsca')],
    `mkfifo commands; printf 'listen = "127.0.0.1:%s"\\ncommand_file = "%s/commands"\\nauthorize "*" {\\n password = "secret12"\\n hosts = ".*"\\n}\\n' $PORT1 $PWD >n.cfg; exec nsca-ng -F -c $PWD/n.cfg`,
  ],
  [
    'Exporter for Elasticsearch',
    ['prometheus-elasticsearch-exporter'],
    [application('prometheus-exporter', 'medium', false, 'elasticsearch-exporter')],
    'exec prometheus-elasticsearch-exporter --web.listen-address=127.0.0.1:$PORT1 --es.uri=http://127.0.0.1:1',
  ],
];

export const sixthSample = onPortsFrom(31_400, 'sample-six', drawn);

import type { Daemon } from '../daemon.ts';
import { row } from './row.ts';

/** On ports that suggest nothing: more of them. */
export const furtherTools: readonly Daemon[] = [
  row(
    'OpenVPN',
    ['openvpn'],
    [{ port: 30_140, truth: { service: 'openvpn' } }],
    `
openssl dhparam -dsaparam -out dh.pem 2048 2>/dev/null
exec openvpn --dev tun --ifconfig-noexec --proto tcp-server --lport 30140 --local 127.0.0.1 --mode server --tls-server --ca $TLS/certificate.pem --cert $TLS/certificate.pem --key $TLS/key.pem --dh dh.pem`,
  ),
  row(
    'PPTP',
    ['pptpd', 'socat'],
    [{ port: 30_141, truth: { service: 'pptp' } }],
    `
socat TCP-LISTEN:30141,bind=127.0.0.1,fork,reuseaddr TCP:127.0.0.1:1723 &
printf 'option /dev/null\\nlocalip 192.0.2.1\\nremoteip 192.0.2.2-9\\nlisten 127.0.0.1\\n' >p.conf
exec pptpd -f -c $PWD/p.conf -p $PWD/pid`,
  ),
  row(
    'Bitlbee',
    ['bitlbee'],
    [{ port: 30_142, truth: { service: 'irc' } }],
    'exec bitlbee -D -n -i 127.0.0.1 -p 30142 -d $PWD -c /dev/null',
  ),
  row(
    'gpsd',
    ['gpsd'],
    [{ port: 30_143, truth: { service: 'gpsd' }, nmapNames: ['gpsd-ng'] }],
    'exec gpsd -N -n -F $PWD/control -S 30143',
  ),
  row(
    'apt-cacher-ng',
    ['apt-cacher-ng'],
    [{ port: 30_144, truth: { service: 'http' }, alsoRight: ['http-proxy'] }],
    'exec apt-cacher-ng ForeGround=1 Port=30144 BindAddress=127.0.0.1 CacheDir=$PWD LogDir=$PWD -c /etc/apt-cacher-ng',
  ),
  row(
    'rrdcached',
    ['rrdcached'],
    [{ port: 30_145, truth: { service: 'rrdcached' } }],
    'exec rrdcached -g -l 127.0.0.1:30145 -b $PWD -p $PWD/pid',
  ),
  row(
    'Monit',
    ['monit'],
    [{ port: 30_146, truth: { service: 'http' }, alsoRight: ['monit'] }],
    `
printf 'set daemon 60\\nset idfile %s/id\\nset statefile %s/state\\nset pidfile %s/pid\\nset httpd port 30146 and use address 127.0.0.1\\nallow 127.0.0.1\\n' $PWD $PWD $PWD >m.rc
chmod 600 m.rc
exec monit -I -c $PWD/m.rc`,
  ),
  row(
    'NSCA',
    ['nsca'],
    [{ port: 30_147, truth: { service: 'nsca' }, nmapNames: ['nagios-nsca'] }],
    `
printf 'server_port=30147\\nserver_address=127.0.0.1\\nnsca_user=nobody\\nnsca_group=nogroup\\ncommand_file=/dev/null\\nalternate_dump_file=/dev/null\\npid_file=%s/pid\\npassword=x\\ndecryption_method=1\\nmax_packet_age=30\\naggregate_writes=0\\nappend_to_file=0\\n' $PWD >n.cfg
exec nsca -f -c $PWD/n.cfg`,
  ),
  row(
    'Ganglia',
    ['ganglia-monitor'],
    [{ port: 30_148, truth: { service: 'ganglia' } }],
    `
printf 'globals {\\ndaemonize = no\\nsetuid = no\\nmute = yes\\n}\\ntcp_accept_channel {\\nport = 30148\\nbind = 127.0.0.1\\n}\\n' >g.conf
exec gmond -f -c $PWD/g.conf`,
  ),
  row(
    'apcupsd',
    ['apcupsd'],
    [{ port: 30_149, truth: { service: 'apcupsd' } }],
    `
printf '## apcupsd.conf v1.1 ##\\nUPSCABLE simple\\nUPSTYPE dumb\\nDEVICE /dev/null\\nLOCKFILE %s\\nSCRIPTDIR %s\\nPWRFAILDIR %s\\nNOLOGINDIR %s\\nNETSERVER on\\nNISIP 127.0.0.1\\nNISPORT 30149\\nUPSCLASS standalone\\nUPSMODE disable\\n' $PWD $PWD $PWD $PWD >a.conf
exec apcupsd -b -f $PWD/a.conf`,
  ),
  row(
    'LCDproc',
    ['lcdproc'],
    [{ port: 30_150, truth: { service: 'lcdproc' }, nmapNames: ['LCDproc', 'lcdproc'] }],
    `
printf '[server]\\nDriverPath=/usr/lib/x86_64-linux-gnu/lcdproc/\\nDriver=text\\nBind=127.0.0.1\\nPort=30150\\nForeground=yes\\nUser=root\\n' >l.conf
exec LCDd -c $PWD/l.conf`,
  ),
  row(
    'saned',
    ['sane-utils'],
    [{ port: 30_151, truth: { service: 'sane' }, nmapNames: ['sane-port'] }],
    'exec saned -l -b 127.0.0.1 -p 30151',
  ),
  row(
    'OpenDKIM',
    ['opendkim'],
    [{ port: 30_152, truth: { service: 'milter' } }],
    'exec opendkim -f -p inet:30152@127.0.0.1 -b v -x /dev/null -A',
  ),
  row(
    'CVS',
    ['cvs', 'socat'],
    [{ port: 30_153, truth: { service: 'cvs' }, nmapNames: ['cvspserver'] }],
    `exec socat TCP-LISTEN:30153,bind=127.0.0.1,fork,reuseaddr 'EXEC:cvs -f --allow-root=/tmp pserver,stderr'`,
  ),
  row(
    'Mercurial',
    ['mercurial'],
    [{ port: 30_154, truth: { service: 'http' } }],
    `hg init r && cd r && exec hg serve -a 127.0.0.1 -p 30154`,
  ),
  row(
    'Fossil',
    ['fossil'],
    [{ port: 30_155, truth: { service: 'http' } }],
    `export USER=root; fossil init r.fossil >/dev/null && exec fossil server r.fossil -P 30155 --localhost`,
  ),
  row(
    'webfs',
    ['webfs'],
    [{ port: 30_156, truth: { service: 'http' } }],
    `exec webfsd -F -p 30156 -i 127.0.0.1 -r $PWD`,
  ),
  row(
    'microsocks',
    ['microsocks'],
    [{ port: 30_157, truth: { service: 'socks', unauthenticated: true } }],
    'exec microsocks -i 127.0.0.1 -p 30157',
  ),
  row(
    'MIT Kerberos',
    ['krb5-kdc'],
    [{ port: 30_158, truth: { service: 'kerberos' }, nmapNames: ['kerberos-sec'] }],
    `
printf '[realms]\\nX.TEST = {\\ndatabase_name = %s/db\\nkey_stash_file = %s/stash\\nkdc_listen = 127.0.0.1:30158\\nkdc_tcp_listen = 127.0.0.1:30158\\n}\\n' $PWD $PWD >kdc.conf
printf '[libdefaults]\\ndefault_realm = X.TEST\\n' >krb5.conf
export KRB5_CONFIG=$PWD/krb5.conf KRB5_KDC_PROFILE=$PWD/kdc.conf
kdb5_util create -s -P secret >/dev/null
exec krb5kdc -n -P $PWD/pid`,
  ),
  row(
    'FRR zebra',
    ['frr'],
    [{ port: 30_159, truth: { service: 'telnet' }, nmapNames: ['quagga', 'frr', 'zebra'] }],
    `
printf 'password x\\n' >z.conf
exec /usr/lib/frr/staticd -A 127.0.0.1 -P 30159 -f $PWD/z.conf -i $PWD/pid --vty_socket $PWD`,
  ),
  row(
    'Open vSwitch database',
    ['openvswitch-switch'],
    [{ port: 30_160, truth: { service: 'ovsdb' } }],
    `
ovsdb-tool create c.db /usr/share/openvswitch/vswitch.ovsschema
exec ovsdb-server c.db --remote=ptcp:30160:127.0.0.1 --unixctl=$PWD/ctl`,
  ),
  row(
    'OpenFlow controller',
    ['openvswitch-testcontroller'],
    [{ port: 30_161, truth: { service: 'openflow' } }],
    'exec ovs-testcontroller ptcp:30161:127.0.0.1 --unixctl=$PWD/ctl',
  ),
  row(
    'Conserver',
    ['conserver-server'],
    [{ port: 30_162, truth: { service: 'conserver' } }],
    `
printf 'config * {\\nsslrequired no;\\n}\\naccess * {\\nallowed 127.0.0.1;\\n}\\nconsole c {\\nmaster 127.0.0.1;\\ntype exec;\\nexec /bin/cat;\\nrw *;\\n}\\n' >c.cf; : >passwd
exec conserver -p 30162 -b 30262 -M 127.0.0.1 -C $PWD/c.cf -P $PWD/passwd -n -u`,
  ),
  row(
    'Shell in a box',
    ['shellinabox'],
    [
      { port: 30_163, truth: { service: 'http' }, alsoRight: ['shellinabox'] },
      { port: 30_164, truth: { service: 'https', tls: true }, alsoRight: ['shellinabox'] },
    ],
    `
shellinaboxd -t -p 30163 --localhost-only --no-beep &
exec shellinaboxd -p 30164 --localhost-only --no-beep -c $PWD`,
  ),
  row(
    'Node.js debugger',
    ['nodejs'],
    [{ port: 30_165, truth: { service: 'node-inspector' }, nmapNames: ['http'] }],
    `exec nodejs --inspect=127.0.0.1:30165 -e 'setInterval(() => {}, 1e6)'`,
  ),
  row(
    'qemu-nbd',
    ['qemu-utils'],
    [{ port: 30_166, truth: { service: 'nbd' } }],
    'truncate -s 1M d; exec qemu-nbd -t -f raw -r -b 127.0.0.1 -p 30166 d',
  ),
  row(
    'nbdkit',
    ['nbdkit'],
    [{ port: 30_167, truth: { service: 'nbd' } }],
    'exec nbdkit -f -i 127.0.0.1 -p 30167 memory 1M',
  ),
  row(
    'TinySSH',
    ['tinysshd', 'socat'],
    [{ port: 30_168, truth: { service: 'ssh' } }],
    'tinysshd-makekey k; exec socat TCP-LISTEN:30168,bind=127.0.0.1,fork,reuseaddr "EXEC:tinysshd $PWD/k"',
  ),
  row(
    'BusyBox',
    ['busybox'],
    [{ port: 30_170, truth: { service: 'http' } }],
    `
exec busybox httpd -f -p 127.0.0.1:30170 -h $PWD`,
  ),
  row(
    'Java debugger',
    ['default-jre-headless'],
    [{ port: 30_171, truth: { service: 'jdwp' } }],
    `
exec java -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:30171 -cp /usr/share/java -Djava.net.preferIPv4Stack=true sun.rmi.registry.RegistryImpl 30199`,
  ),
  row(
    'Java RMI registry',
    ['default-jre-headless'],
    [{ port: 30_172, truth: { service: 'rmi' }, nmapNames: ['java-rmi'] }],
    'exec rmiregistry 30172',
  ),
  row(
    'Perdition',
    ['perdition'],
    [
      { port: 30_173, truth: { service: 'pop3' }, nmapNames: ['pop3-proxy'] },
      { port: 30_174, truth: { service: 'imap' }, nmapNames: ['imap-proxy'] },
    ],
    `
perdition.pop3 --no_daemon -F - -b 127.0.0.1 -l 30173 -s 127.0.0.1 --ssl_mode none -q --pid_file $PWD/p1 -u root -g root &
exec perdition.imap4 --no_daemon -F - -b 127.0.0.1 -l 30174 -s 127.0.0.1 --ssl_mode none -q --pid_file $PWD/p2 -u root -g root`,
  ),
  row(
    'ircd-hybrid',
    ['ircd-hybrid'],
    [{ port: 30_175, truth: { service: 'irc' } }],
    `
sed 's/port = [^;]*;/port = 30175;/; s/host = ".*";/host = "127.0.0.1";/' /etc/ircd-hybrid/ircd.conf >i.conf
chmod 777 . && exec setpriv --reuid=irc --regid=irc --clear-groups ircd-hybrid -foreground -configfile $PWD/i.conf -pidfile $PWD/pid -logfile $PWD/log`,
  ),
  row(
    'Zabbix proxy',
    ['zabbix-proxy-sqlite3'],
    [{ port: 30_176, truth: { service: 'zabbix' }, alsoRight: ['zabbix-trapper', 'zabbix-server', 'zabbix-agent'] }],
    `
printf 'Server=127.0.0.1\\nHostname=x\\nListenIP=127.0.0.1\\nListenPort=30176\\nDBName=%s/z.db\\nAllowRoot=1\\nLogType=console\\nPidFile=%s/pid\\nSocketDir=%s\\nFpingLocation=/bin/true\\n' $PWD $PWD $PWD >z.conf
exec zabbix_proxy -f -c $PWD/z.conf`,
  ),
  row(
    'OpenSSL server, silent inside TLS',
    ['openssl'],
    [{ port: 30_177, truth: { service: 'https', tls: true } }],
    'exec openssl s_server -accept 127.0.0.1:30177 -cert $TLS/certificate.pem -key $TLS/key.pem -www -quiet',
  ),
];

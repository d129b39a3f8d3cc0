import { type AnswerRow, application, inTls, service } from '../row.ts';

/** Mail and what helps it, chat, media, games. */
export const mailAndChat: readonly AnswerRow[] = [
  [
    'pyftpdlib',
    ['python3-pyftpdlib'],
    [service('ftp', 'critical', false)],
    'exec python3 -m pyftpdlib -i 127.0.0.1 -p $PORT1 -d $PWD',
  ],
  [
    'aiosmtpd',
    ['python3-aiosmtpd'],
    [service('smtp', 'low', null)],
    'exec $AS python3 -m aiosmtpd -n -l 127.0.0.1:$PORT1',
  ],
  [
    'SN news',
    ['sn', 'socat'],
    [service('nntp', 'medium', null)],
    `mkdir -p s/.outgoing; export SNROOT=$PWD/s; exec socat TCP-LISTEN:$PORT1,bind=127.0.0.1,fork,reuseaddr EXEC:/usr/sbin/snntpd`,
  ],
  [
    'Postgrey',
    ['postgrey'],
    [service('postfix-policy', 'low', null, 'policy', 'unknown')],
    'exec postgrey --inet=127.0.0.1:$PORT1 --dbdir=$PWD --user=nobody --group=nogroup',
  ],
  [
    'PostSRSd',
    ['postsrsd'],
    [
      service('postfix-tcp-table', 'low', null, 'tcp-table', 'unknown'),
      service('postfix-tcp-table', 'low', null, 'tcp-table', 'unknown'),
    ],
    `echo secret >s; exec postsrsd -f $PORT1 -r $PORT2 -l 127.0.0.1 -d x.test -s $PWD/s -u nobody -c /tmp`,
  ],
  [
    'OpenDMARC',
    ['opendmarc'],
    [service('milter', 'low', null)],
    `: >o.conf; exec opendmarc -f -c $PWD/o.conf -p inet:$PORT1@127.0.0.1`,
  ],
  [
    'bip',
    ['bip'],
    [service('irc', 'medium', true)],
    `
printf 'ip = "127.0.0.1";\\nport = %s;\\nclient_side_ssl = false;\\nlog_root = "%s";\\nlog = false;\\npid_file = "%s/pid";\\nnetwork {\\n name = "n";\\n server { host = "127.0.0.1"; port = 1; };\\n};\\nuser {\\n name = "u";\\n password = "3880f2b39b3b9cb507b052b695d2680859bfc327";\\n default_nick = "u";\\n default_user = "u";\\n default_realname = "u";\\n connection { name = "c"; network = "n"; };\\n};\\n' $PORT1 $PWD $PWD >b.conf
chmod 600 b.conf; exec bip -n -f $PWD/b.conf -s $PWD`,
  ],
  [
    'ZNC',
    ['znc'],
    [service('irc', 'medium', true, 'znc'), application('znc', 'high', true)],
    `
mkdir -p z/configs; cat >z/configs/znc.conf <<EOF
Version = 1.8.2
<Listener a>
 Port = $PORT1
 IPv4 = true
 IPv6 = false
 SSL = false
 AllowIRC = true
 AllowWeb = false
</Listener>
<Listener b>
 Port = $PORT2
 IPv4 = true
 IPv6 = false
 SSL = false
 AllowIRC = false
 AllowWeb = true
</Listener>
LoadModule = webadmin
<User u>
 Admin = true
 Nick = u
 <Pass password>
  Method = sha256
  Hash = 2d3b1f0c9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d
  Salt = abcdefghij0123456789
 </Pass>
</User>
EOF
exec znc -f -r -d $PWD/z`,
  ],
  [
    'Quassel core',
    ['quassel-core'],
    [service('quassel', 'medium', true)],
    'exec quasselcore --configdir=$PWD --listen=127.0.0.1 --port=$PORT1',
  ],
  [
    'PulseAudio',
    ['pulseaudio'],
    [service('pulseaudio', 'high', null), service('pulseaudio-cli', 'critical', false, 'pulseaudio')],
    `
exec pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --system=no --disallow-exit -L "module-null-sink" -L "module-native-protocol-tcp port=$PORT1 listen=127.0.0.1" -L "module-cli-protocol-tcp port=$PORT2 listen=127.0.0.1"`,
  ],
  [
    'Snapserver',
    ['snapserver'],
    [
      service('snapcast', 'medium', false),
      service('snapcast-control', 'medium', false, 'snapcast'),
      application('snapcast', 'medium', false, 'snapweb'),
    ],
    `
mkfifo f; printf '[server]\\ndatadir = %s\\n[http]\\nenabled = true\\nbind_to_address = 127.0.0.1\\nport = %s\\n[tcp]\\nenabled = true\\nbind_to_address = 127.0.0.1\\nport = %s\\n[stream]\\nbind_to_address = 127.0.0.1\\nport = %s\\nsource = pipe://%s/f?name=x\\n' $PWD $PORT3 $PORT2 $PORT1 $PWD >s.conf
exec snapserver -c $PWD/s.conf`,
  ],
  [
    'Mopidy',
    ['mopidy'],
    [application('mopidy', 'high', false)],
    `printf '[core]\\ncache_dir = %s\\nconfig_dir = %s\\ndata_dir = %s\\n[http]\\nhostname = 127.0.0.1\\nport = %s\\n[audio]\\noutput = fakesink\\n[file]\\nenabled = false\\n' $PWD $PWD $PWD $PORT1 >m.conf; exec mopidy --config $PWD/m.conf`,
  ],
  [
    'MiniDLNA',
    ['minidlna'],
    [application('minidlna', 'high', false, 'dlna', 'upnp')],
    `mkdir m; printf 'port=%s\\nmedia_dir=%s/m\\ndb_dir=%s\\nlog_dir=%s\\nnetwork_interface=lo\\nfriendly_name=x\\n' $PORT1 $PWD $PWD $PWD >m.conf; exec minidlnad -S -f $PWD/m.conf -P $PWD/pid`,
  ],
  [
    'µStreamer',
    ['ustreamer'],
    [application('ustreamer', 'high', false, 'mjpg-streamer')],
    'exec ustreamer --host=127.0.0.1 --port=$PORT1 --device=/dev/null',
  ],
  [
    'Motion',
    ['motion'],
    [application('motion', 'high', false)],
    `printf 'daemon off\\nsetup_mode off\\nlog_file /dev/stderr\\nwebcontrol_port %s\\nwebcontrol_localhost on\\nstream_port 0\\ntarget_dir %s\\nvideo_device /dev/null\\n' $PORT1 $PWD >m.conf; exec motion -n -c $PWD/m.conf -p $PWD/pid`,
  ],
  [
    'qBittorrent',
    ['qbittorrent-nox'],
    [application('qbittorrent', 'medium', true)],
    `mkdir -p q/qBittorrent/config; printf '[LegalNotice]\\nAccepted=true\\n[Preferences]\\nWebUI\\\\LocalHostAuth=true\\nWebUI\\\\Address=127.0.0.1\\n' >q/qBittorrent/config/qBittorrent.conf; exec qbittorrent-nox --profile=$PWD/q --webui-port=$PORT1`,
  ],
  [
    'Deluge',
    ['deluged', 'deluge-web'],
    [inTls('deluge', 'medium', true, 'deluged'), application('deluge', 'medium', true, 'deluge-web')],
    `
mkdir c; deluge-web -d -c $PWD/c -i 127.0.0.1 -p $PORT2 &
exec deluged -d -c $PWD/c -u 127.0.0.1 -p $PORT1`,
  ],
  [
    'NZBGet',
    ['nzbget'],
    [application('nzbget', 'medium', true)],
    `sed "s,^MainDir=.*,MainDir=$PWD," /usr/share/nzbget/nzbget.conf >n.conf || cp /etc/nzbget.conf n.conf; exec nzbget -s -c $PWD/n.conf -o MainDir=$PWD -o ControlIP=127.0.0.1 -o ControlPort=$PORT1 -o OutputMode=log -o ControlPassword=secret`,
  ],
  [
    'opentracker',
    ['opentracker'],
    [application('opentracker', 'low', null, 'bittorrent-tracker')],
    `printf 'listen.tcp 127.0.0.1:%s\\ntracker.rootdir %s\\ntracker.user root\\n' $PORT1 $PWD >o.conf; exec opentracker -i 127.0.0.1 -p $PORT1 -d $PWD`,
  ],
  [
    'knxd',
    ['knxd'],
    [service('knxd', 'critical', false, 'eibd')],
    'exec knxd -e 0.0.1 -E 0.0.2:4 --listen-tcp=$PORT1 dummy:',
  ],
  [
    'One-wire server',
    ['owserver', 'owhttpd', 'owftpd'],
    [service('owserver', 'high', false), application('owhttpd', 'high', false), service('ftp', 'critical', false)],
    `
owserver --foreground --fake=10,22 -p 127.0.0.1:$PORT1 &
sleep 1
owhttpd --foreground --fake=10,22 -p 127.0.0.1:$PORT2 &
exec owftpd --foreground --fake=10,22 -p 127.0.0.1:$PORT3`,
  ],
  [
    'LIRC',
    ['lirc'],
    [service('lirc', 'medium', false)],
    `mkdir -p /run/lirc; printf 'begin remote\\n name r\\n bits 8\\n begin codes\\n A 0x1\\n end codes\\nend remote\\n' >l.conf; exec lircd --nodaemon --driver=udp --listen=127.0.0.1:$PORT1 --pidfile=$PWD/pid --output=$PWD/s $PWD/l.conf`,
  ],
  ['INDI', ['indi-bin'], [service('indi', 'high', false)], 'exec indiserver -p $PORT1 indi_simulator_telescope'],
  [
    'Hamlib',
    ['libhamlib-utils'],
    [service('rigctld', 'high', false, 'hamlib')],
    'exec rigctld -m 1 -T 127.0.0.1 -t $PORT1',
  ],
  [
    'dump1090',
    ['dump1090-mutability'],
    [service('sbs1', 'low', null, 'dump1090', 'adsb', 'unknown')],
    'exec dump1090-mutability --net-only --net-bind-address 127.0.0.1 --net-ri-port 0 --net-ro-port 0 --net-bi-port 0 --net-bo-port 0 --net-sbs-port $PORT1',
  ],
  ['BZFlag', ['bzflag-server'], [service('bzflag', 'low', null)], 'exec bzfs -i 127.0.0.1 -p $PORT1'],
  [
    'Freeciv',
    ['freeciv-server'],
    [service('freeciv', 'low', null, 'unknown')],
    'exec $AS freeciv-server --bind 127.0.0.1 -p $PORT1 -s $PWD --exit-on-end',
  ],
  [
    'Crossfire',
    ['crossfire-server'],
    [service('crossfire', 'low', null)],
    `exec $AS $(command -v crossfire-server || echo /usr/games/crossfire-server) -p $PORT1 -local $PWD`,
  ],
  [
    'Wesnoth',
    ['wesnoth-1.16-server'],
    [service('wesnoth', 'low', null, 'unknown')],
    `printf '' >w.cfg; exec $(command -v wesnothd-1.16 || echo /usr/games/wesnothd-1.16) -c $PWD/w.cfg -p $PORT1`,
  ],
  [
    'Litecoin',
    ['litecoind'],
    [
      application('litecoin', 'high', true, 'bitcoin', 'bitcoin-rpc'),
      service('bitcoin', 'low', null, 'litecoin', 'bitcoin-p2p', 'unknown'),
    ],
    `exec litecoind -regtest -datadir=$PWD -server=1 -rpcbind=127.0.0.1 -rpcallowip=127.0.0.1 -rpcport=$PORT1 -bind=127.0.0.1:$PORT2 -listen=1 -dnsseed=0 -printtoconsole`,
  ],
];

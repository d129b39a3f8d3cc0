import type { Daemon, DaemonPort } from '../daemon.ts';

/** What answers in the clear on these ports is put behind TLS, each on a port of its own that suggests nothing. */
const behindTls: readonly (readonly [plain: number, truth: DaemonPort['truth']])[] = [
  [31_379, { service: 'redis', tls: true, unauthenticated: true }],
  [31_380, { service: 'redis', tls: true, unauthenticated: false }],
  [31_211, { service: 'memcached', tls: true, unauthenticated: true }],
  [20_022, { service: 'ssh', tls: true }],
  [20_873, { service: 'rsync', tls: true }],
  [20_883, { service: 'mqtts', tls: true, unauthenticated: true }],
  [11_300, { service: 'beanstalkd', tls: true }],
  [4730, { service: 'gearman', tls: true }],
  [4222, { service: 'nats', tls: true }],
  [20_389, { service: 'ldaps', tls: true }],
  [30_138, { service: 'dns', tls: true }],
  [25, { service: 'smtps', tls: true }],
  [21, { service: 'ftps', tls: true }],
  [30_157, { service: 'socks', tls: true }],
  [20_432, { service: 'postgresql', tls: true }],
  [20_306, { service: 'mysql', tls: true }],
  [20_672, { service: 'amqps', tls: true }],
  [20_901, { service: 'vnc', tls: true }],
  [9418, { service: 'git', tls: true }],
  [20_222, { service: 'xmpp', tls: true }],
  [6667, { service: 'ircs', tls: true }],
  [20_081, { service: 'https', tls: true }],
];

const tlsSections = behindTls
  .map(([plain], index) => `[s${index}]\naccept = 127.0.0.1:${32_000 + index}\nconnect = 127.0.0.1:${plain}\n`)
  .join('');

/** Daemons that most scanners know on one port only, on ports that suggest nothing, and inside TLS. */
export const oddPorts: readonly Daemon[] = [
  {
    name: 'stunnel in front of twenty-two',
    root: 'main',
    packages: ['stunnel4', 'redis-server', 'memcached'],
    ports: behindTls.map(([, truth], index) => ({ port: 32_000 + index, truth })),
    start: `
redis-server --port 31379 --bind 127.0.0.1 --save '' &
redis-server --port 31380 --bind 127.0.0.1 --save '' --requirepass secret &
memcached -u nobody -l 127.0.0.1 -p 31211 &
cat >stunnel.conf <<EOF
foreground = yes
pid =
cert = $TLS/both.pem
${tlsSections}
EOF
exec stunnel stunnel.conf`,
  },
  {
    name: 'Redis with TLS of its own',
    root: 'main',
    packages: ['redis-server'],
    ports: [{ port: 30_001, truth: { service: 'redis', tls: true, unauthenticated: true } }],
    start: `
exec redis-server --port 0 --tls-port 30001 --bind 127.0.0.1 --save '' --tls-cert-file $TLS/certificate.pem \\
  --tls-key-file $TLS/key.pem --tls-ca-cert-file $TLS/certificate.pem --tls-auth-clients no`,
  },
  {
    name: 'Redis Sentinel',
    root: 'main',
    packages: ['redis-server'],
    ports: [{ port: 30_002, truth: { service: 'redis-sentinel' }, alsoRight: ['redis'] }],
    start: `
: >sentinel.conf
exec redis-server $PWD/sentinel.conf --sentinel --port 30002 --bind 127.0.0.1`,
  },
  {
    name: 'Xvfb on 6007 and 30003',
    root: 'main',
    packages: ['xvfb', 'socat'],
    ports: [
      { port: 6007, truth: { service: 'x11', unauthenticated: true } },
      { port: 30_003, truth: { service: 'x11', unauthenticated: true } },
    ],
    start: `
socat TCP-LISTEN:30003,bind=127.0.0.1,fork,reuseaddr TCP:127.0.0.1:6007 &
exec Xvfb :7 -listen tcp -ac`,
  },
  {
    name: 'Dovecot: LMTP, ManageSieve, submission',
    root: 'main',
    packages: ['dovecot-imapd', 'dovecot-lmtpd', 'dovecot-managesieved', 'dovecot-submissiond'],
    ports: [
      { port: 30_004, truth: { service: 'lmtp' } },
      { port: 30_005, truth: { service: 'managesieve' }, nmapNames: ['sieve', 'imap'] },
      { port: 30_006, truth: { service: 'smtp' } },
    ],
    start: `
cat >dovecot.conf <<EOF
base_dir = $PWD/run
state_dir = $PWD
log_path = /dev/stderr
protocols = lmtp sieve submission
submission_relay_host = 127.0.0.1
ssl = no
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=$PWD
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = 30004
  }
}
service managesieve-login {
  inet_listener sieve {
    port = 30005
  }
}
service submission-login {
  inet_listener submission {
    port = 30006
  }
}
EOF
exec dovecot -F -c $PWD/dovecot.conf`,
  },
  {
    name: 'vsftpd that insists on TLS',
    root: 'main',
    packages: ['vsftpd'],
    ports: [{ port: 30_007, truth: { service: 'ftps' }, nmapNames: ['ftp'] }],
    start: `
mkdir empty
cat >vsftpd.conf <<EOF
listen=YES
background=NO
listen_address=127.0.0.1
listen_port=30007
secure_chroot_dir=$PWD/empty
seccomp_sandbox=NO
local_enable=YES
anonymous_enable=NO
ssl_enable=YES
force_local_logins_ssl=YES
rsa_cert_file=$TLS/both.pem
EOF
exec vsftpd $PWD/vsftpd.conf`,
  },
  {
    name: 'Tor control port',
    root: 'main',
    packages: ['tor'],
    ports: [{ port: 30_008, truth: { service: 'tor-control' } }],
    start: `
mkdir data && chmod 700 data
touch torrc
exec tor -f torrc --defaults-torrc torrc --DataDirectory $PWD/data --DisableNetwork 1 --SocksPort 0 --ControlPort 30008 --CookieAuthentication 1`,
  },
  {
    name: 'Varnish command line',
    root: 'main',
    packages: ['varnish', 'libc6-dev', 'gcc'],
    ports: [{ port: 30_009, truth: { service: 'varnish-cli' } }],
    start: `exec varnishd -F -a 127.0.0.1:30010 -b 127.0.0.1:1 -n $PWD/varnish -T 127.0.0.1:30009`,
  },
  {
    name: 'Mosquitto with TLS',
    root: 'main',
    packages: ['mosquitto'],
    ports: [{ port: 30_011, truth: { service: 'mqtts', tls: true, unauthenticated: true } }],
    start: `
printf 'user root\\nlistener 30011 127.0.0.1\\nallow_anonymous true\\ncertfile %s/certificate.pem\\nkeyfile %s/key.pem\\n' $TLS $TLS >mosquitto.conf
exec mosquitto -c mosquitto.conf`,
  },
];

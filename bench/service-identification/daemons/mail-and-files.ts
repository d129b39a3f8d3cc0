import type { Daemon } from '../daemon.ts';

/** Mail, file transfer, directories. */
export const mailAndFiles: readonly Daemon[] = [
  {
    name: 'vsftpd',
    root: 'main',
    packages: ['vsftpd'],
    ports: [{ port: 21, truth: { service: 'ftp', product: 'vsFTPd' } }],
    start: `
mkdir empty
cat >vsftpd.conf <<EOF
listen=YES
background=NO
listen_port=21
anonymous_enable=YES
secure_chroot_dir=$PWD/empty
seccomp_sandbox=NO
EOF
exec vsftpd $PWD/vsftpd.conf`,
  },
  {
    name: 'ProFTPD',
    root: 'second',
    packages: ['proftpd-core'],
    ports: [{ port: 20021, truth: { service: 'ftp', product: 'ProFTPD' } }],
    start: `
chmod 755 .
cat >proftpd.conf <<EOF
ServerName files.example.com
Port 20021
User nobody
Group nogroup
PidFile $PWD/pid
ScoreboardFile $PWD/scoreboard
DelayTable none
WtmpLog off
EOF
exec proftpd --nodaemon -c $PWD/proftpd.conf`,
  },
  {
    name: 'Pure-FTPd',
    root: 'third',
    packages: ['pure-ftpd'],
    ports: [{ port: 2121, truth: { service: 'ftp', product: 'Pure-FTPd' } }],
    start: 'exec pure-ftpd -S 2121 -e -g $PWD/pid',
  },
  {
    name: 'Exim',
    root: 'main',
    packages: ['exim4-daemon-light'],
    ports: [{ port: 25, truth: { service: 'smtp', product: 'Exim' } }],
    start: `
printf 'primary_hostname = mx.example.com\\nspool_directory = %s\\n' $PWD >exim.conf
chmod 755 .
exec exim4 -C $PWD/exim.conf -bdf -oX 25`,
  },
  {
    name: 'Postfix',
    root: 'second',
    packages: ['postfix'],
    ports: [{ port: 20025, truth: { service: 'smtp', product: 'Postfix' } }],
    start: `
: >/etc/postfix/main.cf
postconf -e myhostname=mail.example.com compatibility_level=3.6 maillog_file=/dev/stdout
cp /etc/postfix/master.cf.proto /etc/postfix/master.cf
sed -i 's/^smtp *inet/20025 inet/' /etc/postfix/master.cf
# The first check makes the queue's directories and fails for that reason.
postfix check || true
exec setsid --wait postfix start-fg`,
  },
  {
    name: 'OpenSMTPD',
    root: 'third',
    packages: ['opensmtpd'],
    ports: [{ port: 587, truth: { service: 'smtp', product: 'OpenSMTPD' } }],
    start: `
printf 'listen on lo port 587 hostname mail.example.com\\naction "local" mbox\\nmatch for local action "local"\\n' >smtpd.conf
chmod 600 smtpd.conf
exec smtpd -d -f $PWD/smtpd.conf`,
  },
  {
    name: 'Dovecot',
    root: 'main',
    packages: ['dovecot-imapd', 'dovecot-pop3d'],
    ports: [
      { port: 143, truth: { service: 'imap', product: 'Dovecot' } },
      { port: 20143, truth: { service: 'imap', product: 'Dovecot' } },
      { port: 993, truth: { service: 'imaps', product: 'Dovecot', tls: true } },
      { port: 110, truth: { service: 'pop3', product: 'Dovecot' } },
      { port: 20995, truth: { service: 'pop3s', product: 'Dovecot', tls: true } },
    ],
    start: `
cat >dovecot.conf <<EOF
base_dir = $PWD/run
state_dir = $PWD
log_path = /dev/stderr
protocols = imap pop3
ssl = yes
ssl_cert = <$TLS/certificate.pem
ssl_key = <$TLS/key.pem
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=$PWD
}
service imap-login {
  inet_listener unfamiliar {
    port = 20143
  }
}
service pop3-login {
  inet_listener pop3s {
    port = 20995
    ssl = yes
  }
}
EOF
exec dovecot -F -c $PWD/dovecot.conf`,
  },
  {
    name: 'rsync',
    root: 'main',
    packages: ['rsync'],
    ports: [
      { port: 873, truth: { service: 'rsync', unauthenticated: true } },
      { port: 20873, truth: { service: 'rsync', unauthenticated: true } },
    ],
    start: `
printf '[files]\\npath = /tmp\\nread only = yes\\n' >rsyncd.conf
rsync --daemon --no-detach --config=rsyncd.conf --port=20873 &
exec rsync --daemon --no-detach --config=rsyncd.conf --port=873`,
  },
  {
    name: 'git daemon',
    root: 'main',
    packages: ['git'],
    ports: [{ port: 9418, truth: { service: 'git' } }],
    start: 'exec git daemon --base-path=$PWD --port=9418',
  },
  {
    name: 'OpenLDAP',
    root: 'main',
    packages: ['slapd'],
    ports: [
      { port: 389, truth: { service: 'ldap' } },
      { port: 20389, truth: { service: 'ldap' } },
      { port: 636, truth: { service: 'ldaps', tls: true } },
    ],
    start: `
mkdir data
cat >slapd.conf <<EOF
include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile $PWD/pid
TLSCertificateFile $TLS/certificate.pem
TLSCertificateKeyFile $TLS/key.pem
database mdb
suffix "dc=example,dc=com"
directory $PWD/data
EOF
exec slapd -d 0 -f slapd.conf -h 'ldap://:389/ ldap://:20389/ ldaps://:636/'`,
  },
  {
    name: 'Leafnode',
    root: 'second',
    packages: ['leafnode', 'socat'],
    ports: [{ port: 119, truth: { service: 'nntp', product: 'Leafnode' } }],
    start: `
mkdir -p /var/spool/news
printf 'server = news.example.com\\nexpire = 20\\nhostname = news.breakwater.test\\n' >/etc/news/leafnode/config
exec socat TCP-LISTEN:119,fork,reuseaddr EXEC:/usr/sbin/leafnode`,
  },
];

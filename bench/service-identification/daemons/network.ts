import type { Daemon } from '../daemon.ts';

/** Names, relays, and what makes many machines one. */
export const network: readonly Daemon[] = [
  {
    name: 'BIND',
    root: 'main',
    packages: ['bind9'],
    ports: [
      { port: 53, truth: { service: 'dns' } },
      { port: 20053, truth: { service: 'dns' } },
    ],
    start: `
cat >named.conf <<EOF
options {
  directory "$PWD"; pid-file none; session-keyfile none; recursion no;
  listen-on port 53 { 127.0.0.1; }; listen-on port 20053 { 127.0.0.1; }; listen-on-v6 { none; };
};
controls {};
EOF
exec named -g -c $PWD/named.conf`,
  },
  {
    name: 'Unbound',
    root: 'main',
    packages: ['unbound'],
    ports: [{ port: 20054, truth: { service: 'dns' } }],
    start: `
cat >unbound.conf <<EOF
server:
  interface: 127.0.0.1@20054
  username: ""
  chroot: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
EOF
exec unbound -d -c $PWD/unbound.conf`,
  },
  {
    name: 'dnsmasq',
    root: 'main',
    packages: ['dnsmasq-base'],
    ports: [{ port: 20055, truth: { service: 'dns' } }],
    start: 'exec dnsmasq --keep-in-foreground --conf-file=/dev/null --port=20055 --no-resolv --user=root --pid-file',
  },
  {
    name: 'Tor',
    root: 'main',
    packages: ['tor'],
    ports: [
      { port: 9050, truth: { service: 'socks', unauthenticated: true } },
      { port: 20950, truth: { service: 'socks' } },
    ],
    start: `
mkdir data && chmod 700 data
touch torrc
exec tor -f torrc --defaults-torrc torrc --DataDirectory $PWD/data --DisableNetwork 0 --SocksPort 9050 --SocksPort 20950`,
  },
  {
    name: 'Dante',
    root: 'main',
    packages: ['dante-server'],
    ports: [{ port: 1080, truth: { service: 'socks', unauthenticated: true } }],
    start: `
cat >danted.conf <<EOF
logoutput: stderr
internal: lo port = 1080
external: lo
clientmethod: none
socksmethod: none
client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }
socks block { from: 0.0.0.0/0 to: 0.0.0.0/0 }
EOF
exec danted -f danted.conf -p $PWD/pid`,
  },
  {
    name: 'rpcbind',
    root: 'main',
    packages: ['rpcbind'],
    ports: [{ port: 111, truth: { service: 'rpcbind' } }],
    start: 'exec rpcbind -f -w',
  },
  {
    name: 'coturn',
    root: 'main',
    packages: ['coturn'],
    ports: [{ port: 3478, truth: { service: 'stun' } }],
    start:
      'exec turnserver -n -L 127.0.0.1 -p 3478 --no-tls --no-dtls --no-cli --log-file stdout --pidfile $PWD/pid --userdb $PWD/db',
  },
  {
    name: 'distcc',
    root: 'main',
    packages: ['distcc'],
    ports: [{ port: 3632, truth: { service: 'distcc' } }],
    start: 'exec distccd --no-detach --daemon --allow 127.0.0.1 --port 3632 --user nobody --make-me-a-botnet',
  },
  {
    name: 'nbd-server',
    root: 'main',
    packages: ['nbd-server'],
    ports: [{ port: 10809, truth: { service: 'nbd' } }],
    start: `
truncate -s 1M disk
printf '[generic]\\nport = 10809\\n[disk]\\nexportname = %s/disk\\nreadonly = true\\n' $PWD >nbd.conf
nbd-server -C nbd.conf -p $PWD/pid
exec sleep infinity`,
  },
];

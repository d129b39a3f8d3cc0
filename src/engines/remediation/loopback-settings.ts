/** The settings of further services, from their manuals, for people to change: loopback-recipes.ts has those that a script can. */
export const loopbackSettings: ReadonlyMap<string, string> = new Map([
  ['couchdb', 'local.ini, section [chttpd]: bind_address = 127.0.0.1'],
  ['etcd', 'etcd: --listen-client-urls=http://127.0.0.1:2379'],
  ['mqtt', 'mosquitto.conf: listener 1883 127.0.0.1'],
  ['influxdb', 'influxdb.conf, section [http]: bind-address = "127.0.0.1:8086"'],
  ['grafana', 'grafana.ini, section [server]: http_addr = 127.0.0.1'],
  ['prometheus', 'prometheus: --web.listen-address=127.0.0.1:9090'],
  ['smtp', 'Postfix main.cf: inet_interfaces = loopback-only'],
  ['ipp', 'cupsd.conf: Listen localhost:631'],
]);

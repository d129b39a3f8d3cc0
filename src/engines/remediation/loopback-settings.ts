/** Where services that are often exposed by mistake are told to listen on the loopback interface only; from their manuals. */
export const loopbackSettings: ReadonlyMap<string, string> = new Map([
  ['redis', 'redis.conf: bind 127.0.0.1 -::1'],
  ['mysql', 'my.cnf, section [mysqld]: bind-address = 127.0.0.1'],
  ['postgresql', "postgresql.conf: listen_addresses = 'localhost'"],
  ['mongodb', 'mongod.conf: net.bindIp: localhost'],
  ['memcached', 'memcached.conf: -l 127.0.0.1'],
  ['elasticsearch', 'elasticsearch.yml: network.host: _local_'],
  ['couchdb', 'local.ini, section [chttpd]: bind_address = 127.0.0.1'],
  ['etcd', 'etcd: --listen-client-urls=http://127.0.0.1:2379'],
  ['mqtt', 'mosquitto.conf: listener 1883 127.0.0.1'],
  ['influxdb', 'influxdb.conf, section [http]: bind-address = "127.0.0.1:8086"'],
  ['grafana', 'grafana.ini, section [server]: http_addr = 127.0.0.1'],
  ['prometheus', 'prometheus: --web.listen-address=127.0.0.1:9090'],
  ['docker', 'daemon.json: "hosts": ["unix:///var/run/docker.sock"]'],
  ['smtp', 'Postfix main.cf: inet_interfaces = loopback-only'],
  ['ipp', 'cupsd.conf: Listen localhost:631'],
]);

/**
 * How services that are often exposed by mistake are told to listen on the loopback interface only: by their own configuration,
 * as their manuals have it. Shell parts are POSIX sh and run inside the script of loopback-script.ts, which gives them `$port`
 * `$loopback` (127.0.0.1, with ::1 behind it where the server has IPv6), and `existing`, which prints those of its words that are files.
 */
export interface LoopbackRecipe {
  /** The setting, for people. */
  readonly advice: string;
  /** Where its makers say so. */
  readonly source: string;
  /** Prints the names of configuration files that speak for the port, one a line; they need not exist. */
  readonly files: string;
  /** Prints the file `$1`, whose real name is `$2`, as it should be. To do it twice is to do it once. */
  readonly edit: string;
  /** A file of our own beside them: the first of these directories that exists gets it. */
  readonly dropIn?: {
    readonly directories: readonly string[];
    readonly name: string;
    readonly lines: readonly string[];
  };
  /** Fails, with words, when the service would not start with the files as they now are. */
  readonly validate?: string;
  /** systemd's names for it, where the running service tells none. */
  readonly units: readonly string[];
  /** Succeeds when the service works again; without it: when it listens on the port. */
  readonly works?: string;
}

/** The last `port` that a file names, or else the service's usual one, is the port in question. */
function filesWithPort(candidates: string, pattern: string, usual: number): string {
  return `for file in $(existing ${candidates}); do
  found=$(sed -n 's/${pattern}/\\1/p' "$file" | tail -n 1)
  [ "\${found:-${usual}}" = "$port" ] && echo "$file"
done`;
}

const redis: LoopbackRecipe = {
  advice: 'redis.conf: bind 127.0.0.1 ::1',
  source: 'https://redis.io/docs/latest/operate/oss_and_stack/management/security/',
  files: filesWithPort(
    '/etc/redis/*.conf /etc/redis.conf /etc/valkey/*.conf /etc/valkey.conf',
    '^[[:space:]]*port[[:space:]]\\{1,\\}\\([0-9]*\\).*',
    6379,
  ),
  edit: `awk 'tolower($1) != "bind"' "$1"
echo "bind $loopback"`,
  units: ['redis-server', 'redis', 'valkey-server', 'valkey'],
};

/** Every line that names an address is changed; without any, both servers listen everywhere, so that a file of our own says it. */
const mysql: LoopbackRecipe = {
  advice: 'my.cnf, section [mysqld]: bind-address = 127.0.0.1',
  source: 'https://mariadb.com/kb/en/configuring-mariadb-for-remote-client-access/',
  files: 'existing /etc/my.cnf /etc/my.cnf.d/*.cnf /etc/mysql/*.cnf /etc/mysql/*.d/*.cnf',
  edit: `sed 's/^[[:space:]]*bind[-_]address\\([[:space:]]*=.*\\)\\{0,1\\}$/bind-address = 127.0.0.1/' "$1"`,
  dropIn: {
    directories: ['/etc/mysql/mariadb.conf.d', '/etc/mysql/mysql.conf.d', '/etc/my.cnf.d', '/etc/mysql/conf.d'],
    name: 'zz-loopback-only.cnf',
    lines: ['[mysqld]', 'bind-address = 127.0.0.1'],
  },
  units: ['mariadb', 'mysql', 'mysqld'],
};

/** What ALTER SYSTEM wrote stands above the configuration, so it goes. */
const postgresql: LoopbackRecipe = {
  advice: "postgresql.conf: listen_addresses = 'localhost'",
  source: 'https://www.postgresql.org/docs/current/runtime-config-connection.html',
  files: `for file in $(existing /etc/postgresql/*/*/postgresql.conf /var/lib/pgsql/data/postgresql.conf /var/lib/pgsql/*/data/postgresql.conf); do
  found=$(sed -n "s/^[[:space:]]*port[[:space:]=]*'\\{0,1\\}\\([0-9]*\\).*/\\1/p" "$file" | tail -n 1)
  [ "\${found:-5432}" = "$port" ] || continue
  echo "$file"
  data=$(sed -n "s/^[[:space:]]*data_directory[[:space:]=]*'\\([^']*\\)'.*/\\1/p" "$file" | tail -n 1)
  echo "\${data:-\${file%/*}}/postgresql.auto.conf"
done`,
  edit: `awk '!/^[ \\t]*listen_addresses[ \\t=]/' "$1"
case $2 in *.auto.conf) ;; *) echo "listen_addresses = 'localhost'" ;; esac`,
  units: ['postgresql'],
};

const memcached: LoopbackRecipe = {
  advice: 'memcached.conf: -l 127.0.0.1',
  source: 'https://github.com/memcached/memcached/wiki/ConfiguringServer',
  files: filesWithPort(
    '/etc/memcached.conf /etc/memcached_*.conf',
    '^[[:space:]]*\\(-p\\|--port=\\)[[:space:]]*\\([0-9]*\\).*',
    11_211,
  ).replace('\\1/p', '\\2/p'),
  edit: `awk '!/^[ \\t]*(-l|--listen[= \\t])/' "$1"
echo '-l 127.0.0.1'`,
  units: ['memcached'],
};

/** What `bindIpAll` says is `bindIp`, too; without either, mongod has listened on the loopback interface only since 3.6. */
const mongodb: LoopbackRecipe = {
  advice: 'mongod.conf: net.bindIp: 127.0.0.1',
  source: 'https://www.mongodb.com/docs/manual/core/security-mongodb-configuration/',
  files: 'existing /etc/mongod.conf /etc/mongodb.conf',
  edit: `sed -e 's/^\\([[:space:]]*\\)\\(net\\.\\)\\{0,1\\}bindIp\\(All\\)\\{0,1\\}[[:space:]]*:.*/\\1\\2bindIp: 127.0.0.1/' \\
  -e 's/^[[:space:]]*bind_ip\\(_all\\)\\{0,1\\}[[:space:]]*=.*/bind_ip = 127.0.0.1/' "$1"`,
  units: ['mongod', 'mongodb'],
};

/** Only what answers HTTP: nodes of a cluster go on finding each other by `network.host`. */
const elasticsearch: LoopbackRecipe = {
  advice: 'elasticsearch.yml: http.host: _local_',
  source: 'https://www.elastic.co/guide/en/elasticsearch/reference/current/modules-network.html',
  files: 'existing /etc/elasticsearch/elasticsearch.yml /etc/opensearch/opensearch.yml',
  edit: `awk '/^http\\.(host|bind_host|publish_host)[ \\t]*:/ { ours = 1; next } ours && /^[ \\t]*-/ { next } { ours = 0; print }' "$1"
echo 'http.host: _local_'`,
  units: ['elasticsearch', 'opensearch'],
};

/**
 * The address stands in daemon.json, or behind -H in the unit or its options, and goes from where it stands. Nothing is put
 * into daemon.json that was not there: beside -H in the unit, as Debian has it, a "hosts" there keeps Docker from starting.
 */
const docker: LoopbackRecipe = {
  advice: `Take tcp:// away where it stands: "hosts" in /etc/docker/daemon.json, -H tcp://… in the unit (systemctl cat docker) or in /etc/default/docker.
# Put no "hosts" into daemon.json while the unit has -H (Debian: -H fd://): Docker would not start.`,
  source: 'https://docs.docker.com/engine/daemon/remote-access/',
  files: `existing /etc/docker/daemon.json /etc/default/docker /etc/sysconfig/docker /etc/systemd/system/docker.service \\
  /etc/systemd/system/docker.service.d/*.conf /lib/systemd/system/docker.service /usr/lib/systemd/system/docker.service |
  while read -r file; do readlink -f "$file"; done | sort -u`,
  edit: `world="tcp://[^\\"',[:space:]]*:$port/\\{0,1\\}"
[ "$port" != 2375 ] || world="tcp://[^\\"',:[:space:]]*\\(:2375\\)\\{0,1\\}/\\{0,1\\}\\|tcp://\\[[^\\"',[:space:]]*\\]\\(:2375\\)\\{0,1\\}/\\{0,1\\}"
case $2 in
  *.json)
    sed -e ':all' -e '$!{' -e 'N' -e 'b all' -e '}' \\
      -e "s#\\[[[:space:]]*\\"\\($world\\)\\"[[:space:]]*\\]#[\\"unix:///var/run/docker.sock\\"]#g" \\
      -e "s#\\"\\($world\\)\\"[[:space:]]*,[[:space:]]*##g" -e "s#[[:space:]]*,[[:space:]]*\\"\\($world\\)\\"##g" "$1" ;;
  *) sed "s#[[:space:]]*\\(-H\\|--host\\)[=[:space:]]*\\($world\\)##g" "$1" ;;
esac`,
  validate: `if dockerd --help 2>/dev/null | grep -q -- --validate; then
  [ ! -f /etc/docker/daemon.json ] || dockerd --validate --config-file /etc/docker/daemon.json
fi
if [ -f /etc/docker/daemon.json ] && grep -q '"hosts"' /etc/docker/daemon.json &&
  systemctl cat docker.service | grep '^ExecStart=' | tail -n 1 | grep -Eq '[[:space:]](-H|--host)'; then
  echo 'hosts stand in daemon.json and in the unit: Docker would not start' >&2
  false
fi`,
  units: ['docker'],
  works:
    '[ -S /run/docker.sock ] && systemctl is-active --quiet docker.service && { ! command -v docker >/dev/null || docker -H unix:///run/docker.sock version >/dev/null 2>&1; }',
};

/** Nothing in it before a Match block may stand behind one, so the address goes first. */
const ssh: LoopbackRecipe = {
  advice: 'sshd_config: ListenAddress 127.0.0.1',
  source: 'https://man.openbsd.org/sshd_config',
  files: 'existing /etc/ssh/sshd_config /etc/ssh/sshd_config.d/*.conf',
  edit: `case $2 in */sshd_config) for each in $loopback; do echo "ListenAddress $each"; done ;; esac
awk 'tolower($1) != "listenaddress"' "$1"`,
  validate: 'mkdir -p /run/sshd && sshd -t',
  units: ['ssh', 'sshd'],
};

const rdp: LoopbackRecipe = {
  advice: 'xrdp.ini, section [Globals]: port=tcp://.:3389',
  source: 'https://manpages.debian.org/bookworm/xrdp/xrdp.ini.5.en.html',
  files: 'existing /etc/xrdp/xrdp.ini',
  edit: `awk -v port="$port" '
  /^\\[/ { globals = tolower($0) ~ /^\\[globals\\]/ }
  globals && /^[ \\t]*port[ \\t]*=/ && $0 ~ "(^|[^0-9])" port "([^0-9]|$)" { $0 = "port=tcp://.:" port }
  { print }' "$1"`,
  units: ['xrdp'],
};

/** By the service's name in an alert. */
export const loopbackRecipes: ReadonlyMap<string, LoopbackRecipe> = new Map([
  ['redis', redis],
  ['mysql', mysql],
  ['postgresql', postgresql],
  ['memcached', memcached],
  ['mongodb', mongodb],
  ['elasticsearch', elasticsearch],
  ['docker', docker],
  ['ssh', ssh],
  ['rdp', rdp],
]);

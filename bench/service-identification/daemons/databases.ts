import type { Daemon } from '../daemon.ts';

/** Databases and caches. */
export const databases: readonly Daemon[] = [
  {
    name: 'MariaDB',
    root: 'main',
    packages: ['mariadb-server'],
    ports: [
      { port: 3306, truth: { service: 'mysql', product: 'MariaDB' } },
      { port: 20306, truth: { service: 'mysql', product: 'MariaDB' } },
    ],
    start: `
mariadb-install-db --no-defaults --user=mysql --datadir=$PWD/data --skip-test-db >/dev/null
exec mariadbd --no-defaults --user=mysql --datadir=$PWD/data --socket=$PWD/socket --port=3306 --extra-port=20306`,
  },
  {
    name: 'PostgreSQL',
    root: 'main',
    packages: ['postgresql-15'],
    ports: [{ port: 20432, truth: { service: 'postgresql', product: 'PostgreSQL' } }],
    start: `
cd / && as='setpriv --reuid=postgres --regid=postgres --clear-groups' bin=/usr/lib/postgresql/15/bin data=$OLDPWD/data
$as $bin/initdb -A scram-sha-256 --pwfile=/etc/hostname -D $data >/dev/null
exec $as $bin/postgres -D $data -p 20432 -k $OLDPWD -c listen_addresses=127.0.0.1`,
  },
  {
    name: 'PgBouncer',
    root: 'main',
    packages: ['pgbouncer'],
    ports: [{ port: 6432, truth: { service: 'postgresql' } }],
    start: `
printf '[databases]\\n[pgbouncer]\\nlisten_addr = *\\nlisten_port = 6432\\nauth_type = any\\nunix_socket_dir =\\n' >pgbouncer.ini
exec setpriv --reuid=nobody --regid=nogroup --clear-groups pgbouncer $PWD/pgbouncer.ini`,
  },
  {
    name: 'Redis without a password',
    root: 'main',
    packages: ['redis-server'],
    ports: [{ port: 6379, truth: { service: 'redis', unauthenticated: true } }],
    start: `exec redis-server --port 6379 --save '' --protected-mode no`,
  },
  {
    name: 'Redis with a password',
    root: 'main',
    packages: ['redis-server'],
    ports: [{ port: 20380, truth: { service: 'redis', unauthenticated: false } }],
    start: `exec redis-server --port 20380 --save '' --requirepass secret`,
  },
  {
    name: 'memcached',
    root: 'main',
    packages: ['memcached'],
    ports: [
      { port: 11211, truth: { service: 'memcached', unauthenticated: true } },
      { port: 20211, truth: { service: 'memcached', unauthenticated: true } },
    ],
    start: `
memcached -u nobody -l 127.0.0.1 -p 20211 &
exec memcached -u nobody -l 127.0.0.1 -p 11211`,
  },
  {
    name: 'beanstalkd',
    root: 'main',
    packages: ['beanstalkd'],
    ports: [{ port: 11300, truth: { service: 'beanstalkd' } }],
    start: 'exec beanstalkd -p 11300',
  },
  {
    name: 'Gearman',
    root: 'main',
    packages: ['gearman-job-server'],
    ports: [{ port: 4730, truth: { service: 'gearman' } }],
    start: 'exec gearmand --port 4730 --log-file stderr --pid-file $PWD/pid',
  },
  {
    name: 'ZooKeeper',
    root: 'third',
    packages: ['zookeeper', 'default-jre-headless'],
    ports: [{ port: 2181, truth: { service: 'zookeeper' } }],
    start: `
printf 'dataDir=%s\\nclientPort=2181\\nadmin.enableServer=false\\n' $PWD >zoo.cfg
exec java -cp '/usr/share/java/*' org.apache.zookeeper.server.quorum.QuorumPeerMain zoo.cfg`,
  },
];

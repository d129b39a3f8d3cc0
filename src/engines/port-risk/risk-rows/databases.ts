import { riskRows } from '../risk-row.ts';

/** Places where data is kept. */
export const databaseRows = riskRows([
  {
    services: ['mysql', 'mariadb'],
    tcp: [3306, 33060],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a MySQL database',
    why: 'This database probably holds the data of a website or shop: orders, customers, password hashes. Automated programs try passwords on it around the clock; those who get in copy the data and sell it, or delete it and demand money.',
    advice:
      'If the website runs on the same server, nobody outside needs this port: set “bind-address = 127.0.0.1” in the database’s configuration and restart it. Otherwise let only the web server’s address through the firewall. For your own access use an SSH tunnel.',
  },
  {
    services: ['postgresql'],
    tcp: [5432, 5433, 6432],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a PostgreSQL database',
    why: 'This database holds the data of an application. Strangers can try passwords here, and whoever gets in as administrator can copy or delete the data and often run commands on the server itself.',
    advice:
      "If the application runs on the same server, set “listen_addresses = 'localhost'” in postgresql.conf and restart. Otherwise allow only the application’s address, in the firewall and in pg_hba.conf. For your own access use an SSH tunnel.",
    open: {
      reason: 'it lets in whoever says a user’s name, without a password',
      reference: 'https://www.postgresql.org/docs/current/auth-trust.html',
      advice:
        "In pg_hba.conf replace “trust” by “scram-sha-256” in every line for other addresses than this server’s, reload PostgreSQL, and give every user a password. If the application runs on the same server, also set “listen_addresses = 'localhost'” in postgresql.conf; otherwise allow only the application’s address. Then look for users, functions and scheduled jobs that you do not know.",
    },
  },
  {
    services: ['mssql', 'ms-sql-s'],
    tcp: [1433],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Microsoft SQL Server database',
    why: 'This database holds business data, and its administrator account “sa” is tried with guessed passwords around the clock. Whoever gets in can often run commands on the Windows server, which is how ransomware has been planted.',
    advice:
      'Let only the servers and people who work with it reach port 1433, by firewall or VPN. Disable the “sa” login or give it a very long password, and install pending updates.',
  },
  {
    services: ['mssql-browser', 'ms-sql-m'],
    udp: [1434],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'the SQL Server directory (SQL Browser)',
    why: 'It tells anybody who asks which SQL Server databases run here, in which version and on which port. That saves attackers work, and the port is misused to flood others with traffic.',
    advice: 'Block UDP port 1434 from the internet, and stop the “SQL Server Browser” service if you do not need it.',
  },
  {
    services: ['oracle', 'oracle-tns'],
    tcp: [1521],
    severity: 'high',
    sources: ['judgement'],
    thing: 'an Oracle database',
    why: 'This database usually holds central business data. Strangers can find out its version and names here, try the well-known default accounts, and use flaws that were not patched.',
    advice:
      'Let only the application servers reach port 1521 and use a VPN for administration. Lock the default accounts and install the current patches.',
  },
  {
    services: ['db2', 'ibm-db2', 'db2-discovery'],
    udp: [523],
    tcp: [523],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'an IBM Db2 database directory',
    why: 'It tells anybody who asks which Db2 databases run on this server and in which version, and it can be misused to flood others with traffic.',
    advice:
      'Block port 523 from the internet; switch off discovery (DISCOVER = DISABLE in the administration server) if you do not use it.',
  },
  {
    services: ['mongodb'],
    tcp: [27017, 27018, 27019],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a MongoDB database',
    why: 'Open MongoDB databases are found by automated searches. Where no password is set, the data is copied and deleted and a ransom note is left in its place.',
    advice:
      'Set “bindIp: 127.0.0.1” in mongod.conf, or let only the application’s address through the firewall. Switch on “security.authorization” and give every user a password.',
    open: {
      reason: 'no password is needed',
      reference: 'https://www.mongodb.com/docs/manual/administration/security-checklist/',
    },
    guarded: {
      why: 'Open MongoDB databases are found by automated searches. This one asks for a password; strangers can try to guess it or use a flaw that was not patched.',
      advice:
        'Set “bindIp: 127.0.0.1” in mongod.conf, or let only the application’s address through the firewall, and keep it up to date.',
    },
  },
  {
    services: ['redis'],
    tcp: [6379, 16379],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Redis data store',
    why: 'Redis keeps sessions, carts and caches in memory and by default asks for no password. Strangers can read and change all of it, and with one well-known trick turn it into a takeover of the whole server.',
    advice:
      'Set “bind 127.0.0.1 ::1” and “protected-mode yes” in redis.conf, or let only the application’s address through the firewall. Also set a long password (requirepass or ACL users).',
    open: {
      reason: 'no password is needed',
      reference: 'https://redis.io/docs/latest/operate/oss_and_stack/management/security/',
    },
    guarded: {
      why: 'Redis keeps sessions, carts and caches in memory. This one asks for a password, but answers so fast that strangers can try very many, and nothing is encrypted unless TLS is set up.',
    },
  },
  {
    services: ['redis-sentinel'],
    tcp: [26379],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Redis Sentinel',
    why: 'Sentinel watches Redis servers and decides which of them is in charge. It tells whoever asks where they are, and who may give it orders can put a server of his own in charge or have scripts run.',
    advice:
      'Set “bind” to the internal address and “requirepass” in sentinel.conf, or let only the Redis servers and their applications through the firewall.',
  },
  {
    services: ['firebird'],
    tcp: [3050],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Firebird database',
    why: 'Databases hold what a business lives on. Strangers try passwords against them day and night, and the first user of Firebird has a name that everybody knows.',
    advice:
      'Set “RemoteBindAddress = 127.0.0.1” in firebird.conf, or let only the application’s address through the firewall.',
  },
  {
    services: ['tarantool', 'tarantool-console'],
    tcp: [3301],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Tarantool database',
    why: 'Tarantool keeps an application’s data in memory and runs programs beside them. Strangers who are let in read and change all of it; its console runs whatever it is told.',
    advice:
      'Let it listen on 127.0.0.1 or a socket file only, or let only the application’s address through the firewall. Never open the console to the network.',
  },
  {
    services: ['memcached', 'memcache'],
    tcp: [11211],
    udp: [11211],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Memcached cache',
    why: 'Memcached keeps an application’s working data in memory and asks nobody for a password. Strangers can read sessions and customer data from it or empty it, and over UDP it is one of the strongest amplifiers for flooding others with traffic.',
    advice:
      'Start it with “-l 127.0.0.1 -U 0”, so that it answers this server only and not over UDP, or let only the application’s address through the firewall.',
    open: { reason: 'no password is needed', reference: 'https://docs.memcached.org/serverguide/#networking' },
    guarded: {
      why: 'Memcached keeps an application’s working data in memory. This one asks for a password; strangers can try to guess it, and a cache has no reason to be public.',
    },
  },
  {
    services: ['elasticsearch', 'opensearch'],
    tcp: [9200],
    overHttp: true,
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'an Elasticsearch search database',
    why: 'It holds whatever is searchable: products, customers, log files. Where no login is set up, one request is enough to copy everything, another to delete it, and automated searches look for exactly that.',
    advice:
      'Set “http.host: _local_” in the configuration, or let only the application’s address through the firewall, and switch on the built-in security with users and TLS.',
    open: { reason: 'no password is needed' },
    guarded: {
      why: 'It holds whatever is searchable: products, customers, log files. It asks for a login; strangers can try passwords or use a flaw that was not patched.',
      advice:
        'Let only the application’s address through the firewall, or set “http.host: _local_” in the configuration, and keep it up to date.',
    },
  },
  {
    services: ['couchdb'],
    tcp: [5984],
    overHttp: true,
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a CouchDB database',
    why: 'CouchDB is read and changed with simple web requests. Old versions let everybody in as administrator unless somebody set a password, and flaws have allowed strangers to run commands on the server.',
    advice:
      'Set “bind_address = 127.0.0.1” or let only the application’s address through the firewall, set an administrator password, and update.',
    open: {
      reason: 'strangers can read its data',
      reference: 'https://docs.couchdb.org/en/stable/intro/security.html',
    },
    guarded: {
      why: 'CouchDB is read and changed with simple web requests. It asks for a login; strangers can try passwords, and flaws have allowed them to run commands on the server.',
      advice:
        'Set “bind_address = 127.0.0.1” or let only the application’s address through the firewall, and keep it up to date.',
    },
  },
  {
    services: ['cassandra'],
    tcp: [9042],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Cassandra database',
    why: 'Cassandra asks for no password unless somebody has switched that on. Strangers can then read, change or delete all of its data.',
    advice:
      'Let only the application’s servers reach port 9042, set “authenticator: PasswordAuthenticator”, and replace the default account.',
  },
  {
    services: ['hdfs', 'hadoop'],
    tcp: [50070],
    overHttp: true,
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a Hadoop file system',
    why: 'The page on this port shows, and often hands out, the files of a Hadoop cluster. By default it believes whatever user name it is told, so strangers can read and delete the data.',
    advice: 'Keep the cluster on a private network, block this port from the internet, and switch on Kerberos logins.',
  },
  {
    services: ['influxdb'],
    tcp: [8086],
    overHttp: true,
    severity: 'medium',
    sources: ['judgement'],
    thing: 'an InfluxDB measurement database',
    why: 'It stores measurements and statistics. Old versions let everybody read and write unless a login was switched on.',
    advice:
      'Let only the machines that send or read measurements reach port 8086, and switch on authentication and TLS.',
  },
  {
    services: ['zookeeper'],
    tcp: [2181],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a ZooKeeper coordination service',
    why: 'ZooKeeper keeps the settings of a group of servers, sometimes with passwords among them, and usually lets everybody read and change them.',
    advice: 'Keep port 2181 on the private network of the servers that use it and block it from the internet.',
  },
]);

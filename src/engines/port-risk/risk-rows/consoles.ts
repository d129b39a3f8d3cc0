import { riskRows } from '../risk-row.ts';

/** Behind a login such a page is one more thing that strangers try passwords on. */
const behindLogin =
  'Strangers can try passwords on it all day, and flaws in such pages have let them past the login before they were patched.';
const keepLogin =
  'Let only your own addresses or a VPN reach it if you can; otherwise give it a long password that is used nowhere else, let it be reached over HTTPS only, and keep it up to date.';

/**
 * Pages and interfaces from which other software is commanded or watched. How bad an open one is follows from what a stranger
 * can do there: run programs or write files is critical, read or change what others rely on is high, figures are medium.
 */
export const consoleRows = riskRows([
  {
    services: ['jupyter'],
    severity: 'high',
    sources: ['vendor'],
    thing: 'a Jupyter notebook server',
    why: 'Jupyter runs whatever program is typed into it, on this server and with all that the server may reach. Automated attacks look for it and install cryptocurrency miners or copy the data.',
    advice:
      'Let it listen on 127.0.0.1 only and reach it through an SSH tunnel, or set a password (jupyter server password) and put HTTPS in front of it.',
    open: {
      severity: 'critical',
      reason: 'whoever opens it can run programs on this server',
      reference: 'https://jupyter-server.readthedocs.io/en/latest/operators/security.html',
      advice:
        'Stop it, or let it listen on 127.0.0.1 only and reach it through an SSH tunnel. Never start it with an empty token: set a password (jupyter server password). Then look for programs, scheduled jobs and SSH keys that you do not know.',
    },
    guarded: {
      severity: 'medium',
      why: `Whoever gets into Jupyter can run programs on this server. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['docker-registry'],
    severity: 'medium',
    sources: ['vendor'],
    thing: 'a Docker image registry',
    why: 'A registry hands out the images from which your programs are started, often with keys and source code in them.',
    advice: 'Let only the servers that use it reach it, and switch on a login (“auth” in its configuration) and HTTPS.',
    open: {
      severity: 'high',
      reason: 'strangers can take every image and, unless it is read-only, put their own in place of yours',
      reference: 'https://distribution.github.io/distribution/about/deploying/#restricting-access',
      advice:
        'Let only the servers that use it reach it, and switch on a login (“auth” in its configuration) and HTTPS. Then compare the images with what you built, and change the keys and passwords that were in them.',
    },
    guarded: {
      why: `A registry hands out the images from which your programs are started. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['aria2'],
    severity: 'high',
    sources: ['vendor', 'judgement'],
    thing: 'an aria2 download manager',
    why: 'Through this port aria2 is told what to download and where to put it. With that, files can be written wherever the program may write, which is enough to take over its account.',
    advice:
      'Leave out “--rpc-listen-all”, so that it answers this server only, or let only your own addresses in; always set “--rpc-secret”.',
    open: {
      severity: 'critical',
      reason: 'strangers can have any file written wherever it may write',
      reference: 'https://aria2.github.io/manual/en/html/aria2c.html#rpc-options',
    },
    guarded: {
      severity: 'medium',
      why: `Through this port aria2 is told what to download and where to put it. ${behindLogin}`,
      advice:
        'Leave out “--rpc-listen-all”, so that it answers this server only, or let only your own addresses in. Keep the secret long.',
    },
  },
  {
    services: ['transmission'],
    severity: 'high',
    sources: ['vendor', 'judgement'],
    thing: 'a Transmission download manager',
    why: 'From here Transmission is told what to download, where to put it, and which program to start when a download is done.',
    advice:
      'Set “rpc-authentication-required” with a long password and “rpc-whitelist-enabled” in settings.json, or let it listen on 127.0.0.1 only (“rpc-bind-address”).',
    open: {
      severity: 'critical',
      reason: 'strangers can have files written and programs started',
      reference: 'https://github.com/transmission/transmission/blob/main/docs/rpc-spec.md',
    },
    guarded: {
      severity: 'medium',
      why: `From here Transmission is told what to download and where to put it. ${behindLogin}`,
      advice:
        'Let it listen on 127.0.0.1 only (“rpc-bind-address” in settings.json), or let only your own addresses in.',
    },
  },
  {
    services: ['syncthing'],
    severity: 'high',
    sources: ['vendor'],
    thing: 'the control page of Syncthing (file synchronisation)',
    why: 'On this page folders are chosen that Syncthing copies to other computers, and which of them may change them.',
    advice:
      'Let the page listen on 127.0.0.1 only (“GUI Listen Address”) and reach it through an SSH tunnel; always set a user and password for it.',
    open: {
      severity: 'critical',
      reason: 'strangers can copy and change every file that it may read',
      reference: 'https://docs.syncthing.net/users/guilisten.html',
    },
    guarded: {
      severity: 'medium',
      why: `On this page folders are chosen that Syncthing copies to other computers. ${behindLogin}`,
      advice: 'Let the page listen on 127.0.0.1 only (“GUI Listen Address”) and reach it through an SSH tunnel.',
    },
  },
  {
    services: ['solr'],
    severity: 'high',
    sources: ['vendor'],
    thing: 'an Apache Solr search server',
    why: 'Solr holds whatever is searchable, and whoever may change its settings can often run programs on the server.',
    advice:
      'Let only the application’s address through the firewall, set SOLR_JETTY_HOST=127.0.0.1 where it runs on the same server, and switch on the login (security.json).',
    open: {
      severity: 'critical',
      reason: 'strangers can read and delete its data and change its settings',
      reference: 'https://solr.apache.org/guide/solr/latest/deployment-guide/securing-solr.html',
    },
    guarded: {
      severity: 'medium',
      why: `Solr holds whatever is searchable. ${behindLogin}`,
      advice: 'Let only the application’s address through the firewall, and keep Solr up to date.',
    },
  },
  {
    services: ['prometheus'],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a Prometheus monitoring server',
    why: 'It shows how your servers are doing and by that how they are built: names, addresses, versions. Strangers can use this to prepare an attack, and its makers expect those who reach it to be trusted with all of that.',
    advice: 'Let only your own addresses in, or switch on a login (“basic_auth_users” in the web configuration).',
    open: {
      severity: 'high',
      reason: 'strangers can read all it knows of your servers and overload it with questions',
      reference: 'https://prometheus.io/docs/operating/security/',
    },
    guarded: {
      why: `It shows how your servers are doing and by that how they are built. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['alertmanager'],
    severity: 'medium',
    sources: ['vendor'],
    thing: 'an Alertmanager (alarms of servers)',
    why: 'Alarms about your servers pass through it. It shows what is wrong with them, and from it alarms are silenced.',
    advice: 'Let only your own addresses in, or switch on a login (“basic_auth_users” in the web configuration).',
    open: {
      severity: 'high',
      reason: 'strangers can silence your alarms and raise false ones',
      reference: 'https://prometheus.io/docs/operating/security/#alertmanager',
    },
    guarded: {
      why: `Alarms about your servers pass through it, and from it they are silenced. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['node-exporter'],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a collector of figures about this server (node_exporter)',
    why: 'It tells the load, the disks, the network cards and the exact versions of this server, which helps who prepares an attack.',
    advice:
      'Let only your monitoring server reach this port, or let it listen on an internal address (--web.listen-address).',
    open: {
      severity: 'medium',
      reason: 'strangers can read these figures, and nothing more',
      reference: 'https://prometheus.io/docs/operating/security/#exporters',
    },
    guarded: {
      severity: 'low',
      why: `It tells the load, the disks and the exact versions of this server. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['haproxy-stats'],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'the statistics page of HAProxy',
    why: 'It shows every website and server behind this load balancer by name, and how busy they are, which helps who prepares an attack.',
    advice: 'Give it a login (“stats auth”), or bind it to an internal address.',
    open: {
      severity: 'medium',
      reason: 'strangers can read these figures, and nothing more',
      reference: 'https://docs.haproxy.org/2.6/configuration.html#4-stats%20auth',
    },
    guarded: {
      severity: 'low',
      why: `It shows every website and server behind this load balancer. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['haproxy-admin'],
    severity: 'high',
    sources: ['vendor'],
    thing: 'the administration page of HAProxy',
    why: 'On this page servers behind the load balancer are switched off and on, which decides whether your websites answer.',
    advice: 'Remove “stats admin”, or limit it to your own addresses and give the page a login (“stats auth”).',
    open: {
      severity: 'high',
      reason: 'strangers can take your websites off the net',
      reference: 'https://docs.haproxy.org/2.6/configuration.html#4-stats%20admin',
    },
    guarded: {
      severity: 'medium',
      why: `On this page servers behind the load balancer are switched off and on. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['kibana'],
    tcp: [5601],
    overHttp: true,
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a Kibana page (search and log viewer)',
    why: 'Kibana shows what is stored in an Elasticsearch database, such as logs and customer data. Without a login strangers see all of it.',
    advice: 'Let only your own addresses reach port 5601, and switch on the login.',
    open: { severity: 'high', reason: 'strangers can search, and often delete, all that is stored behind it' },
    guarded: {
      why: `Kibana shows what is stored in an Elasticsearch database. ${behindLogin}`,
      advice: keepLogin,
    },
  },
  {
    services: ['grafana'],
    severity: 'medium',
    sources: ['vendor'],
    thing: 'a Grafana monitoring page',
    why: 'It shows how your servers are doing and by that how they are built: names, addresses, versions. Strangers can use this to prepare an attack, and unpatched versions have let them read files.',
    advice:
      'Let only your own addresses in, switch off anonymous access (“[auth.anonymous] enabled = false”), and keep it up to date.',
    open: {
      severity: 'high',
      reason: 'strangers can see its pages and put their own questions to the databases behind it',
      reference:
        'https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions',
    },
    guarded: { why: `It shows how your servers are doing. ${behindLogin}`, advice: keepLogin },
  },
  {
    services: ['phpmyadmin', 'adminer'],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a page that administers databases (phpMyAdmin, Adminer)',
    why: `Whoever logs in here can read, change and delete the databases of your websites. ${behindLogin}`,
    advice:
      'Let only your own addresses reach it, or put a second login of the web server in front of it. Remove it when nobody needs it, and keep it up to date.',
  },
  {
    services: ['zabbix-agent'],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a Zabbix monitoring agent',
    why: 'It tells a monitoring server how this server is doing. On request it also reads files that it may read, and where “system.run” is allowed it runs commands.',
    advice:
      'Name only your own Zabbix server in “Server=” of zabbix_agentd.conf, and block port 10050 from all others.',
    open: {
      severity: 'high',
      reason: 'it answers to anybody, and would read files for them',
      reference: 'https://www.zabbix.com/documentation/current/en/manual/appendix/config/zabbix_agentd',
    },
  },
  {
    services: ['gdbserver'],
    severity: 'critical',
    sources: ['vendor'],
    thing: 'a debugging port (gdbserver)',
    why: 'Through it programs on this server are started, stopped and changed, commands included. It is meant for a developer’s desk and knows no password.',
    advice:
      'Stop gdbserver. If you need it, let it listen on localhost (gdbserver localhost:2345) and reach it through an SSH tunnel.',
    open: {
      severity: 'critical',
      reason: 'strangers can run programs through it',
      reference: 'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Server.html',
    },
  },
  {
    services: ['fastcgi'],
    severity: 'critical',
    sources: ['vendor'],
    thing: 'the back door of a web server (FastCGI, for example PHP)',
    why: 'Here a web server hands PHP and other programs their work. Whoever reaches it directly chooses which program runs and with which settings, and so runs commands of his own.',
    advice:
      'Let PHP-FPM listen on a socket file or on 127.0.0.1 (“listen = 127.0.0.1:9000”); where the web server is another machine, name it in “listen.allowed_clients” and in the firewall.',
    open: {
      severity: 'critical',
      reason: 'strangers can run programs through it',
      reference: 'https://www.php.net/manual/en/install.fpm.configuration.php',
    },
  },
  {
    services: ['ajp'],
    severity: 'high',
    sources: ['vendor'],
    thing: 'the back door of a Tomcat web server (AJP)',
    why: 'Tomcat believes what arrives here, such as who has logged in. Versions without the fixes of February 2020 also hand out files of the application, passwords included (CVE-2020-1938, which is in use according to CISA).',
    advice:
      'Remove the AJP connector from server.xml if no web server uses it. Otherwise let it listen on an internal address and set a “secret”.',
    open: {
      severity: 'critical',
      reason: 'strangers are believed like your own web server',
      reference: 'https://tomcat.apache.org/tomcat-10.1-doc/config/ajp.html',
    },
    guarded: {
      severity: 'medium',
      why: 'Tomcat believes what arrives here from whoever knows the secret. It turned us away; what remains is a secret that leaks, and flaws.',
      advice: 'Let the connector listen on an internal address, or let only your web server through the firewall.',
    },
  },
]);

import { riskRows } from '../risk-row.ts';

/** What runs and connects other software: containers, clusters, message queues, directories. */
export const platformRows = riskRows([
  {
    services: ['docker'],
    tcp: [2375],
    overHttp: true,
    severity: 'critical',
    sources: ['shadowserver'],
    thing: 'the Docker control port',
    why: 'Whoever can talk to this port can start programs on your server with full administrator rights, and without encryption it asks for no password. Automated attacks look for it and install cryptocurrency miners or worse as soon as they find it.',
    advice:
      'Remove “-H tcp://0.0.0.0:2375” (or the “hosts” entry in /etc/docker/daemon.json), restart Docker, and use SSH (docker -H ssh://…) for remote work. Then look for containers that you did not start: as long as the port was open, somebody may have been there.',
    open: {
      reason: 'strangers can start programs with full rights',
      reference: 'https://docs.docker.com/engine/security/protect-access/',
    },
    guarded: {
      severity: 'high',
      why: 'Whoever is let in here can start programs on your server with full administrator rights. It asks for a login or a certificate, which is all that stands in between.',
      advice:
        'Let only your own addresses reach this port, or close it and use SSH (docker -H ssh://…) for remote work.',
    },
  },
  {
    services: ['docker-tls', 'docker-s'],
    tcp: [2376],
    overHttp: true,
    severity: 'high',
    sources: ['judgement'],
    thing: 'the Docker control port (encrypted)',
    why: 'Whoever is let in here can start programs on your server with full administrator rights. Only a client certificate (a key file that proves who is calling) stands in between; if it is not required or leaks, the server is lost.',
    advice:
      'Let only your own addresses reach port 2376 and check that Docker runs with “--tlsverify”. Or close it and use SSH (docker -H ssh://…).',
  },
  {
    services: ['kubernetes'],
    tcp: [6443],
    overHttp: true,
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'the Kubernetes control port',
    why: 'From here the programs of a whole group of servers are started, stopped and changed. Strangers can read the version, look for unpatched flaws and try stolen keys; one careless permission gives them the cluster.',
    advice:
      'Limit the control port to your own addresses or VPN (most providers call it “authorised networks”), switch off anonymous access, and keep the cluster up to date.',
    open: {
      reason: 'strangers can read the cluster',
      reference: 'https://kubernetes.io/docs/concepts/security/controlling-access/',
    },
  },
  {
    services: ['kubelet'],
    tcp: [10250],
    overHttp: true,
    severity: 'critical',
    sources: ['judgement'],
    thing: 'a Kubernetes node agent (kubelet)',
    why: 'This port runs commands inside the programs of a Kubernetes server. Where it does not insist on a login, strangers can run their own commands, steal the keys they find and take over the whole cluster.',
    advice:
      'Only the cluster’s own control servers need port 10250: block it from everywhere else. Check that the kubelet runs with “--anonymous-auth=false” and “--authorization-mode=Webhook”.',
    open: {
      reason: 'strangers can see, and usually command, the programs of this server',
      reference: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/',
    },
    guarded: {
      severity: 'high',
      why: 'This port runs commands inside the programs of a Kubernetes server. It insists on a login, so what remains are stolen keys and flaws; nobody but the cluster has business here.',
      advice: 'Only the cluster’s own control servers need this port: block it from everywhere else.',
    },
  },
  {
    services: ['etcd', 'etcd-client'],
    tcp: [2379],
    overHttp: true,
    severity: 'critical',
    sources: ['judgement'],
    thing: 'an etcd settings store',
    why: 'It holds all settings and secrets of a Kubernetes cluster or similar system. Whoever can read it has the passwords and keys, and whoever can write to it controls every server of the cluster.',
    advice:
      'Only the cluster’s own control servers need ports 2379 and 2380: block them from everywhere else, and require client certificates (--client-cert-auth).',
    open: {
      reason: 'strangers can read and change all settings and secrets',
      reference: 'https://etcd.io/docs/latest/op-guide/security/',
    },
    guarded: {
      severity: 'high',
      why: 'It holds all settings and secrets of a Kubernetes cluster or similar system. It asks for a login, which is all that stands between strangers and every server of the cluster.',
    },
  },
  {
    services: ['consul'],
    tcp: [8500],
    overHttp: true,
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Consul control page',
    why: 'Consul knows where all services of a system run and keeps their settings. Without access rules strangers can read them, secrets included, and on some installations run commands.',
    advice:
      'Bind Consul to a private address, block port 8500 from the internet and switch on its access control lists.',
    open: {
      reason: 'strangers can read and, unless access lists forbid it, change its settings',
      reference: 'https://developer.hashicorp.com/consul/docs/security',
    },
    guarded: {
      severity: 'medium',
      why: 'Consul knows where all services of a system run and keeps their settings. Its access lists refuse strangers; what remains are stolen tokens, lists that allow too much, and flaws.',
      advice: 'Bind Consul to a private address, or block this port from the internet.',
    },
  },
  {
    services: ['erlang-distribution'],
    severity: 'critical',
    sources: ['judgement'],
    thing: 'the inner line of an Erlang cluster',
    why: 'RabbitMQ, CouchDB and ejabberd talk among themselves over it. One shared word, the cookie, is all that it asks for; who has it runs any command on the server.',
    advice:
      'Let only the other members of the cluster reach it, or set “inet_dist_use_interface” to 127.0.0.1 where there are none.',
  },
  {
    services: ['epmd'],
    tcp: [4369],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'an Erlang name service (epmd)',
    why: 'It belongs to software such as RabbitMQ, CouchDB or ejabberd and tells strangers on which port that software can be controlled. With the shared secret, which is sometimes a known default, they can run commands on the server.',
    advice:
      'Block port 4369, and the ports it names, from the internet; only servers of the same cluster need them. Or set ERL_EPMD_ADDRESS=127.0.0.1.',
  },
  {
    services: ['amqp'],
    tcp: [5672],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'a message queue (AMQP, for example RabbitMQ)',
    why: 'Applications pass orders, mails and jobs to each other through it. On this port nothing is encrypted, passwords included, and strangers can try to log in, for example with the default account “guest”.',
    advice:
      'Let only your own applications reach port 5672, delete the “guest” account, and use the encrypted port 5671 where messages cross the internet.',
  },
  {
    services: ['amqps'],
    tcp: [5671],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'an encrypted message queue (AMQP)',
    why: 'Applications pass orders, mails and jobs to each other through it. The connection is encrypted, but strangers can try passwords, and a message queue rarely has any reason to be public.',
    advice: 'Let only your own applications reach port 5671 and delete the default account “guest”.',
  },
  {
    services: ['rabbitmq-management'],
    tcp: [15672],
    overHttp: true,
    severity: 'medium',
    sources: ['judgement'],
    thing: 'the control page of a RabbitMQ message queue',
    why: 'From this page the message queue is administered. Strangers can try passwords, and whoever gets in can read and delete what your applications tell each other.',
    advice: 'Let only your own addresses reach port 15672 and delete the default account “guest”.',
  },
  {
    services: ['activemq', 'openwire'],
    tcp: [61616],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'an ActiveMQ message queue',
    why: 'Applications pass messages to each other through it. Versions without the fixes of October 2023 can be taken over from afar without a password (CVE-2023-46604), and that flaw has been used to plant ransomware.',
    advice:
      'Let only your own applications reach port 61616, and update ActiveMQ today if it is older than 5.15.16, 5.16.7, 5.17.6 or 5.18.3.',
  },
  {
    services: ['mqtt'],
    tcp: [1883],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'a device message service (MQTT)',
    why: 'Sensors, machines and smart homes exchange their messages here, unencrypted. Where no login is asked for, strangers can read along and send commands to the devices.',
    advice:
      'Switch off anonymous access (in Mosquitto: “allow_anonymous false” with a password file), use the encrypted port 8883, and let only known addresses in where you can.',
    open: { reason: 'no password is needed' },
    guarded: {
      why: 'Sensors, machines and smart homes exchange their messages here, unencrypted, the passwords of the devices included.',
      advice: 'Use the encrypted port 8883, and let only known addresses in where you can.',
    },
  },
  {
    services: ['mqtts', 'secure-mqtt'],
    tcp: [8883],
    severity: 'low',
    sources: ['judgement'],
    thing: 'an encrypted device message service (MQTT)',
    why: 'Sensors and devices exchange their messages here. The connection is encrypted, which is how it should be; what remains is that strangers can try passwords.',
    advice: 'Make sure that anonymous access is off and that every device has its own password or certificate.',
  },
  {
    services: ['msmq'],
    tcp: [1801],
    severity: 'medium',
    sources: ['shadowserver'],
    thing: 'a Windows message queue (MSMQ)',
    why: 'An old Windows service through which programs pass messages. Windows without the updates of April 2023 can be taken over through it from afar without a password (CVE-2023-21554).',
    advice:
      'Remove the Windows feature “Message Queuing” if nothing needs it; otherwise block port 1801 from the internet and install the Windows updates.',
  },
  {
    services: ['ldap'],
    tcp: [389, 3268],
    udp: [389],
    severity: 'high',
    sources: ['shadowserver'],
    thing: 'a directory of users and computers (LDAP)',
    why: 'A directory lists an organisation’s people, computers and groups. Strangers can ask it about them and try passwords, which travel readable here, and over UDP it is misused to flood others with traffic.',
    advice:
      'Let only your own network or VPN reach port 389, over TCP and UDP. A Windows domain controller should never face the internet.',
  },
  {
    services: ['ldaps'],
    tcp: [636, 3269],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'an encrypted directory of users (LDAPS)',
    why: 'A directory lists an organisation’s people, computers and groups. The connection is encrypted, but strangers can still ask it questions and try passwords.',
    advice: 'Let only your own network or VPN reach port 636, and switch off anonymous queries.',
  },
  {
    services: ['kerberos'],
    tcp: [88],
    udp: [88],
    severity: 'medium',
    sources: ['judgement'],
    thing: 'a login server of a company network (Kerberos)',
    why: 'It is typically a Windows domain controller. Strangers can find out which user names exist and try passwords for them.',
    advice:
      'A domain controller should not face the internet: block port 88 and its other ports, and let people in through a VPN.',
  },
  {
    services: ['jenkins'],
    severity: 'high',
    sources: ['judgement'],
    thing: 'a Jenkins build server',
    why: 'Jenkins builds and installs software and therefore holds the keys to other servers. Strangers look for servers without a login or with unpatched flaws, and then run their own commands.',
    advice:
      'Put Jenkins behind a VPN or let only your own addresses in, require a login for everything, and update it and its plug-ins.',
    open: {
      reason: 'strangers can look into it and, where rights are generous, run commands',
      reference: 'https://www.jenkins.io/doc/book/security/access-control/',
    },
    guarded: {
      severity: 'medium',
      why: 'Jenkins builds and installs software and therefore holds the keys to other servers. Strangers can try passwords here, and use flaws that were not patched.',
      advice: 'Put Jenkins behind a VPN or let only your own addresses in, and update it and its plug-ins.',
    },
  },
]);

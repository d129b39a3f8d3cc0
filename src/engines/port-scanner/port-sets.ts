/**
 * Which ports a scan asks for.
 *
 * The default set is our own choice. It was put together from the IANA registry of service names and port numbers, from
 * what Shadowserver, CISA, Censys and Shodan publish about exposed services, and from the default ports in the manuals of
 * the products named beside each group. It was not derived from anybody's list of port frequencies.
 */

const MAX_PORT = 65_535;

interface PortGroup {
  readonly topic: string;
  /** In the syntax of `parsePortRanges`. */
  readonly ports: string;
}

/** Every TCP port that the risk table rates or that an administrator may be locked out by. */
const RISK_TABLE_TCP =
  '21-23,25,53,80,102,110,111,139,143,179,389,427,443,445,465,500,502,512-514,548,587,631,873,993,995,1080,1194,1433,' +
  '1521,1801,1883,2049,2082,2083,2086,2087,2095,2096,2222,2375,2379,3128,3306,3389,3478,4369,4500,4786,4899,5060,5432,' +
  '5555,5672,5900-5903,5984-5986,6000,6379,6443,7547,8006,8080,8443,8880,9042,9090,9200,10000,10250,11211,27017,47808,' +
  '50070,61616';

/** UDP ports of the risk table, ascending. */
export const RISK_TABLE_UDP_PORTS: readonly number[] = parsePortRanges(
  '17,19,53,69,111,123,137,161,177,427,443,500,523,623,1194,1434,1900,3283,3389,3478,3702,4500,5060,5351,5353,5683,10001,' +
    '11211,47808,51820',
);

const GROUPS: readonly PortGroup[] = [
  { topic: 'the risk table', ports: RISK_TABLE_TCP },
  {
    topic: 'small and historic services: echo, discard, daytime, chargen, time, whois, finger, ident, NNTP',
    ports: '7,9,13,17,19,37,42,43,49,70,79,113,119,540',
  },
  {
    topic: 'SSH on the ports it is moved to',
    ports: '222,2022,2200-2202,2221,2223,2322,10022,20022,22022,22222,50022',
  },
  {
    topic: 'Telnet and consoles: TLS, terminal servers, router shells',
    ports: '992,2001,2002,2004,2323,2601-2605,4001,5023,10023',
  },
  {
    topic: 'file transfer: FTPS, moved FTP, rsync, Subversion, Git, Perforce',
    ports: '26,69,989,990,1666,2000,2100,2121,3690,8021,9418,10021',
  },
  {
    topic: 'mail: POP before TLS, LMTP, SpamAssassin, Sieve, moved submission, Rspamd, amavis',
    ports: '24,106,109,366,783,2525,2526,4190,7025,10024,10025,11332-11334',
  },
  {
    topic: 'naming and directories: DNS over TLS, BIND control, LDAPS, global catalogue, Kerberos',
    ports: '88,464,636,749,853,953,3268,3269',
  },
  {
    topic: 'Windows: RPC, NetBIOS, SMB, AD web services, WSUS, Hyper-V, MSMQ, moved RDP',
    ports:
      '135,137,138,593,1025-1029,2103,2105,2107,2179,3387,3388,3390-3394,5357,8530,8531,9389,33389,33890,47001,49152-49157',
  },
  {
    topic:
      'remote control: VNC displays and their web clients, X11 displays, RustDesk, TeamViewer, Dameware, NoMachine, pcAnywhere, AnyDesk',
    ports: '1494,2598,4000,5500,5631,5800-5802,5904-5906,5938,6001-6003,6129,7070,21115-21118',
  },
  {
    topic: 'Unix services: printing, syslog over TCP, NFS helpers, ephemeral RPC',
    ports: '515,601,635,662,892,4045,6514,20048,32768,32771',
  },
  { topic: 'printers: JetDirect, XSAN', ports: '9100-9103' },
  {
    topic: 'web on the ports it is moved to',
    ports:
      '81-90,99,300,444,591,800,808,880,888,1010,1234,2480,3333,4443,4444,4567,5443,6080,6443,7000-7002,7080,7443,7777,7778,8444-8449,8800,8881-8889,8983,9443,9444,9943,9944,10080,10443,11443,12443,18080,18443,20000,28017,30080,30443',
  },
  {
    topic:
      'web and application servers between 8000 and 8100: Tomcat, Jetty, Django, AJP, Nexus, JFrog, Splunk and most others',
    ports: '8000-8100',
  },
  {
    topic:
      'the same between 9000 and 9100: PHP-FPM, Portainer, SonarQube, WebSphere, Prometheus, Kafka, Transmission, Tor',
    ports: '9000-9100',
  },
  {
    topic:
      'developer servers and debuggers: Node, Rails, React, Storybook, Angular, Astro, Flask, Vite, DevTools, Expo, LiveReload',
    ports: '1337,3000-3010,4173,4200,4321,5000-5005,5173,5174,6006,8787,9222,9229,19000-19002,35729',
  },
  {
    topic: 'hosting panels: cPanel, Plesk, DirectAdmin, Webmin, Usermin, CyberPanel, CentOS Web Panel, Hestia, aaPanel',
    ports: '2030,2031,2077-2080,2084,2085,2089,2090,2093,2094,4643,8447,10001-10003,14147,19638',
  },
  {
    topic:
      'relational databases: DB2, SQL Server, Oracle, MySQL, Firebird, Sybase, SAP HANA, PostgreSQL poolers, ClickHouse, CockroachDB',
    ports:
      '523,1434,1522-1526,1583,2483,2484,2638,3050,3307,3308,3351,4100,4333,5433,5434,6432,6446,6447,8123,26257,30015,33060,39015,50000,54321',
  },
  {
    topic:
      'document, key-value and graph stores: CouchDB over TLS, Redis and Sentinel, Cassandra, Couchbase, Neo4j, ArangoDB, Aerospike, RethinkDB, MongoDB shards',
    ports:
      '2424,6378,6380,6381,6984,7473,7474,7687,7199,8091-8096,8529,9142,9160,11210,11214,16379,26379,27018-27020,28015,29015',
  },
  {
    topic:
      'search, analytics and time series: OpenSearch, Kibana, Meilisearch, InfluxDB, Typesense, Qdrant, Milvus, Graphite, OpenTSDB',
    ports: '2003,4242,5601,6333,6334,7700,8086,8108,9201,9300-9302,9600,9997,19530',
  },
  {
    topic: 'Hadoop and relatives: ZooKeeper, Spark, Flink, YARN, HBase, Hive, Livy, Cloudera, HDFS',
    ports:
      '2181,2888,3888,4040,4041,6066,7077,7180,8042,8088,8188,8480,8998,9083,9864,9866,9867,9870,10020,16000,16010,16020,16030,18081,19888,50010,50030,50060,50075,50090,60010',
  },
  {
    topic:
      'message queues: IBM MQ, MQTT over TLS, NSQ, NATS, AMQP over TLS, Pulsar, ActiveMQ, RabbitMQ console, EMQX, STOMP, Beanstalk',
    ports:
      '1414,1882,4150,4151,4222,5445,5671,5673,6222,6650,8161,8222,8883,8884,11300,15671,15672,15674,15675,18083,25672,61613,61614',
  },
  {
    topic:
      'containers and orchestration: Docker over TLS, Swarm, Kubernetes components, NodePorts, Weave, Nomad, Consul, Vault, Calico',
    ports:
      '2376,2377,2380,4194,4243,4646-4648,6444,6783,7946,8200,8201,8300-8302,8500-8502,8600,9345,10248-10259,16443,30000-30003,31000,32000,32764',
  },
  {
    topic: 'virtualisation and out-of-band management: IPMI, ESXi, libvirt, AMT, CIM, iLO, Veeam',
    ports: '623,664,902,903,5480,5988,5989,8697,9392,9393,9398,9401,9419,16509,16514,16992-16995,17988,17990',
  },
  {
    topic:
      'deployment and automation: Salt, Puppet, GoCD, Bamboo, Bitbucket, TeamCity, Gerrit, Nessus, Airflow workers',
    ports: '3030,4440,4505,4506,7990,8111,8140,8153,8154,8170,8793,8834,8929,29418',
  },
  {
    topic:
      'monitoring: Grafana agents, OTLP, NRPE, Zabbix, Check_MK, Icinga, Graylog, statsd, exporters, Jaeger, NSClient, Netdata',
    ports:
      '3100,4317,4318,5044,5142,5665-5667,5693,6556,8125,8126,9104,9113,9115,9116,9121,9187,9256,9308,9411,10050,10051,12201,12489,14268,16686,19999',
  },
  {
    topic: 'Java remoting and debugging: RMI registries, JMX, JNDI, JBoss and WildFly management, GlassFish',
    ports: '1090,1098-1102,1199,3700,3873,4445-4447,4712,4848,7676,8686,9990,9993,9999,10990,11099,45001',
  },
  {
    topic: 'proxies: SOCKS, HTTP, Squid, Privoxy, Clash, V2Ray, Shadowsocks, Tor, MikroTik',
    ports: '1081,1082,1085,1088,3127,3129,4145,6588,7890,7891,8118,8388,8899,9150,10808,10809',
  },
  {
    topic: 'VPN and network access: FortiGate, SoftEther, moved OpenVPN, L2TP, SSTP, PPTP, AnyConnect',
    ports: '541,943,1195,1196,1293,1701,1723,4433,4434,10428,41641',
  },
  {
    topic:
      'network equipment: SNMP over TCP, LDP, NETCONF, gNMI, OpenFlow, Winbox, RouterOS API, TR-069 alternates, UniFi, gRPC',
    ports: '161,162,199,646,830,4784,5678,6633,6653,6789,8291,8728,8729,8843,10161,10162,30005,50051,52869,57400',
  },
  {
    topic: 'cameras and recorders: RTSP, Dahua, Hikvision, XMEye, Axis, ONVIF',
    ports: '554,555,1024,1935,3702,7447,8554,8555,9527,9530,10554,34567,34599,37215,37777,37778,49153,60001',
  },
  {
    topic: 'smart home, phones and media: UPnP, Sonos, AirPlay, ADB alternates, Roku, qBittorrent, Jellyfin, Plex, iOS',
    ports: '1400,1780,2869,3689,5037,5556,6881,8060,8123,8208,8920,8989,32400,32469,51413,62078',
  },
  {
    topic: 'storage and backup: rsh, iSCSI, NDMP, Arcserve, Ceph, GlusterFS, MinIO, NetBackup, Syncthing, Acronis',
    ports: '860,1556,3205,3260,5566,6050,6106,6789,6800,7480,8384,9876,13720,13724,13782,22000,24007,49154',
  },
  {
    topic:
      'industrial control: DNP3, Niagara Fox, OPC UA, IEC 104, EtherNet/IP, PCWorx, CODESYS, FINS, GE SRTP, ProConOS, MELSEC, HART-IP, tank gauges',
    ports:
      '789,1089-1091,1153,1911,1962,2404,2455,4059,4840,4911,5006,5007,5094,9600,11740,18245,18246,20547,34962-34964,34980,38080,44818,55000',
  },
  {
    topic:
      'voice, video and chat: H.323, Skinny, STUN, Asterisk manager, SIP over TLS, XMPP, IRC, TURN, FreeSWITCH, TeamSpeak, Mumble',
    ports: '1719,1720,2427,2428,5038,5061-5063,5222,5223,5269,5280,5349,6660-6669,6697,8448,10011,30033,64738',
  },
  {
    topic: 'game servers and their remote consoles: Minecraft, Source, Rust, ARK, Terraria, FiveM, Palworld',
    ports: '2456,7171,7779,8211,19132,25565-25567,25575,27015,27016,28016,30120,32330,40120',
  },
  {
    topic: 'cryptocurrency nodes and miners',
    ports: '3032,4028,8332,8333,8545,8546,9332,9333,9735,9944,18332,18333,26656,26657,30303,30333',
  },
  {
    topic: 'machine learning: Gradio, MLflow, Ray, Streamlit, Ollama, LiteLLM, MCP inspector',
    ports: '6274,6277,7860,7861,8265,8501,11434,11435',
  },
  {
    topic: 'business software: Lotus Notes, Citrix, SAP, Odoo, HL7, DICOM',
    ports: '104,1352,1503,2575,3200,3299,3300,3600,7210,8470,11112,32001,50013,50014',
  },
  {
    topic:
      'debuggers and defaults of planted shells: gdbserver, distcc, Delve, Meterpreter, Cobalt Strike, old trojans',
    ports: '31,1243,2345,3632,5554,8899,12345,27374,31337,50050,54320',
  },
  { topic: 'licence servers: FlexLM, RLM, Sentinel, Wibu', ports: '1947,5053,6200,22350,27000-27002' },
  {
    topic: 'round numbers that people pick by hand',
    ports:
      '1000,1111,2500,5050,5550,6600,7500,7800,9500,9700,9800,9900,11111,12000,13000,14000,15000,16000,17000,18000,22223,23000,24000,25000,28000,33333,40000,44444,50003,55555,60000,60443,65000',
  },
];

/** The default set: a thousand ports and a few, ascending. It holds every TCP port of the risk table. */
export const TOP_TCP_PORTS: readonly number[] = parsePortRanges(GROUPS.map(({ ports }) => ports).join(','));

/**
 * Reads ports and ranges such as `22,80,8000-8010`. Repetitions are fine.
 *
 * @returns ascending, unique ports
 * @throws RangeError that quotes the part which is no port or range
 */
export function parsePortRanges(text: string): number[] {
  const ports = new Set<number>();
  for (const part of text.split(',')) {
    const { first, last } = parseRange(part.trim());
    for (let port = first; port <= last; port += 1) ports.add(port);
  }
  return [...ports].sort((a, b) => a - b);
}

function parseRange(part: string): { first: number; last: number } {
  const match = /^(\d{1,5})(?:\s*-\s*(\d{1,5}))?$/.exec(part);
  if (match === null) throw new RangeError(`"${part}" is neither a port nor a range such as 8000-8010`);
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  if (first < 1 || last > MAX_PORT) throw new RangeError(`"${part}" leaves the range of ports, 1 to ${MAX_PORT}`);
  if (first > last) throw new RangeError(`"${part}" runs backwards`);
  return { first, last };
}

/** All 65,535 ports. */
export function fullPortRange(): number[] {
  return Array.from({ length: MAX_PORT }, (_, index) => index + 1);
}

/**
 * The TCP ports that a configured set stands for: `top-1000`, `full`, or ranges of one's own.
 *
 * @throws RangeError for anything else
 */
export function namedPortSet(nameOrRanges: string): readonly number[] {
  if (nameOrRanges === 'top-1000') return TOP_TCP_PORTS;
  if (nameOrRanges === 'full') return fullPortRange();
  if (/^[a-z]/i.test(nameOrRanges)) {
    throw new RangeError(`"${nameOrRanges}" is no port set: use top-1000, full or ranges such as 22,80,8000-8010`);
  }
  return parsePortRanges(nameOrRanges);
}

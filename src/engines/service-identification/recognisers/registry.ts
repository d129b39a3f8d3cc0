import type { Recogniser } from '../recogniser.ts';
import { ajp } from './ajp.ts';
import {
  bandwidthTest,
  dask,
  drda,
  http2,
  ica,
  ice,
  icecream,
  iperf,
  iperf3,
  javaObjects,
  kerberos,
  libp2p,
  mumble,
  ndmp,
  nsca,
  nsq,
  omapi,
  openflow,
  openWire,
  pythonProcesses,
  routerOs,
  smux,
  sphinx,
  time,
  zeromq,
} from './binary-greetings.ts';
import {
  apcupsd,
  bacula,
  erlangDistribution,
  firebird,
  jdwp,
  milter,
  nrpe,
  openvpnOverTcp,
  pptp,
  rmi,
  sane,
  uwsgi,
} from './binary-requests.ts';
import { bindShell } from './bind-shell.ts';
import { irc, xmpp } from './chat.ts';
import { epmd, git, zookeeper } from './cluster-services.ts';
import { cassandra, sqlServer } from './databases.ts';
import { fastcgi } from './fastcgi.ts';
import { gdbserver } from './gdbserver.ts';
import { bolt, kafka, libvirt, minecraft, nrepl, oracle, rcon, spice, thrift } from './hosted-requests.ts';
import { http } from './http.ts';
import { introduction } from './introduction.ts';
import { ldap } from './ldap.ts';
import { lineRecognisers } from './line-services.ts';
import { knxd, owserver, pulseAudio, quassel, snapcast } from './media-requests.ts';
import { memcached } from './memcached.ts';
import { amqp, mqtt, nats } from './message-brokers.ts';
import { mongodb } from './mongodb.ts';
import { mysql } from './mysql.ts';
import { dns, rtsp, sip, socks, stunOverTcp } from './network-services.ts';
import { bgp, dicom } from './peer-requests.ts';
import { postgresql } from './postgresql.ts';
import { deluge, giop, rpyc } from './program-requests.ts';
import { aerospike, gqtp, riak, rpkiRouter, rtmp, serf } from './rare-requests.ts';
import { redis } from './redis.ts';
import { adb, x11 } from './remote-control.ts';
import { remoteDesktop } from './remote-desktop.ts';
import { nfs, rpcbind } from './remote-procedure-calls.ts';
import { rsync } from './rsync.ts';
import { ssh } from './ssh.ts';
import { afp, h2, hsqldb, iscsi, moosefs, plan9, xrootd } from './storage-requests.ts';
import { telnet } from './telnet.ts';
import { textRecognisers } from './text-requests.ts';
import { vnc } from './vnc.ts';
import { webApplications } from './web-applications.ts';
import { msrpc, netbiosSession, netTcp, smb } from './windows-sharing.ts';
import { zabbixAgent } from './zabbix-agent.ts';

/**
 * Every protocol that is recognised, in the order in which bytes are judged: distinct greetings first, then what some
 * services answer to a stranger's request (MongoDB answers HTTP in HTTP), HTTP, and last the loose pattern of Telnet.
 * A further protocol is one more entry here, or a row in `line-services.ts` or `web-applications/`.
 */
const byProtocol: readonly Recogniser[] = [
  ssh,
  vnc,
  mysql,
  rsync,
  ...lineRecognisers,
  ...textRecognisers,
  nats,
  irc,
  xmpp,
  redis,
  postgresql,
  mongodb,
  memcached,
  smb,
  remoteDesktop,
  sqlServer,
  ldap,
  amqp,
  mqtt,
  sip,
  rtsp,
  netbiosSession,
  msrpc,
  cassandra,
  zookeeper,
  epmd,
  git,
  rpcbind,
  nfs,
  stunOverTcp,
  x11,
  adb,
  openWire,
  mumble,
  openflow,
  smux,
  sphinx,
  nsca,
  time,
  icecream,
  zeromq,
  dask,
  nsq,
  ica,
  ndmp,
  omapi,
  libp2p,
  ice,
  javaObjects,
  pythonProcesses,
  bandwidthTest,
  routerOs,
  netTcp,
  kerberos,
  http2,
  drda,
  iperf,
  iperf3,
  uwsgi,
  milter,
  openvpnOverTcp,
  pptp,
  jdwp,
  rmi,
  apcupsd,
  sane,
  erlangDistribution,
  firebird,
  bacula,
  nrpe,
  bgp,
  dicom,
  giop,
  rpyc,
  deluge,
  plan9,
  iscsi,
  moosefs,
  xrootd,
  afp,
  h2,
  hsqldb,
  kafka,
  minecraft,
  rcon,
  oracle,
  thrift,
  spice,
  libvirt,
  nrepl,
  bolt,
  rtmp,
  rpkiRouter,
  serf,
  gqtp,
  aerospike,
  riak,
  pulseAudio,
  quassel,
  snapcast,
  knxd,
  owserver,
  dns,
  socks,
  fastcgi,
  ajp,
  gdbserver,
  zabbixAgent,
  bindShell,
  http,
  telnet,
];

const proved = new Set([...byProtocol, ...webApplications].map(({ service }) => service));

/** All of them, and last whom a port calls itself. */
export const recognisers: readonly Recogniser[] = [...byProtocol, introduction(proved)];

/**
 * Who is asked first where the number of a port suggests nobody, or somebody else: what is met often, and what is dangerous
 * when met, comes first; LDAP and 9P before the other binary ones, since some of their servers end at bytes that they do not know. All the others that have a request follow as they stand above. HTTP has had its turn by then, and
 * a server of NFS answers what rpcbind is asked.
 */
export const likely: readonly Recogniser[] = [
  ...[redis, ldap, plan9, postgresql, memcached, dns, socks, mongodb, mqtt],
  ...[amqp, x11, remoteDesktop, smb, epmd, zookeeper, sip, xmpp],
];

export const byLikelihood: readonly Recogniser[] = [...new Set([...likely, ...recognisers])].filter(
  ({ probe, service }) => probe !== undefined && service !== http.service && service !== nfs.service,
);

import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { connectionBudget } from './identify-port.ts';
import { byLikelihood, likely } from './recognisers/registry.ts';
import {
  createServiceIdentifier,
  type ServiceIdentifier,
  type ServiceIdentifierOptions,
} from './service-identifier.ts';
import type { ServiceIdentity } from './service-identity.ts';
import {
  answering,
  greeting,
  type LoopbackServerOptions,
  loopbackAddress,
  type Speaker,
  serving,
  startServer,
} from './testing/loopback-server.ts';

/** Short waits: the peers are on loopback. */
const quick: ServiceIdentifierOptions = { listenMs: 300, replyMs: 300, connectTimeoutMs: 300 };
/** For servers that answer or hang up: a wait ends with the answer, however busy the machine is. */
const patient: ServiceIdentifierOptions = {
  listenMs: 300,
  replyMs: 10_000,
  connectTimeoutMs: 10_000,
  portTimeoutMs: 60_000,
};

function identifier(options: ServiceIdentifierOptions = {}): ServiceIdentifier {
  const created = createServiceIdentifier({ ...quick, ...options });
  onTestFinished(created.close);
  return created;
}

async function identityOf(speak: Speaker, options: LoopbackServerOptions = {}): Promise<ServiceIdentity> {
  const server = await serving(speak, options);
  return identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
}

const silent: Speaker = () => {};
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const page = (status: string, headers: string, body: string) =>
  `HTTP/1.1 ${status}\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

function mysqlPacket(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
}
const mysqlHandshake = (version: string) =>
  mysqlPacket(
    Buffer.concat([hex('0a'), Buffer.from(`${version}\0`), hex('2a000000 4141414141414141 00 ffff ff 0200 ffff 15')]),
  );
const mysqlRefusal = (code: number, message: string) =>
  mysqlPacket(Buffer.concat([hex('ff'), Buffer.from([code & 255, code >> 8]), Buffer.from(message)]));

/** An OP_MSG reply to our request, whose body carries these bytes of BSON. */
function mongoReply(elements: Buffer): Buffer {
  const head = Buffer.alloc(25);
  head.writeInt32LE(26 + elements.length, 0);
  head.writeInt32LE(0x6277, 8);
  head.writeInt32LE(2013, 12);
  head.writeInt32LE(5 + elements.length, 21);
  return Buffer.concat([head, elements, Buffer.alloc(1)]);
}
function bsonString(name: string, value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(value.length + 1);
  return Buffer.concat([Buffer.from(`\x02${name}\0`), length, Buffer.from(`${value}\0`)]);
}
const mongo =
  (parameter: Buffer): Speaker =>
  (socket) => {
    socket.on('data', (request: Buffer) => {
      if (request.includes('hello\0')) socket.write(mongoReply(hex('08 69736d617374657200 01')));
      else if (request.includes('buildInfo\0')) socket.write(mongoReply(bsonString('version', '7.0.5')));
      else if (request.includes('getParameter\0')) socket.write(parameter);
      else socket.destroy();
    });
  };

function amqpStart(product: string, version: string): Buffer {
  const field = (name: string, value: string) =>
    Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(`${name}S`),
      hex(value.length.toString(16).padStart(8, '0')),
      Buffer.from(value),
    ]);
  const table = Buffer.concat([field('product', product), field('version', version)]);
  return Buffer.concat([hex('01 0000 00000100 000a000a 00 09 00000040'), table]);
}

const elasticsearchRoot =
  '{\n "name" : "n1",\n "version" : {\n  "number" : "7.17.9" },\n "tagline" : "You Know, for Search"\n}';
const dockerVersion = '{"Platform":{},"Version":"24.0.7","ApiVersion":"1.43","MinAPIVersion":"1.12"}';

type Expected = Partial<ServiceIdentity>;

/** One row per thing a real server says; the port is any free one, so no number helps. */
const speakers: readonly (readonly [name: string, speak: Speaker, expected: Expected])[] = [
  [
    'OpenSSH on Debian',
    greeting('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n'),
    {
      service: 'ssh',
      product: 'OpenSSH',
      version: '9.2p1',
      operatingSystem: 'debian',
      banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
    },
  ],
  [
    'OpenSSH on Ubuntu',
    greeting('SSH-2.0-OpenSSH_8.9p1 Ubuntu-3ubuntu0.6\r\n'),
    { service: 'ssh', version: '8.9p1', operatingSystem: 'ubuntu' },
  ],
  [
    'OpenSSH on Windows',
    greeting('SSH-2.0-OpenSSH_for_Windows_8.1\r\n'),
    { service: 'ssh', product: 'OpenSSH', version: '8.1', operatingSystem: 'windows' },
  ],
  ['Dropbear', greeting('SSH-2.0-dropbear_2022.83\r\n'), { service: 'ssh', product: 'dropbear', version: '2022.83' }],
  ['an SSH server without a version', greeting('SSH-2.0-Go\r\n'), { service: 'ssh', product: 'Go', version: null }],
  ['SSH after other lines', greeting('Welcome\r\nSSH-2.0-OpenSSH_9.2p1\r\n'), { service: 'ssh', banner: 'Welcome' }],
  ['vsFTPd', greeting('220 (vsFTPd 3.0.3)\r\n'), { service: 'ftp', product: 'vsFTPd', version: '3.0.3' }],
  [
    'ProFTPD',
    greeting('220 ProFTPD 1.3.5e Server (Debian) [::ffff:192.0.2.7]\r\n'),
    { service: 'ftp', product: 'ProFTPD', version: '1.3.5e', operatingSystem: 'debian' },
  ],
  [
    'Pure-FTPd',
    greeting('220---------- Welcome to Pure-FTPd [privsep] [TLS] ----------\r\n220 You are user 1\r\n'),
    { service: 'ftp', product: 'Pure-FTPd' },
  ],
  [
    'Postfix',
    greeting('220 mail.example.com ESMTP Postfix (Debian/GNU)\r\n'),
    { service: 'smtp', product: 'Postfix', operatingSystem: 'debian' },
  ],
  [
    'Exim',
    greeting('220 web1.example.com ESMTP Exim 4.96.2 Mon, 01 Jan 2024 00:00:00 +0000\r\n'),
    { service: 'smtp', product: 'Exim', version: '4.96.2' },
  ],
  [
    'a terse SMTP server',
    (socket) => {
      socket.write('220 mx.example.com\r\n');
      answering(['NOOP', '250 2.0.0 Ok\r\n'])(socket);
    },
    { service: 'smtp' },
  ],
  [
    'a terse FTP server',
    (socket) => {
      socket.write('220 files.example.com\r\n');
      answering(['NOOP', '530 Please login first.\r\n'])(socket);
    },
    { service: 'ftp' },
  ],
  [
    'Dovecot POP3',
    greeting('+OK Dovecot (Ubuntu) ready.\r\n'),
    { service: 'pop3', product: 'Dovecot', operatingSystem: 'ubuntu' },
  ],
  [
    'Dovecot IMAP',
    greeting('* OK [CAPABILITY IMAP4rev1 LITERAL+ LOGINDISABLED] Dovecot (Debian) ready.\r\n'),
    { service: 'imap', product: 'Dovecot' },
  ],
  ['a Telnet negotiation', greeting(hex('fffd18 fffd20 fffd23 fffd27')), { service: 'telnet', banner: null }],
  [
    'a Telnet login',
    greeting(Buffer.concat([hex('fffb01 fffb03'), Buffer.from('router login: ')])),
    { service: 'telnet', banner: 'router login:', unauthenticated: false },
  ],
  ['rsync', greeting('@RSYNCD: 31.0 sha512 md5\n'), { service: 'rsync', version: '31.0' }],
  ['NNTP', greeting('200 news.example.com InterNetNews NNRP server INN 2.6.4 ready\r\n'), { service: 'nntp' }],
  ['IRC', greeting(':irc.example.com NOTICE * :*** Looking up your hostname...\r\n'), { service: 'irc' }],
  [
    'MySQL',
    greeting(mysqlHandshake('8.0.36-0ubuntu0.22.04.1')),
    {
      service: 'mysql',
      product: 'MySQL',
      version: '8.0.36',
      operatingSystem: 'ubuntu',
      banner: '8.0.36-0ubuntu0.22.04.1',
    },
  ],
  [
    'MariaDB',
    greeting(mysqlHandshake('5.5.5-10.11.6-MariaDB-1:10.11.6+maria~deb12')),
    { service: 'mysql', product: 'MariaDB', version: '10.11.6', operatingSystem: 'debian' },
  ],
  [
    'MySQL that refuses the host',
    greeting(mysqlRefusal(1130, "Host '127.0.0.1' is not allowed to connect to this MySQL server")),
    { service: 'mysql', product: 'MySQL' },
  ],
  [
    'MySQL that blocked the host',
    greeting(mysqlRefusal(1129, "#HY000Host '127.0.0.1' is blocked because of many connection errors")),
    { service: 'mysql' },
  ],
  ['MySQL X Protocol', greeting(hex('05 000000 0b 08 05 1a 00')), { service: 'mysql' }],
  ['PostgreSQL with TLS', answering([hex('00000008 04d2162f'), 'S']), { service: 'postgresql', product: 'PostgreSQL' }],
  ...(
    [
      ['that trusts everybody', hex('52 00000008 00000000'), true],
      ['that asks for a password in clear text', hex('52 00000008 00000003'), false],
      ['that asks for MD5', hex('52 0000000c 00000005 01020304'), false],
      ['that asks for SCRAM', Buffer.concat([hex('52 00000017 0000000a'), Buffer.from('SCRAM-SHA-256\0\0')]), false],
      ['that lets nobody in from here', Buffer.from('E\0\0\0\x20SFATAL\0C28000\0Mno pg_hba.conf\0\0'), null],
      ['that repeats what it is told', hex('00000029 00030000'), null],
      ['that says OK and goes on in another way', hex('52 0000000c 00000000 00000000'), null],
    ] as const
  ).flatMap(([name, answer, unauthenticated]) =>
    ['S', 'N'].map((encryption): (typeof speakers)[number] => [
      `PostgreSQL ${name}, encryption ${encryption === 'S' ? 'on offer' : 'not on offer'}`,
      answering([hex('00000008 04d2162f'), encryption], [hex('00000029 00030000'), answer]),
      { service: 'postgresql', unauthenticated },
    ]),
  ),
  ['PostgreSQL without TLS', answering([hex('00000008 04d2162f'), 'N']), { service: 'postgresql' }],
  [
    'Redis without a password',
    answering(['PING\r\n', '+PONG\r\n'], ['INFO server\r\n', '$40\r\n# Server\r\nredis_version:7.0.15\r\n\r\n']),
    { service: 'redis', version: '7.0.15', unauthenticated: true },
  ],
  ['what says +PONG and no more', answering(['PING\r\n', '+PONG\r\n']), { service: 'redis', unauthenticated: null }],
  [
    'what says +PONG to everything',
    answering(['PING\r\n', '+PONG\r\n'], ['INFO', '+PONG\r\n']),
    { service: 'redis', unauthenticated: null },
  ],
  ...(
    [
      ['dash', '/bin/sh: 1: GET: not found\n/bin/sh: 2: Host:: not found\n'],
      ['bash', '/bin/bash: line 1: GET: command not found\n'],
      ['a busybox', '/bin/sh: GET: not found\n'],
      ['zsh', 'zsh: command not found: GET\n'],
      ['cmd.exe', "'GET' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n"],
      ['PowerShell', "GET : The term 'GET' is not recognized as the name of a cmdlet, function, script file\r\n"],
    ] as const
  ).map(([name, complaint]): (typeof speakers)[number] => [
    `the shell of ${name} for everybody`,
    answering(['GET', complaint]),
    { service: 'bind-shell', unauthenticated: true },
  ]),
  [
    'cmd.exe that greets',
    greeting(
      'Microsoft Windows [Version 10.0.19045.3803]\r\n(c) Microsoft Corporation. All rights reserved.\r\n\r\nC:\\>',
    ),
    { service: 'bind-shell', unauthenticated: true },
  ],
  ['bash that greets', greeting('root@web1:~# '), { service: 'bind-shell', unauthenticated: true }],
  [
    'the native port of ClickHouse, which apologises in HTTP',
    answering([
      'GET',
      'HTTP/1.0 400 Bad Request\r\n\r\nPort 9000 is for clickhouse-client program\r\nYou must use port 8123 for HTTP.\r\n',
    ]),
    { service: 'clickhouse' },
  ],
  [
    'a protocol of its own behind text that apologises in HTTP',
    answering(
      ['GET', 'HTTP/1.0 400 Bad Request\r\n\r\nThis port speaks another protocol.\r\n'],
      ['AMQP\0\0\x09\x01', amqpStart('X', '1.0')],
    ),
    { service: 'amqp' },
  ],
  [
    'Redis with a password',
    answering(['PING\r\n', '-NOAUTH Authentication required.\r\n']),
    { service: 'redis', unauthenticated: false },
  ],
  [
    'Redis in protected mode',
    (socket) => socket.end('-DENIED Redis is running in protected mode because ...\r\n'),
    { service: 'redis', unauthenticated: false },
  ],
  [
    'Redis that gives itself away in answer to HTTP',
    answering(
      ['PING', '+PONG\r\n'],
      ['INFO', '$9\r\n# Server\r\nredis_version:7.0.15\r\n\r\n'],
      ['GET', "-ERR wrong number of arguments for 'get' command\r\n"],
    ),
    { service: 'redis', unauthenticated: true },
  ],
  [
    'Memcached',
    answering(['version\r\n', 'VERSION 1.6.18\r\n'], ['GET', 'ERROR\r\n']),
    { service: 'memcached', version: '1.6.18', unauthenticated: true },
  ],
  [
    'MongoDB without a login',
    mongo(
      mongoReply(
        Buffer.concat([hex('03'), Buffer.from('featureCompatibilityVersion\0'), bsonString('version', '7.0')]),
      ),
    ),
    { service: 'mongodb', version: '7.0.5', unauthenticated: true },
  ],
  [
    'MongoDB with a login',
    mongo(
      mongoReply(
        Buffer.concat([
          bsonString('errmsg', 'Command getParameter requires authentication'),
          bsonString('codeName', 'Unauthorized'),
        ]),
      ),
    ),
    { service: 'mongodb', version: '7.0.5', unauthenticated: false },
  ],
  [
    'VNC with a password',
    (socket) => {
      socket.write('RFB 003.008\n');
      answering(['RFB 003.008\n', hex('02 02 10')])(socket);
    },
    { service: 'vnc', version: '3.8', unauthenticated: false },
  ],
  [
    'VNC without a password',
    (socket) => {
      socket.write('RFB 003.008\n');
      answering(['RFB 003.008\n', hex('01 01')])(socket);
    },
    { service: 'vnc', unauthenticated: true },
  ],
  [
    'old VNC without a password',
    (socket) => {
      socket.write('RFB 003.003\n');
      answering(['RFB 003.003\n', hex('00000001')])(socket);
    },
    { service: 'vnc', version: '3.3', unauthenticated: true },
  ],
  [
    'RDP with network level authentication',
    answering([hex('03000013 0ee0'), hex('03000013 0ed000001234000200080002000000')]),
    { service: 'rdp', unauthenticated: false, operatingSystem: 'windows' },
  ],
  [
    'old RDP',
    answering([hex('03000013 0ee0'), hex('0300000b 06d00000123400')]),
    { service: 'rdp', unauthenticated: null },
  ],
  [
    'SMB 2',
    answering([
      Buffer.concat([hex('00000045'), Buffer.from('\xffSMBr', 'latin1')]),
      Buffer.concat([hex('00000040'), Buffer.from('\xfeSMB', 'latin1'), Buffer.alloc(60, 1)]),
    ]),
    { service: 'smb', version: '2 or 3' },
  ],
  [
    'SMB 1',
    answering([
      Buffer.concat([hex('00000045'), Buffer.from('\xffSMBr', 'latin1')]),
      Buffer.concat([hex('00000040'), Buffer.from('\xffSMB', 'latin1'), Buffer.alloc(60, 0x80)]),
    ]),
    { service: 'smb', version: '1' },
  ],
  [
    'LDAP',
    answering([hex('30'), hex('3007 020101 6402 0400'.replace('3007', '300b').concat('0000 0000'))]),
    { service: 'ldap', unauthenticated: null },
  ],
  [
    'LDAP that wants a login',
    answering([hex('30'), hex('300c 020101 6507 0a0130 0400 0400')]),
    { service: 'ldap', unauthenticated: false },
  ],
  [
    'RabbitMQ',
    answering(['AMQP\0\0\x09\x01', amqpStart('RabbitMQ', '3.12.4')]),
    { service: 'amqp', product: 'RabbitMQ', version: '3.12.4' },
  ],
  [
    'NATS',
    greeting('INFO {"server_id":"NA","version":"2.9.10","max_payload":1048576} \r\n'),
    { service: 'nats', product: 'NATS', version: '2.9.10', unauthenticated: true },
  ],
  [
    'NATS with a login',
    greeting('INFO {"server_id":"NA","version":"2.9.10","auth_required":true} \r\n'),
    { service: 'nats', unauthenticated: false },
  ],
  [
    'rsync that lists its modules and says no more',
    (socket) => {
      socket.write('@RSYNCD: 31.0\n');
      answering(['@RSYNCD: 31.0\n#list\n', 'backup         \tnightly\n@RSYNCD: EXIT\n'])(socket);
    },
    { service: 'rsync', unauthenticated: null },
  ],
  ...(
    [
      ['with a module for everybody', { backup: 'AUTHREQD q1', public: 'OK' }, true],
      ['whose modules all want a password', { backup: 'AUTHREQD q1', files: 'AUTHREQD q2' }, false],
      ['of which not every module was asked', { a: 'AUTHREQD q1', b: 'AUTHREQD q2', c: 'AUTHREQD q3' }, null],
      ['with a module that is for other addresses', { backup: 'AUTHREQD q1', other: 'EXIT' }, null],
    ] as const
  ).map(([name, modules, unauthenticated]): (typeof speakers)[number] => [
    `rsync ${name}`,
    (socket) => {
      socket.write('@RSYNCD: 31.0\n');
      const list = Object.keys(modules).map((module) => `${module.padEnd(15)}\t\n`);
      answering(
        ['@RSYNCD: 31.0\n#list\n', `${list.join('')}@RSYNCD: EXIT\n`],
        ...Object.entries(modules).map(
          ([module, answer]) => [`@RSYNCD: 31.0\n${module}\n`, `@RSYNCD: ${answer}\n`] as const,
        ),
      )(socket);
    },
    { service: 'rsync', unauthenticated },
  ]),
  [
    'rsync that lists nothing',
    (socket) => {
      socket.write('@RSYNCD: 31.0\n');
      answering(['@RSYNCD: 31.0\n#list\n', '@RSYNCD: EXIT\n'])(socket);
    },
    { service: 'rsync', unauthenticated: null },
  ],
  [
    'IRC that waits for its client',
    answering(['PING', ':irc.example.com 451 * :Connection not registered\r\n']),
    { service: 'irc' },
  ],
  ['SOCKS that asks nobody', answering([hex('050100'), hex('0500')]), { service: 'socks', unauthenticated: true }],
  ['SOCKS with a login', answering([hex('050100'), hex('05ff')]), { service: 'socks', unauthenticated: false }],
  [
    'XMPP',
    answering(['GET', "<?xml version='1.0'?><stream:stream id='1'><stream:error/></stream:stream>"]),
    { service: 'xmpp' },
  ],
  ['MQTT open to all', answering([hex('100c0004'), hex('20020000')]), { service: 'mqtt', unauthenticated: true }],
  ['MQTT with a login', answering([hex('100c0004'), hex('20020005')]), { service: 'mqtt', unauthenticated: false }],
  [
    'SQL Server',
    answering([hex('1201001a'), hex('04010020 00000100 00 000b 0006 01 0011 0001 ff 0f00 07d0 0000 02')]),
    { service: 'mssql', version: '15.0.2000' },
  ],
  [
    'a web server',
    answering([
      'GET / HTTP/1.1\r\nHost: 127.0.77.1:',
      page('200 OK', 'Server: Apache/2.4.57 (Debian)', '<title>Shop</title>'),
    ]),
    {
      service: 'http',
      product: 'Apache',
      version: '2.4.57',
      operatingSystem: 'debian',
      banner: 'HTTP/1.1 200 OK, title: Shop',
    },
  ],
  [
    'a web server that redirects',
    answering(['GET', page('301 Moved', 'Server: nginx\r\nLocation: https://shop.example.com/', '')]),
    { service: 'http', product: 'nginx', tls: false },
  ],
  [
    'Elasticsearch',
    answering(['GET / ', page('200 OK', 'content-type: application/json', elasticsearchRoot)]),
    { service: 'elasticsearch', product: 'Elasticsearch', version: '7.17.9', unauthenticated: true },
  ],
  [
    'Elasticsearch with a login',
    answering(['GET / ', page('401 Unauthorized', 'X-elastic-product: Elasticsearch', '{}')]),
    { service: 'elasticsearch', unauthenticated: false },
  ],
  [
    'Docker, which has not been seen to obey',
    answering([
      'GET / ',
      page(
        '404 Not Found',
        'Content-Type: application/json\r\nServer: Docker/24.0.7 (linux)',
        '{"message":"page not found"}',
      ),
    ]),
    { service: 'docker', version: '24.0.7', unauthenticated: null },
  ],
  [
    'Docker without a Server header',
    answering(
      ['GET / ', page('404 Not Found', 'Content-Type: application/json', '{"message":"page not found"}')],
      ['GET /version ', page('200 OK', 'Content-Type: application/json', dockerVersion)],
    ),
    { service: 'docker', version: '24.0.7', unauthenticated: true },
  ],
  [
    'etcd',
    answering(
      ['GET / ', page('404 Not Found', 'Content-Type: text/plain', '404 page not found\n')],
      [
        'GET /version ',
        page('200 OK', 'Content-Type: application/json', '{"etcdserver":"3.5.9","etcdcluster":"3.5.0"}'),
      ],
    ),
    { service: 'etcd', version: '3.5.9' },
  ],
  [
    'etcd open to all',
    answering(
      ['GET / ', page('404 Not Found', 'Content-Type: text/plain', '404 page not found\n')],
      ['GET /version ', page('200 OK', 'Content-Type: application/json', '{"etcdserver":"3.5.9"}')],
      [
        'POST /v3/kv/range ',
        page('200 OK', 'Content-Type: application/json', '{"header":{"cluster_id":"1","member_id":"2"}}'),
      ],
    ),
    { service: 'etcd', version: '3.5.9', unauthenticated: true },
  ],
  [
    'etcd with a login',
    answering(
      ['GET / ', page('404 Not Found', 'Content-Type: text/plain', '404 page not found\n')],
      ['GET /version ', page('200 OK', 'Content-Type: application/json', '{"etcdserver":"3.5.9"}')],
      [
        'POST /v3/kv/range ',
        page('400 Bad Request', 'Content-Type: application/json', '{"error":"etcdserver: user name is empty"}'),
      ],
    ),
    { service: 'etcd', unauthenticated: false },
  ],
  [
    'a web server whose page is compressed, which is not our concern',
    answering([
      'GET / ',
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Encoding: gzip\r\n\r\n'),
        gzipSync('<title>bomb</title>'),
      ]),
    ]),
    { service: 'http', product: 'nginx', banner: 'HTTP/1.1 200 OK' },
  ],
  [
    'CouchDB',
    answering([
      'GET / ',
      page(
        '200 OK',
        'Server: CouchDB/3.3.2 (Erlang OTP/24)\r\nContent-Type: application/json',
        '{"couchdb":"Welcome","version":"3.3.2"}',
      ),
    ]),
    { service: 'couchdb', version: '3.3.2' },
  ],
  [
    'Webmin',
    answering(['GET / ', page('200 OK', 'Server: MiniServ/2.105', 'login')]),
    { service: 'webmin', version: '2.105' },
  ],
  [
    'RTSP',
    answering(['GET / ', 'RTSP/1.0 400 Bad Request\r\nServer: Hipcam RealServer/V1.0\r\n\r\n']),
    { service: 'rtsp', product: 'Hipcam RealServer', version: 'V1.0' },
  ],
];

describe('a service is recognised on any port', () => {
  let identities: readonly ServiceIdentity[] = [];

  beforeAll(async () => {
    const servers = await Promise.all(speakers.map(([, speak]) => startServer(speak)));
    const service = createServiceIdentifier(patient);
    identities = await Promise.all(
      servers.map(({ port }) => service.identify({ address: loopbackAddress, protocol: 'tcp', port })),
    );
    await service.close();
    await Promise.all(servers.map((server) => server.close()));
  });

  it.each(speakers.map(([name, , expected], index) => [name, index, expected] as const))(
    '%s',
    (_name, index, expected) => {
      expect(identities[index]).toMatchObject({ method: 'probed', ...expected });
    },
  );
});

/** These are asked only where their number is: the port is the real one. */
const onTheirPorts: readonly (readonly [name: string, port: number, speak: Speaker, expected: Expected])[] = [
  [
    'X11 open to all',
    6003,
    answering([hex('6c000b00'), hex('01 00 0b00 0000 0000')]),
    { service: 'x11', unauthenticated: true },
  ],
  [
    'X11 closed',
    6002,
    answering([hex('6c000b00'), hex('00 05 0b00 0000 0200 4e6f')]),
    { service: 'x11', unauthenticated: false },
  ],
  [
    'ADB',
    5555,
    answering([
      'CNXN',
      Buffer.concat([Buffer.from('CNXN'), Buffer.alloc(20), Buffer.from('device::ro.product.model=TV Box;')]),
    ]),
    { service: 'adb', product: 'TV Box', unauthenticated: true },
  ],
  [
    'ADB with a challenge',
    5555,
    answering(['CNXN', Buffer.concat([Buffer.from('AUTH'), Buffer.alloc(40)])]),
    { service: 'adb', unauthenticated: false },
  ],
  ['SOCKS', 1080, answering([hex('050100'), hex('0500')]), { service: 'socks', unauthenticated: true }],
  [
    'SIP',
    5060,
    answering(['OPTIONS sip:127.0.77.1:5060', 'SIP/2.0 200 OK\r\nServer: Asterisk PBX 18.9\r\n\r\n']),
    { service: 'sip', product: 'Asterisk PBX', version: '18.9' },
  ],
  ['Cassandra', 9042, answering([hex('04000000 05'), hex('84 00 0000 06 00000000')]), { service: 'cassandra' }],
];

describe('a rarer service is recognised on its own port', () => {
  it.for(onTheirPorts)('%s', async ([, port, speak, expected]) => {
    const server = await serving(speak, { port });
    const identity = await identifier(patient).identify({
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
    });
    expect(identity).toMatchObject({ method: 'probed', ...expected });
  });
});

describe('a kubelet, known by its port and its manner', () => {
  const notFound = ['GET / ', page('404 Not Found', 'Content-Type: text/plain', '404 page not found\n')] as const;
  const pods = page('200 OK', 'Content-Type: application/json', '{"kind":"PodList","apiVersion":"v1","items":[]}');
  const refusal = ['GET / ', page('401 Unauthorized', 'Content-Type: text/plain', 'Unauthorized')] as const;
  const outcomes = [
    [
      'lets strangers in',
      answering(notFound, ['GET /runningpods/ ', pods]),
      { service: 'kubelet', unauthenticated: true },
    ],
    ['asks for a login', answering(refusal), { service: 'kubelet', unauthenticated: false }],
    [
      'is not proved open by pages that are not there',
      answering(notFound, ['GET /', notFound[1]]),
      { service: 'kubelet', unauthenticated: null },
    ],
  ] as const;

  it.for(outcomes)('%s', async ([, speak, expected]) => {
    const server = await serving(speak, { secure: true, port: 10250 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ tls: true, ...expected });
  });

  it('is not seen in the same answers on another port', async () => {
    expect(await identityOf(answering(notFound, ['GET /', notFound[1]]), { secure: true })).toMatchObject({
      service: 'https',
      unauthenticated: null,
    });
  });
});

describe('TLS', () => {
  const names = ['shop.example.com', 'www.example.com', '192.0.2.7', '*.example.net'];

  it('is recognised on any port, with HTTP inside, and the certificate names are read without trust', async () => {
    const speak = answering(['GET / ', page('200 OK', 'Server: nginx/1.24.0', 'hello')]);
    expect(await identityOf(speak, { secure: true })).toMatchObject({
      service: 'https',
      method: 'probed',
      tls: true,
      product: 'nginx',
      version: '1.24.0',
      certificateNames: names,
    });
  });

  it('with IMAP inside is imaps', async () => {
    const identity = await identityOf(greeting('* OK [CAPABILITY IMAP4rev1] Dovecot ready.\r\n'), { secure: true });
    expect(identity).toMatchObject({ service: 'imaps', tls: true, product: 'Dovecot', certificateNames: names });
  });

  it('with Elasticsearch inside stays elasticsearch', async () => {
    const identity = await identityOf(answering(['GET / ', page('401 No', 'X-elastic-product: Elasticsearch', '')]), {
      secure: true,
    });
    expect(identity).toMatchObject({ service: 'elasticsearch', tls: true, unauthenticated: false });
  });

  it('with nothing understood inside is tls', async () => {
    expect(await identityOf(silent, { secure: true })).toMatchObject({
      service: 'tls',
      method: 'probed',
      tls: true,
      certificateNames: names,
    });
  });

  it('that asks for a client certificate is not open to everybody', async () => {
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
      const secure = { requestCert: true, rejectUnauthorized: true, maxVersion };
      const identity = await identityOf(silent, { secure });
      expect(identity).toMatchObject({ service: 'tls', tls: true });
      expect(identity.unauthenticated).not.toBe(true);
    }
  });

  it('of an old version is still recognised', async () => {
    const secure = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
    expect(await identityOf(silent, { secure })).toMatchObject({ tls: true, certificateNames: names });
  });

  it('that takes its time with the handshake is still recognised', async () => {
    const inner = await serving(answering(['GET / ', page('200 OK', 'Server: nginx', '')]), { secure: true });
    const server = await serving((socket) => {
      socket.once('data', (first: Buffer) => {
        if (first[0] !== 0x16) return;
        socket.pause();
        const upstream = net.connect(inner.port, loopbackAddress);
        upstream.on('error', () => {});
        setTimeout(() => {
          upstream.write(first);
          socket.pipe(upstream).pipe(socket);
        }, 600);
      });
    });
    const slow = identifier({ connectTimeoutMs: 3000 });
    const identity = await slow.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'https', product: 'nginx', tls: true });
  });

  it('outranks the complaint of a web server that was spoken to in the clear', async () => {
    const server = await serving((socket) => {
      socket.once('data', (first: Buffer) => {
        const isHandshake = first[0] === 0x16;
        socket.end(
          isHandshake
            ? hex('15 0301 0002 0228')
            : page('400 Bad Request', 'Server: nginx', 'The plain HTTP request was sent to HTTPS port'),
        );
      });
    });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'tls', tls: true });
  });
});

describe('a port that tells nothing', () => {
  it('is unknown when its number has no name either', async () => {
    const server = await serving((socket) => socket.destroy(), { port: 6003 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toEqual({
      service: 'unknown',
      method: 'port_number',
      tls: false,
      product: null,
      version: null,
      banner: null,
      certificateNames: [],
      unauthenticated: null,
      operatingSystem: null,
      tlsFacts: null,
    });
  });

  it('is named after its number', async () => {
    const server = await serving(silent, { port: 3306 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'mysql', method: 'port_number', banner: null });
  });

  it('is named after its number when nothing listens any more', async () => {
    const server = await startServer(silent, { port: 3306 });
    await server.close();
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: 3306 });
    expect(identity).toMatchObject({ service: 'mysql', method: 'port_number' });
  });

  it('is named by what it says late where greetings are held back, and elsewhere when it is listened to again', async () => {
    const late: Speaker = (socket) => {
      const timer = setTimeout(() => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n'), 900);
      socket.on('close', () => clearTimeout(timer));
    };
    const smtp: Speaker = (socket) => {
      const timer = setTimeout(() => socket.end('220 mx.example.com ESMTP Postfix\r\n'), 900);
      socket.on('close', () => clearTimeout(timer));
    };
    const mail = await serving(smtp, { port: 2525 });
    const odd = await serving(late);
    const look = { address: loopbackAddress, protocol: 'tcp' } as const;
    const waits = { listenMs: 900, replyMs: 100, connectTimeoutMs: 300, portTimeoutMs: 60_000 };
    const service = identifier(waits);
    expect(await service.identify({ ...look, port: mail.port })).toMatchObject({ service: 'smtp' });
    expect(await service.identify({ ...look, port: odd.port, listensAgain: true })).toMatchObject({ service: 'ssh' });
  });

  it('is not spoken to in TLS when it has said in the clear what it is', async () => {
    const server = await serving((socket) => socket.on('data', () => socket.write('ERR UNKNOWN-COMMAND\n')));
    await identifier({ listenMs: 6_000, replyMs: 10_000, portTimeoutMs: 60_000 }).identify({
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
    });
    expect(server.received.filter((bytes) => bytes[0] === 0x16)).toEqual([]);
  });

  it('a web server on the number of another protocol is judged by its page, not by its refusal of that protocol', async () => {
    const server = await serving(
      (socket) =>
        socket.on('data', (bytes) =>
          socket.end(
            String(bytes).startsWith('GET / ')
              ? page('200 OK', 'Content-Type: text/html', '<title>Karma</title>The entry point for client.')
              : page('400 Bad Request', 'Connection: close', ''),
          ),
        ),
      { port: 27018 },
    );
    const target = { address: loopbackAddress, protocol: 'tcp', port: server.port } as const;
    expect(await identifier(patient).identify(target)).toMatchObject({ service: 'karma', unauthenticated: true });
  });

  it('that refuses in lines of text is sent nothing but text from then on, and no TLS', async () => {
    const server = await serving((socket) =>
      socket.on('data', () => {
        socket.write('-1 what');
        setTimeout(() => socket.write(' is that?\r\n'), 100);
      }),
    );
    const target = { address: loopbackAddress, protocol: 'tcp', port: server.port } as const;
    const identity = await identifier({ ...patient, replyMs: 2_000 }).identify(target);
    expect(identity).toMatchObject({ service: 'unknown', method: 'port_number' });
    expect(server.received.length).toBeGreaterThan(10);
    expect(server.received.filter((bytes) => /[^\t\r\n -~]/.test(bytes.toString('latin1')))).toEqual([]);
  });

  it('is called what it calls itself, once no protocol is understood', async () => {
    const identity = await identityOf((socket) => socket.on('data', () => socket.write('ERR quuxd/1.4.2: what?\r\n')));
    expect(identity).toMatchObject({ service: 'quuxd', method: 'probed', product: 'quuxd', version: '1.4.2' });
    expect(identity.unauthenticated).toBeNull();
  });

  it('is called by its protocol where that is understood, whatever it calls itself before', async () => {
    const speak: Speaker = (socket) =>
      socket.on('data', (request) =>
        socket.write(String(request).startsWith('version\r\n') ? 'VERSION 1.6.21\r\n' : 'Quux 1.0: what?\r\n'),
      );
    expect(await identityOf(speak)).toMatchObject({ service: 'memcached', version: '1.6.21' });
  });

  it('is no service but echo when it echoes what it is sent', async () => {
    const identity = await identityOf((socket) => socket.pipe(socket));
    expect(identity).toMatchObject({ service: 'echo', method: 'probed' });
  });

  it('is not echo when it repeats what is typed and says more', async () => {
    for (const encoding of ['latin1', 'utf8'] as const) {
      const identity = await identityOf((socket) =>
        socket.on('data', (bytes: Buffer) => socket.write(`${bytes.toString(encoding)}what?\r\n`, encoding)),
      );
      expect(identity).toMatchObject({ service: 'unknown', method: 'port_number' });
    }
  });

  it('is asked no further when it hangs up at once', async () => {
    const server = await serving((socket) => socket.end());
    await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(server.connections().total).toBe(1);
  });

  it('keeps the banner that nobody understood', async () => {
    const identity = await identityOf(greeting('\x07Hello\x1b[31m caf\xe9\u202e\r\nsecond line'));
    expect(identity).toMatchObject({ method: 'port_number', banner: 'Hello [31m café' });
  });

  it('is named after its number over UDP, where nothing is sent', async () => {
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'udp', port: 161 });
    expect(identity).toMatchObject({ service: 'snmp', method: 'port_number' });
  });
});

describe('a web server that closes after each answer', () => {
  const pages: Readonly<Record<string, string>> = {
    '/': page('302 Found', 'Server: TornadoServer/6.2\r\nLocation: /tree?', ''),
    '/api': page('200 OK', 'Content-Type: application/json', '{"version": "6.4.12"}'),
    '/api/status': page(
      '200 OK',
      'Content-Type: application/json',
      '{"kernels": 0, "started": "2026-11-22T22:48:45Z"}',
    ),
  };
  const closing: Speaker = (socket) => {
    socket.on('data', (request) => socket.end(pages[String(request).split(' ')[1]!] ?? ''));
  };

  it.for([[{}], [{ secure: true }]] as const)('is asked on, on other connections: %o', async ([options]) => {
    expect(await identityOf(closing, options)).toMatchObject({
      service: 'jupyter',
      version: '6.4.12',
      unauthenticated: true,
    });
  });
});

describe('restraint', () => {
  it('an industrial controller is listened to, and sent nothing', async () => {
    const server = await serving(silent, { port: 20_547 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(Buffer.concat(server.received)).toHaveLength(0);
    expect(server.connections().total).toBe(1);
    expect(identity.method).toBe('port_number');
  });

  it('a printer is sent nothing but empty lines, which it does not answer', async () => {
    const server = await serving(silent, { port: 9100 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(String(Buffer.concat(server.received))).toBe('\r\n\r\n');
    expect(server.connections().total).toBe(1);
    expect(identity.method).toBe('port_number');
  });

  it('where what it is sent is logged or kept, and nobody is answered, only the likely protocols are asked', async () => {
    const server = await serving(silent, { port: 2003 });
    await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: 2003 });
    const sent = Buffer.concat(server.received);
    const target = { address: loopbackAddress, port: 2003, userAgent: '' };
    const asked = byLikelihood.filter(({ probe }) => sent.includes(probe!.request(target)));
    expect(asked).toEqual(likely);
  });

  it('what answers empty lines on the printers’ port is no printer, and is asked like any other port', async () => {
    const refusal = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n400 Bad Request';
    const page = 'HTTP/1.1 200 OK\r\nServer: exporter/1.5\r\n\r\n<title>Node Exporter</title>';
    const server = await serving(
      (socket) => socket.once('data', (bytes) => socket.end(String(bytes).startsWith('GET / ') ? page : refusal)),
      { port: 9100 },
    );
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'node-exporter', method: 'probed' });
  });

  it('the port number chooses what is asked first', async () => {
    const server = await serving(answering(['PING\r\n', '+PONG\r\n']), { port: 16379 });
    await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(server.connections().total).toBe(1);
    // The second asks an open Redis for its version.
    expect(String(server.received[0])).toBe('PING\r\nINFO server\r\n');
  });

  it('a port that stays silent is asked every protocol whose servers may do so, and connected to no more often than the budget allows', async () => {
    const server = await serving(silent);
    await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    const mayBeSilent = byLikelihood.filter(({ answersAnyLine }) => !answersAnyLine);
    expect(server.connections().total).toBeGreaterThan(mayBeSilent.length);
    expect(server.connections().total).toBeLessThanOrEqual(connectionBudget);
    const sent = Buffer.concat(server.received);
    const target = {
      address: loopbackAddress,
      port: server.port,
      userAgent: 'Mozilla/5.0 (compatible; exposure-scanner)',
    };
    const isSent = ({ probe }: (typeof byLikelihood)[number]) => sent.includes(probe!.request(target));
    expect(mayBeSilent.filter((recogniser) => !isSent(recogniser)).map(({ service }) => service)).toEqual([]);
    expect(byLikelihood.filter(isSent)).toEqual(mayBeSilent);
  });

  it('a port is asked the same, whatever its number suggests', async () => {
    const target = { address: loopbackAddress, userAgent: 'Mozilla/5.0 (compatible; exposure-scanner)' };
    for (const port of [6379, 8883, 2525]) {
      const server = await serving(silent, { port });
      await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port });
      const sent = Buffer.concat(server.received);
      const missing = byLikelihood.filter(
        ({ probe, answersAnyLine }) => !answersAnyLine && !sent.includes(probe!.request({ ...target, port })),
      );
      expect([port, missing.map(({ service }) => service)]).toEqual([port, []]);
    }
  });

  it('what is sent to an unknown port carries no credentials', async () => {
    const server = await serving(silent);
    await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    const sent = Buffer.concat(server.received).toString('latin1');
    expect(sent).toContain('GET / HTTP/1.1');
    expect(sent).not.toMatch(/^(?:user|pass|auth|login)\b(?!-agent)|authorization:/im);
  });

  it('the port number is no verdict: SSH on the MySQL port is SSH', async () => {
    const server = await serving(greeting('SSH-2.0-OpenSSH_9.2p1\r\n'), { port: 3306 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'ssh', method: 'probed' });
  });

  it('at most the configured number of ports of one host is asked at once', async () => {
    const server = await serving(silent);
    const service = identifier({ maxPortsPerHostAtOnce: 3, listenMs: 600_000, portTimeoutMs: 600_000 });
    const target = { address: loopbackAddress, protocol: 'tcp', port: server.port } as const;
    const running = Promise.allSettled(Array.from({ length: 10 }, () => service.identify(target)));
    await expect.poll(() => server.connections().total).toBe(3);
    // Connections are accepted in order: whatever else was under way has arrived before this one.
    const marker = net.connect(server.port, loopbackAddress);
    await once(marker, 'connect');
    await expect.poll(() => server.connections().total).toBe(4);
    marker.destroy();
    await service.close();
    await running;
  });

  it('at most the configured number of bytes is read', async () => {
    let sent = 0;
    const server = await serving((socket) => {
      const pour = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 'x'))) sent += 16_384;
      };
      socket.on('drain', pour);
      pour();
    });
    const identity = await identifier({
      maxBytesPerConnection: 4096,
      listenMs: 60_000,
      portTimeoutMs: 60_000,
    }).identify({
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
    });
    expect(identity.banner).toBe('x'.repeat(200));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('bounds', () => {
  it('a server that drips forever is left at the end of the listening time', async () => {
    const identity = await identityOf((socket) => {
      const drip = setInterval(() => socket.write('y'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(identity).toMatchObject({ method: 'port_number', banner: expect.stringMatching(/^y+$/) });
  });

  it('a server that is slow to greet on the port of a greeting service is waited for', async () => {
    const slow: Speaker = (socket) => {
      setTimeout(() => socket.write('+OK Dovecot ready.\r\n'), 450);
    };
    // FTP's second number: its first one is closed to unprivileged users.
    const server = await serving(slow, { port: 2121 });
    const identity = await identifier().identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity).toMatchObject({ service: 'pop3', method: 'probed' });
    // It is asked nothing, and not left without a word.
    expect(String(server.received[0])).toBe('QUIT\r\n');
  });

  it('a port that stays silent is given up at its time limit', async () => {
    const server = await serving(silent);
    const service = identifier({ listenMs: 600_000, replyMs: 600_000, portTimeoutMs: 200 });
    const identity = await service.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
    expect(identity.method).toBe('port_number');
  });

  it('aborting rejects with the reason and closes the connections', async () => {
    const server = await serving(silent);
    const controller = new AbortController();
    const service = identifier({ listenMs: 600_000, portTimeoutMs: 600_000 });
    const running = service.identify({
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
      signal: controller.signal,
    });
    const rejection = expect(running).rejects.toThrow('scan cancelled');
    await expect.poll(() => server.connections().now).toBe(1);
    controller.abort(new Error('scan cancelled'));
    await rejection;
    await expect.poll(() => server.connections().now).toBe(0);
  });

  it('aborting before the turn has begun rejects as well', async () => {
    const server = await serving(silent);
    const controller = new AbortController();
    const service = identifier({ listenMs: 600_000, portTimeoutMs: 600_000 });
    const running = service.identify({
      address: loopbackAddress,
      protocol: 'tcp',
      port: server.port,
      signal: controller.signal,
    });
    controller.abort(new Error('scan cancelled'));
    await expect(running).rejects.toThrow('scan cancelled');
  });

  it('closing rejects what runs and what comes after', async () => {
    const server = await serving(silent);
    const service = identifier({ listenMs: 600_000, portTimeoutMs: 600_000, maxPortsPerHostAtOnce: 1 });
    const target = { address: loopbackAddress, protocol: 'tcp', port: server.port } as const;
    const outcomes = Promise.allSettled([service.identify(target), service.identify(target)]);
    await expect.poll(() => server.connections().now).toBe(1);
    await service.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(service.identify(target)).rejects.toThrow('closed');
  });

  it('a name is never resolved', async () => {
    await expect(identifier().identify({ address: 'localhost', protocol: 'tcp', port: 80 })).rejects.toThrow(TypeError);
  });

  it('any bytes whatever, said at once or in answer, give an identity with a clean banner', async () => {
    let bytes = Buffer.alloc(0);
    let waits = false;
    const server = await serving((socket) => {
      if (waits) socket.once('data', () => socket.end(bytes));
      else socket.end(bytes);
    });
    const service = identifier({ listenMs: 10, replyMs: 100 });
    const anyBytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      // What looks right at first gets further.
      fc
        .tuple(
          fc.constantFrom(
            'HTTP/1.1 200 ',
            'SSH-2.0-',
            '220 ',
            'RFB 003.008\n',
            '*',
            '+OK',
            '\xff\xfd',
            '\x05\x00',
            'AMQP',
            '\x15\x03\x01',
            '\x4a\0\0\0\x0a5.7',
          ),
          fc.uint8Array({ maxLength: 300 }),
        )
        .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest])),
    );
    await fc.assert(
      fc.asyncProperty(anyBytes, fc.boolean(), async (said, waitsForClient) => {
        bytes = Buffer.from(said);
        waits = waitsForClient;
        const identity = await service.identify({ address: loopbackAddress, protocol: 'tcp', port: server.port });
        for (const text of [identity.banner, identity.product, identity.version]) {
          expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
          expect([...(text ?? '')].length).toBeLessThanOrEqual(200);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

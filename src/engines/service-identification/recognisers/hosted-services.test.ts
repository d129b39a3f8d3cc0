/** Services that hosting customers run, by what their makers' documents and sources have them say. */
import { describe, expect, it } from 'vitest';
import type { Recognition } from '../recogniser.ts';
import { recognisers } from './registry.ts';

const target = { address: '192.0.2.7', port: 25565, userAgent: 'test' };
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const text = (said: string) => Buffer.from(said, 'latin1');

function unasked(bytes: Buffer): Recognition | undefined {
  return recognisers.flatMap((one) => one.unasked?.(bytes, target) ?? [])[0];
}

const asked = (service: string) => recognisers.find((one) => one.service === service && one.probe)!.probe!;
const answered = (service: string, bytes: Buffer) => asked(service).reply!(bytes, target);

describe('a service that says what it is, unasked or to a request of another protocol', () => {
  it.each<[service: string, said: Buffer, open: boolean | undefined]>([
    [
      'vmware-authd',
      text('220 VMware Authentication Daemon Version 1.10: SSL Required, ServerDaemonProtocol:SOAP\r\n'),
      undefined,
    ],
    [
      'teamspeak-query',
      text('TS3\n\rWelcome to the TeamSpeak 3 ServerQuery interface, type "help" for a list\n\r'),
      undefined,
    ],
    ['openvpn-management', text(">INFO:OpenVPN Management Interface Version 1 -- type 'help' for more info\r\n"), true],
    ['freeswitch', text('Content-Type: auth/request\n\n'), undefined],
    [
      'freeswitch',
      text('Content-Type: text/rude-rejection\nContent-Length: 24\n\nAccess Denied, go away.\n'),
      undefined,
    ],
    ['faktory', text('+HI {"v":2}\r\n'), true],
    ['faktory', text('+HI {"v":2,"i":7042,"s":"1a02070f169c1121"}\r\n'), undefined],
    ['checkmk-agent', text('<<<check_mk>>>\nVersion: 2.1.0p24\nAgentOS: linux\n'), true],
    [
      'debugpy',
      text(
        'Content-Length: 141\r\n\r\n{"seq": 1, "type": "event", "event": "output", "body": {"category": "telemetry", "output": "ptvsd"}}',
      ),
      true,
    ],
    ['pdb', text('> /srv/app.py(7)handle()\n-> x = 1\n(Pdb) '), true],
    ['tinc', text('0 gateway 17\n'), undefined],
    ['tinc', text('0 gateway 17.7\n'), undefined],
    [
      'shoutcast',
      text('ICY 401 Service Unavailable\r\nicy-notice1:<BR>SHOUTcast Distributed Network Audio Server\r\n'),
      undefined,
    ],
    ['elasticsearch-transport', text('This is not an HTTP port'), undefined],
    [
      'rethinkdb',
      text(
        'ERROR: Received an unsupported protocol version. This port is for RethinkDB queries. Does your client driver\n\0',
      ),
      undefined,
    ],
    ['zeromq', hex('ff00000000000000017f'), undefined],
    ['dask', text('\x01\0\0\0\0\0\0\0\x83\xabcompression\xc0\xa6python\x93\x03\x0b\x02\xafpickle-protocol\x05'), true],
    ['nsq', Buffer.concat([hex('00000012 00000001'), text('E_BAD_PROTOCOL')]), undefined],
    ['nsq', Buffer.concat([hex('0000000e'), text('E_BAD_PROTOCOL')]), undefined],
    ['svdrp', text('220 tv SVDRP VideoDiskRecorder 2.6.0; Mon Nov 30 12:00:00 2026; UTF-8\r\n'), undefined],
    ['mupdate', text('* AUTH "PLAIN"\r\n* OK MUPDATE "mail.example.com" "Cyrus" "3.6.1" "(master)"\r\n'), undefined],
    ['cyrus-sync', text('* SASL PLAIN\r\n* STARTTLS\r\n* OK mail.example.com Cyrus sync server v3.6.1\r\n'), undefined],
    ['acap', text('* ACAP (IMPLEMENTATION "CommuniGate Pro ACAP 6.3") (STARTTLS)\r\n'), undefined],
    ['prosody-console', text('| ___/|\n\n| Welcome to the Prosody administration console. For a list'), true],
    ['clojure-repl', text('user=> '), true],
    ['erlang-shell', text('Eshell V13.1.5  (abort with ^G)\n1> '), true],
    ['beanshell', text('BeanShell 2.0b4 - by Pat Niemeyer (pat@pat.net)\nbsh % '), true],
    ['osgi-console', text('\xff\xfb\x01\r\nosgi> '), true],
    ['osgi-console', text('____________________________\r\nWelcome to Apache Felix Gogo\r\n\r\ng! '), true],
    ['dovecot-auth', text('VERSION\t1\t2\nMECH\tPLAIN\tplaintext\nSPID\t41\nCUID\t1\n'), undefined],
    ['ncacn-http', text('ncacn_http/1.0'), undefined],
    ['aprs-is', text('# aprsc 2.1.14-g5e22b37\r\n'), undefined],
    ['i2p-bob', text('BOB 00.00.10\nOK\n'), true],
    ['finger', text('finger: GET: no such user.\n'), undefined],
    ['whois', text('%ERROR:108: bad character in input\n%\n'), undefined],
    ['whois', text('% This is the example.com Whois service.\n% Rights restricted.\n'), undefined],
    ['whois', text('%rwhois V-1.5:003fff:00 rwhois.example.com (by Network Solutions, Inc. V-1.5.9.6)\n'), undefined],
    [
      'haproxy-cli',
      text('Unknown command. Please enter one of the following commands only :\n  help           : this message\n'),
      true,
    ],
    ['haproxy-cli', text("Unknown command: 'GET', but maybe one of the following ones is a better match:\n"), true],
    ['fluidsynth', text('unknown command: GET (try help)\nunknown command: Host: (try help)\n'), true],
    ['powerman', text('001 2.3.27\r\npowerman> '), true],
    ['backuppc', text('1796080931,2,27,33558\n'), undefined],
    ['livestatus', text("Invalid GET request, no such table '/'\n"), true],
    ['ica', text('\x7f\x7fICA\0\x7f\x7fICA\0'), undefined],
    [
      'ndmp',
      hex(`80000038 00000001 6566b2a0 00000000 00000502 00000000 00000000 00000000 00000004 ${'00'.repeat(24)}`),
      undefined,
    ],
    ['omapi', hex('00000064 00000018'), undefined],
    ['libp2p', text('\x13/multistream/1.0.0\n'), undefined],
    ['ice', hex('49636550 0100 0100 03 00 0e000000'), undefined],
    ['java-objects', hex('aced0005'), undefined],
    ['python-multiprocessing', Buffer.concat([hex('0000001f'), text('#CHALLENGE#'), Buffer.alloc(20, 7)]), false],
    ['bandwidth-test', hex('01000000'), undefined],
    ['mikrotik-api', text('\x06!fatal\x0dnot logged in\0'), undefined],
    ['net-tcp', text('\x08\x49http://schemas.microsoft.com/ws/2006/05/framing/faults/UnsupportedVersion'), undefined],
    [
      'json-rpc',
      text('{"jsonrpc": "2.0", "error": {"code": -32700, "message": "invalid JSON"}, "id": null}\n'),
      undefined,
    ],
  ])('%s, of which %j is a part', (service, said, open) => {
    const known = unasked(said);
    expect(known).toMatchObject({ service });
    expect(known!.unauthenticated).toBe(open);
  });

  it('what merely begins like one of them is none', () => {
    const others = [
      '220 VMware\r\n',
      '0 gateway 18\n',
      '+HI there\r\n',
      'Content-Length: 2\r\n\r\n{}',
      '(Pdb) ',
      'ICY\r\n',
      'HTTP/1.1 200 OK\r\n\r\n<p>pickle-protocol, compression</p>',
      'HTTP/1.1 200 OK\r\n\r\nWelcome to the Prosody administration console.',
      '220 tv.example.com SVDRP\r\n',
      '* OK MUPDATED\r\n',
      'Unknown command. Bye\n',
      'VERSION\t1\n',
      '% Total 12\n',
      '1796080931,2,27\n',
      '001 ready\r\n> ',
      'user=> (+ 1 2)',
      '{"jsonrpc": "2.0", "result": 1, "id": 1}\n',
    ].map(text);
    const names = [
      ...['vmware-authd', 'tinc', 'faktory', 'debugpy', 'pdb', 'shoutcast', 'zeromq', 'nsq', 'dask', 'prosody-console'],
      ...[
        'svdrp',
        'mupdate',
        'haproxy-cli',
        'dovecot-auth',
        'whois',
        'clojure-repl',
        'backuppc',
        'powerman',
        'json-rpc',
        'omapi',
        'ndmp',
      ],
      ...['bandwidth-test', 'libp2p', 'ica', 'ice', 'java-objects', 'python-multiprocessing', 'net-tcp', 'msrpc'],
    ];
    for (const bytes of [...others, Buffer.alloc(32, 0xff), Buffer.alloc(32)])
      expect(names).not.toContain(unasked(bytes)?.service ?? '');
  });
});

const minecraftStatus = JSON.stringify({
  version: { name: 'Paper 1.20.4', protocol: 765 },
  players: { max: 20, online: 0 },
  description: 'x',
});
const tnsRefusal = (() => {
  const data = text('\0\0\0\x5b(DESCRIPTION=(TMP=)(VSNNUM=318767104)(ERR=0)(ALIAS=LISTENER))');
  return Buffer.concat([hex('0000 0000 04 00 0000'), data]);
})();
tnsRefusal.writeUInt16BE(tnsRefusal.length, 0);
const boltChoice = hex('00000405');
const afpReply = (() => {
  const where = hex('0018 0022 0000 0000 8379');
  const body = Buffer.concat([where, Buffer.alloc(14), Buffer.from([14]), text('Netatalk3.1.15')]);
  const head = hex('01 03 0001 00000000 00000000 00000000');
  head.writeUInt32BE(body.length, 8);
  return Buffer.concat([head, body]);
})();
const rconReply = Buffer.concat([hex('1d000000'), text('bwid'), hex('00000000'), text('Unknown request 64\0\0')]);
rconReply.writeUInt32LE(rconReply.length - 4, 0);
const libvirtReply = (ways: string, count: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 32 + ways.length / 2]),
    hex(`20008086 00000001 00000042 00000001 00000000 00000000 ${count} ${ways}`),
  ]);

describe('a service that answers its own question', () => {
  it.each<[service: string, answer: Buffer, more: Partial<Recognition>]>([
    ['kafka', hex('00000016 77696465 0000 00000002 0000 0000 0009 0001 0000 000d'), { product: 'Apache Kafka' }],
    [
      'minecraft',
      Buffer.concat([Buffer.from([minecraftStatus.length + 2, 0, minecraftStatus.length]), text(minecraftStatus)]),
      { version: '1.20.4' },
    ],
    ['oracle', tnsRefusal, { version: '19.0.0' }],
    ['oracle', hex('0008 0000 0b 00 0000'), {}],
    [
      'thrift',
      Buffer.concat([hex('80010003 00000008'), text('identify'), hex('00000000 0b0001 00000003'), text('bad')]),
      {},
    ],
    ['bolt', boltChoice, {}],
    ['rcon', rconReply, { unauthenticated: false }],
    ['afp', afpReply, { product: 'Netatalk', version: '3.1.15' }],
    [
      'guacd',
      text('4.args,13.VERSION_1_5_0,8.hostname,4.port,9.read-only;'),
      { product: 'Apache Guacamole', unauthenticated: true },
    ],
    // What SmartDNS said of 127.0.0.1 while nobody answered it.
    [
      'dns',
      hex(
        '0038 6277 8180 0001 0001 0000 0000 0131 0130 0130 03313237 07696e2d61646472 0461727061 00 000c 0001 c00c 000c 0001 0000001e 0004 02766d00',
      ),
      { banner: 'DNS, recursion available' },
    ],
    ['spice', Buffer.concat([text('REDQ'), hex('02000000 02000000 ba000000 00000000')]), {}],
    ['libvirt', libvirtReply('00000001', '00000001'), { unauthenticated: false }],
    ['libvirt', libvirtReply('00000000', '00000001'), { unauthenticated: true }],
    [
      'nrepl',
      text(
        'd3:auxd3:cwd4:/srve2:id8:identify7:session4:none3:opsd5:cloned2:e6:statusl4:donee8:versionsd5:nrepld14:version-string5:1.0.0eee',
      ),
      { version: '1.0.0', unauthenticated: true },
    ],
    [
      'delve',
      text('{"id":1,"result":{"DelveVersion":"Version: 1.9.1","APIVersion":2},"error":null}\n'),
      { version: '1.9.1' },
    ],
    ['rtmp', Buffer.concat([Buffer.from([3]), Buffer.alloc(3072)]), {}],
    ['rpki-rtr', hex('00 08 0000 00000008'), {}],
    ['serf', text('\x82\xa5Error\xa0\xa3Seq\x01'), {}],
    [
      'gqtp',
      Buffer.concat([
        hex(`c700000000020000 00000030 ${'00'.repeat(12)}`),
        text('{"alloc_count":236,"version":"13.0.0"}'),
      ]),
      {},
    ],
    ['aerospike', Buffer.concat([hex('0201 00000000000e'), text('build\t6.4.0.2\n')]), { version: '6.4.0.2' }],
    [
      'riak',
      Buffer.concat([hex('00000013 08 0a 08'), text('riak@dev'), hex('12 06'), text('2.9.10')]),
      { version: '2.9.10' },
    ],
  ])('%s', (service, answer, more) => {
    expect(answered(service, answer)).toMatchObject({ service, ...more });
  });

  it('who answers in Zabbix’ protocol with JSON is no agent, and the gateway to Java by its version', () => {
    const said = (content: string) =>
      Buffer.concat([text('ZBXD\x01'), Buffer.from([content.length, 0, 0, 0, 0, 0, 0, 0]), text(content)]);
    const refusal = said('{"response":"failed","error":"Value agent.version cannot be converted to JSONObject"}');
    const known = answered('zabbix-agent', refusal)!;
    expect(known.service).toBe('zabbix');
    expect(known.unauthenticated).toBeUndefined();
    expect(known.followUp!.read(said('{"response":"success","data":[{"value":"6.0.14"}]}'))).toMatchObject({
      service: 'zabbix-java-gateway',
      version: '6.0.14',
      unauthenticated: true,
    });
    expect(known.followUp!.read(refusal)).toBeNull();
    expect(known.followUp!.request.length - 13).toBe(Number(known.followUp!.request.readBigUInt64LE(5)));
  });

  it.each([
    ['accepts', '05 00 0c 03 10000000 1800 0000 01000000 d016 d016 34120000'],
    ['refuses', '05 00 0d 03 10000000 1800 0000 01000000 0300 0105 00000000'],
  ])('Windows %s a client of DCE/RPC, and is known by it', (_what, answer) => {
    expect(unasked(hex(answer))).toMatchObject({ service: 'msrpc' });
    expect(unasked(hex(answer).subarray(0, 20))?.service).not.toBe('msrpc');
  });

  it('a password that libvirt asks for, and an answer that was cut, are no open door', () => {
    expect(answered('libvirt', libvirtReply('0000000100000002', '00000002'))!.unauthenticated).toBe(false);
    expect(answered('libvirt', libvirtReply('', '00000001'))!.unauthenticated).toBeUndefined();
    expect(answered('libvirt', libvirtReply('', ''))?.unauthenticated).toBeUndefined();
  });

  it('a server of streams that sends the handshake back as its own is no echo', () => {
    const request = asked('rtmp').request(target);
    const answer = Buffer.concat([request.subarray(0, 1537), Buffer.alloc(1536)]);
    expect(answer.subarray(0, request.length).equals(request)).toBe(false);
    expect(answered('rtmp', answer)).toMatchObject({ service: 'rtmp' });
  });

  it('an answer of something else is none of theirs', () => {
    const others = [
      Buffer.alloc(64),
      Buffer.alloc(64, 0xff),
      text('HTTP/1.1 400 Bad Request\r\n\r\n'),
      text('ERR\r\n'),
      hex('00000000'),
    ];
    const services = [
      'kafka',
      'minecraft',
      'oracle',
      'thrift',
      'bolt',
      'spice',
      'libvirt',
      'nrepl',
      'serf',
      'gqtp',
      'riak',
      'rcon',
      'afp',
      'guacd',
    ];
    for (const service of services) for (const bytes of others) expect(answered(service, bytes)).toBeNull();
  });

  it('the requests frame themselves as their protocols say', () => {
    const request = (service: string) => asked(service).request(target);
    expect(request('kafka').length - 4).toBe(request('kafka').readUInt32BE(0));
    expect(request('minecraft').length).toBe(request('minecraft')[0]! + 1 + 2);
    expect(request('oracle').length).toBe(request('oracle').readUInt16BE(0));
    expect(request('libvirt').length).toBe(request('libvirt').readUInt32BE(0));
    expect(request('spice').length - 16).toBe(request('spice').readUInt32LE(12));
    expect(request('rtmp').length).toBe(1538);
    expect(request('rpki-rtr').length).toBe(request('rpki-rtr').readUInt32BE(4));
    expect(request('gqtp').length - 24).toBe(request('gqtp').readUInt32BE(8));
    expect(request('msrpc').length).toBe(request('msrpc').readUInt16LE(8));
    expect(request('rcon').length - 4).toBe(request('rcon').readInt32LE(0));
    expect(request('afp').length).toBe(16);
    expect(request('aerospike').length - 8).toBe(request('aerospike').readUIntBE(2, 6));
  });
});

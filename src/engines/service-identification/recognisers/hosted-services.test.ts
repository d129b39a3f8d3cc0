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
    ].map(text);
    const names = ['vmware-authd', 'tinc', 'faktory', 'debugpy', 'pdb', 'shoutcast', 'zeromq', 'nsq', 'dask'];
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
    expect(request('aerospike').length - 8).toBe(request('aerospike').readUIntBE(2, 6));
  });
});

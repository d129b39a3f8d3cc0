import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';

import type { Recognition } from '../recogniser.ts';
import { createServiceIdentifier } from '../service-identifier.ts';
import { recogniseUdpAnswer, udpProbes, unobservableUdpPorts } from './udp-probes.ts';
import { hex } from './udp-service-probe.ts';

const allProbes = [...udpProbes].flatMap(([port, probes]) => probes.map((probe) => ({ port, probe })));
const requestTo = (port: number, index = 0) =>
  Buffer.from(udpProbes.get(port)![index]!.request({ address: '2001:db8::7', port }));

/** Our own query, turned into a response with these flags and what follows the question. */
function dnsResponse(query: Buffer, flags: number, answers: Buffer = Buffer.alloc(0)): Buffer {
  const response = Buffer.concat([query, answers]);
  response.writeUInt16BE(flags, 2);
  response.writeUInt16BE(answers.length > 0 ? 1 : 0, 6);
  return response;
}

const text = (value: string) => Buffer.from(value);
const lengthPrefixed = (value: string) => Buffer.concat([Buffer.of(0, value.length), text(value)]);

/** As documented by each protocol, with documentation addresses where there are any. */
const answers: readonly (readonly [port: number, name: string, answer: Buffer, expected: Partial<Recognition>])[] = [
  [17, 'a quote', text('Prediction is difficult. (Bohr)\r\n'), { service: 'qotd', unauthenticated: true }],
  [19, 'the character pattern', text(' !"#$%&\'()*+,-./0123456789:;<=>?@ABC\r\n'), { service: 'chargen' }],
  [
    53,
    'an open resolver’s answer',
    dnsResponse(requestTo(53), 0x8180, hex('c00c 0001 0001 00000e10 0004 c6290004')),
    { service: 'dns', unauthenticated: true },
  ],
  [
    53,
    'an authoritative server’s refusal',
    dnsResponse(requestTo(53), 0x8105),
    { service: 'dns', unauthenticated: false },
  ],
  [53, 'a closed resolver’s refusal', dnsResponse(requestTo(53), 0x8185), { service: 'dns', unauthenticated: false }],
  [
    69,
    'an error: file not found',
    Buffer.concat([hex('0005 0001'), text('File not found\0')]),
    { service: 'tftp', unauthenticated: true },
  ],
  [
    69,
    'an error: access violation',
    Buffer.concat([hex('0005 0002'), text('no\0')]),
    { service: 'tftp', unauthenticated: undefined },
  ],
  [
    111,
    'an accepted call',
    hex('00006277 00000001 00000000 00000000 00000000 00000000'),
    { service: 'rpcbind', unauthenticated: true },
  ],
  [
    111,
    'a denied call',
    hex('00006277 00000001 00000001 00000001 00000001'),
    { service: 'rpcbind', unauthenticated: false },
  ],
  [
    123,
    'the time',
    Buffer.concat([hex('24 02 06 e8'), Buffer.alloc(20), hex('6277 6277 6277 6277'), Buffer.alloc(16)]),
    { service: 'ntp', banner: 'NTP version 4, stratum 2' },
  ],
  [
    137,
    'a node status',
    Buffer.concat([
      hex('6277 8400 0000 0001 0000 0000'),
      text(` CK${'A'.repeat(30)}\0`),
      hex('0021 0001 00000000 0041 01'),
      text('FILESERVER     \0'),
      hex('0400'),
    ]),
    { service: 'netbios-ns', banner: 'NetBIOS name FILESERVER' },
  ],
  [
    161,
    'a report that carries the engine’s id',
    hex(
      `30 6a 020103 300f 02026277 020300ffe3 040100 020103
       0422 3020 0411 80001f88 80 a1a2a3a4a5a6a7a8a9aaabac 020101 02020100 0400 0400 0400
       3030 0411 80001f8880a1a2a3a4a5a6a7a8a9aaabac 0400 a819 02026277 020100 020100 300d 300b 06092b060106030f010104 0400`,
    ),
    { service: 'snmp', product: 'Net-SNMP' },
  ],
  [
    177,
    'Willing',
    Buffer.concat([hex('0001 0005 0009 0000 0003'), text('box'), hex('0000')]),
    { service: 'xdmcp', unauthenticated: true },
  ],
  [427, 'a service type reply', hex('02 0a 000014 0000 000000 6277 0002 656e 0000 0000'), { service: 'slp' }],
  [
    443,
    'a version negotiation',
    hex('80 00000000 08 7762776277627762 08 6277627762776277 00000001 6b3343cf ff00001d 5a6a7a8a'),
    { service: 'quic', banner: 'QUIC v1 v2 draft-29' },
  ],
  [
    500,
    'INVALID_MAJOR_VERSION',
    hex('6277627762776277 0000000000000000 29 20 22 20 00000000 00000024 0000 0008 0000 0005'),
    { service: 'ipsec', banner: 'IKE version 2' },
  ],
  [
    4500,
    'the same behind a marker',
    hex('00000000 6277627762776277 0000000000000000 29 10 05 00 00000000 0000001c'),
    { service: 'ipsec', banner: 'IKE version 1' },
  ],
  [523, 'a Db2 address', text('DB2RETADDR\0SQL11055\0db.example.com\0'), { service: 'db2', version: '11.5' }],
  [
    623,
    'the capabilities of a channel',
    hex('06 00 ff 07 00 00000000 00000000 10 81 1c 63 20 04 38 00 01 97 04 03 00000000 00'),
    { service: 'ipmi', version: '2.0', unauthenticated: true },
  ],
  [
    623,
    'a presence pong',
    hex('06 00 ff 06 000011be 40 62 00 10 000011be 00000000 81 00 000000000000'),
    { service: 'ipmi', banner: 'RMCP' },
  ],
  [1194, 'a server’s reset', hex('40 a1a2a3a4a5a6a7a8 01 00000000 6277627762776277 00000000'), { service: 'openvpn' }],
  [
    1434,
    'an instance',
    ((list: string) => Buffer.concat([hex('05'), Buffer.of(list.length, 0), text(list)]))(
      'ServerName;DB;InstanceName;MSSQLSERVER;IsClustered;No;Version;15.0.2000.5;tcp;1433;;',
    ),
    { service: 'mssql-browser', version: '15.0.2000.5' },
  ],
  [
    1900,
    'a root device',
    text(
      'HTTP/1.1 200 OK\r\nST: upnp:rootdevice\r\nUSN: uuid:1::upnp:rootdevice\r\nSERVER: Linux/5.4 UPnP/1.1 MiniUPnPd/2.2.1\r\n\r\n',
    ),
    { service: 'ssdp', product: 'MiniUPnPd', version: '2.2.1' },
  ],
  [3283, 'a Mac', Buffer.concat([hex('0001 03ea 31'), Buffer.alloc(1001)]), { service: 'apple-remote-desktop' }],
  [3389, 'a SYN and ACK', Buffer.concat([hex('62776277 0040 0005 a1a2a3a4 04d0 04d0')], 1232), { service: 'rdp-udp' }],
  [
    3478,
    'a binding response with its software',
    Buffer.concat([hex('0101 0010 2112a442 627762776277627762776277'), hex('8022 000c'), text('Coturn-4.6.1')]),
    { service: 'stun', product: 'Coturn', version: '4.6.1' },
  ],
  [
    3702,
    'a match',
    text('<e><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</a:Action></e>'),
    { service: 'ws-discovery' },
  ],
  [
    5060,
    'a telephone system',
    text('SIP/2.0 200 OK\r\nServer: Asterisk PBX/18.10.0\r\n\r\n'),
    { service: 'sip', product: 'Asterisk PBX', version: '18.10.0' },
  ],
  [5351, 'an outside address', hex('00 80 0000 00000e10 c0000201'), { service: 'nat-pmp', unauthenticated: true }],
  [5351, 'a refusal of the version', hex('02 80 0001 00000000 00000e10'), { service: 'nat-pmp', banner: 'PCP' }],
  [
    5353,
    'announced services',
    dnsResponse(requestTo(5353), 0x8400, hex('c00c 000c 0001 0000000a 0002 c00c')),
    { service: 'mdns' },
  ],
  [
    5683,
    'the first block of the resources',
    Buffer.concat([hex('60 45 6277 c1 28 d1 06 08 ff'), text('</a>,</b>')]),
    { service: 'coap', unauthenticated: true },
  ],
  [5683, 'a reset', hex('70 00 6277'), { service: 'coap' }],
  [
    10_001,
    'a device',
    Buffer.concat([hex('01 00 0017 03'), lengthPrefixed('v6.3.2'), hex('0c'), lengthPrefixed('NanoStation')]),
    { service: 'ubiquiti-discovery', product: 'Ubiquiti NanoStation', version: 'v6.3.2' },
  ],
  [
    11_211,
    'a version',
    Buffer.concat([hex('6277 0000 0001 0000'), text('VERSION 1.6.18\r\n')]),
    { service: 'memcached', version: '1.6.18' },
  ],
  [
    47_808,
    'a model name',
    hex('81 0a 001f 01 00 30 62 0c 0c 02000001 19 46 3e 75 0b 00 5441432d313030303030 3f'),
    { service: 'bacnet', product: 'TAC-100000', unauthenticated: true },
  ],
];

describe('the UDP probes', () => {
  it.each(answers)('port %i: %s is recognised', (port, _name, answer, expected) => {
    expect(recogniseUdpAnswer(port, answer)).toMatchObject(expected);
  });

  it('every probe has a documented answer that is recognised', () => {
    expect(new Set(answers.map(([port]) => port))).toEqual(new Set(udpProbes.keys()));
  });

  it('no answer is taken for one when it is cut short, changed or made up: at least nothing throws', () => {
    const seeds: Buffer[] = [...answers.map(([, , answer]) => answer), ...allProbes.map(({ port }) => requestTo(port))];
    const mutated = fc
      .tuple(fc.constantFrom(...seeds), fc.nat(1300), fc.nat(1300), fc.uint8Array({ maxLength: 40 }))
      .map(([seed, cut, at, rest]) => Buffer.concat([seed.subarray(0, cut), rest, seed.subarray(at)]));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 600 }).map(Buffer.from)), (bytes) => {
        for (const { probe } of allProbes) probe.recognise(bytes);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('no probe takes its own request for an answer, as an echo would send it', () => {
    const fooled = allProbes.filter(({ port, probe }) => probe.recognise(requestTo(port)) !== null);
    expect(fooled.map(({ probe }) => probe.service)).toEqual([]);
  });

  it('a request is short, except where servers answer only what fills a packet', () => {
    const long = allProbes.filter(({ port }) => requestTo(port).length > 600);
    expect(long.map(({ probe, port }) => [probe.service, requestTo(port).length])).toEqual([
      ['quic', 1200],
      ['rdp-udp', 1232],
    ]);
  });

  it('no request carries a community, a name or a password', () => {
    for (const { port } of allProbes) expect(String(requestTo(port))).not.toMatch(/public|private|admin|password/i);
  });

  it('asks a time server as a client, never in the modes of control and monitoring', () => {
    expect(requestTo(123)[0]! & 7).toBe(3);
  });

  it('does not claim to see what is silent by design', () => {
    for (const port of unobservableUdpPorts.keys()) expect(udpProbes.has(port)).toBe(false);
  });
});

describe('the service identifier', () => {
  it('names a UDP service after its answer, and sends nothing', async () => {
    const identifier = createServiceIdentifier();
    const target = { address: '192.0.2.1', protocol: 'udp', port: 11_211 } as const;
    const answer = Buffer.concat([hex('6277 0000 0001 0000'), text('VERSION 1.6.18\r\n')]);
    expect(await identifier.identify({ ...target, answer })).toMatchObject({
      service: 'memcached',
      method: 'probed',
      product: 'Memcached',
      version: '1.6.18',
      unauthenticated: true,
    });
    expect(await identifier.identify(target)).toMatchObject({
      service: 'memcached',
      method: 'port_number',
      product: null,
    });
    expect(await identifier.identify({ ...target, answer: text('what?') })).toMatchObject({
      method: 'port_number',
      banner: 'what?',
    });
    await identifier.close();
  });
});

import type { Recognition } from '../recogniser.ts';
import { hex, type UdpServiceProbe } from './udp-service-probe.ts';

/**
 * A first packet of a version that is reserved for making servers name theirs (RFC 9000, sections 6.1 and 15). It has to have 1,200
 * bytes: servers don't answer less, so that their answer, some 40 bytes, never exceeds the question.
 */
const quicConnectionIds = hex('08 6277627762776277 08 7762776277627762');
const quicPacket = Buffer.concat([hex('c0 1a2a3a4a'), quicConnectionIds], 1200);

export const quic: UdpServiceProbe = {
  service: 'quic',
  request: () => quicPacket,
  recognise(answer) {
    // Version 0 is version negotiation; it turns the connection ids round.
    const isNegotiation = answer.length >= 27 && (answer[0]! & 0x80) !== 0 && answer.readUInt32BE(1) === 0;
    const ours = Buffer.concat([quicConnectionIds.subarray(9), quicConnectionIds.subarray(0, 9)]);
    if (!isNegotiation || !answer.subarray(5, 23).equals(ours)) return null;
    const versions = [];
    for (let at = 23; at + 4 <= answer.length; at += 4) versions.push(quicVersionName(answer.readUInt32BE(at)));
    const named = versions.filter((name) => name !== null);
    return { service: 'quic', banner: ['QUIC', ...named].join(' ') };
  },
};

function quicVersionName(version: number): string | null {
  if (version === 1) return 'v1';
  if (version === 0x6b33_43cf) return 'v2';
  return version >>> 8 === 0xff00_00 ? `draft-${version & 0xff}` : null;
}

/** A SYN of [MS-RDPEUDP], section 3.1.5.1.1, padded to the size that it has to have. */
const rdpSequence = hex('62776277');
const rdpSyn = Buffer.concat([hex('ffffffff 0040 0001'), rdpSequence, hex('04d0 04d0')], 1232);
const SYN_AND_ACK = 0x05;

export const rdpUdp: UdpServiceProbe = {
  service: 'rdp-udp',
  request: () => rdpSyn,
  recognise(answer) {
    if (answer.length < 16 || (answer.readUInt16BE(6) & SYN_AND_ACK) !== SYN_AND_ACK) return null;
    if (!answer.subarray(0, 4).equals(rdpSequence)) return null;
    return { service: 'rdp-udp', product: 'Microsoft Remote Desktop', banner: 'RDP over UDP' };
  },
};

const ikeInitiator = hex('6277627762776277');
/**
 * A header alone, of a major version that doesn't exist: who speaks IKEv2 should say so (RFC 7296, section 2.5). No keys are
 * computed for it.
 */
const ikeFutureVersion = Buffer.concat([ikeInitiator, Buffer.alloc(8), hex('00 30 22 08 00000000 0000001c')]);
/** The first message of IKEv1's main mode (RFC 2409): offers AES-256, SHA-1, group 14, a shared key. Nothing is agreed to by it. */
const ikeMainMode = Buffer.concat([
  ikeInitiator,
  Buffer.alloc(8),
  hex('01 10 02 00 00000000 00000058'),
  hex('00 00 003c 00000001 00000001'),
  hex('00 00 0030 01 01 00 01'),
  hex('00 00 0028 01 01 0000'),
  hex('80010007 800e0100 80020002 8004000e 80030001 800b0001 000c0004 00007080'),
]);
/** On port 4500 it stands before what is no ESP packet (RFC 3948, section 2.2). */
const nonEspMarker = Buffer.alloc(4);

function recogniseIke(answer: Buffer): Recognition | null {
  const isHeader = answer.length >= 28 && answer.readUInt32BE(24) === answer.length;
  if (!isHeader || !answer.subarray(0, 8).equals(ikeInitiator)) return null;
  const majorVersion = answer[17]! >> 4;
  return majorVersion === 1 || majorVersion === 2 ? { service: 'ipsec', banner: `IKE version ${majorVersion}` } : null;
}

function ikeProbe(message: Buffer): UdpServiceProbe {
  return { service: 'ipsec', request: () => message, recognise: recogniseIke };
}

function traversingIkeProbe(message: Buffer): UdpServiceProbe {
  const marked = Buffer.concat([nonEspMarker, message]);
  return { service: 'ipsec', request: () => marked, recognise: (answer) => recogniseIke(answer.subarray(4)) };
}

export const ike: readonly UdpServiceProbe[] = [ikeProbe(ikeFutureVersion), ikeProbe(ikeMainMode)];
export const ikeBehindNat: readonly UdpServiceProbe[] = [
  traversingIkeProbe(ikeFutureVersion),
  traversingIkeProbe(ikeMainMode),
];

/** P_CONTROL_HARD_RESET_CLIENT_V2: opcode and key id, session id, no acknowledgements, packet id 0. */
const openvpnSession = hex('6277627762776277');
const openvpnReset = Buffer.concat([hex('38'), openvpnSession, hex('00 00000000')]);
const HARD_RESET_SERVER_V2 = 8;

/** A server with tls-auth or tls-crypt answers only to who has its key, and is not seen. */
export const openvpn: UdpServiceProbe = {
  service: 'openvpn',
  request: () => openvpnReset,
  recognise(answer) {
    const isReset = answer.length >= 14 && answer[0]! >> 3 === HARD_RESET_SERVER_V2;
    if (!isReset || !answer.includes(openvpnSession, 9)) return null;
    return { service: 'openvpn', product: 'OpenVPN', banner: 'OpenVPN' };
  },
};

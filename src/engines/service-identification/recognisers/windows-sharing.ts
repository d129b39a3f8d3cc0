import type { Recogniser } from '../recogniser.ts';

const sessionMessage = 0x00;
const headerLength = 32;

/** SMB1 NEGOTIATE that also offers SMB 2 (MS-SMB2 3.2.4.2.2.1): every version of the protocol answers it. */
function negotiateRequest(): Buffer {
  const dialects = Buffer.from(
    ['NT LM 0.12', 'SMB 2.002', 'SMB 2.???'].map((name) => `\x02${name}\0`).join(''),
    'latin1',
  );
  const header = Buffer.alloc(headerLength);
  header.write('\xffSMB\x72', 'latin1');
  header[9] = 0x18; // canonical, case-insensitive paths
  header.writeUInt16LE(0xc853, 10); // Unicode, NT status codes, long names, extended security
  const length = Buffer.alloc(3);
  length.writeUInt16LE(dialects.length, 1);
  return withFrame(Buffer.concat([header, length, dialects]));
}

function withFrame(message: Buffer): Buffer {
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(message.length);
  return Buffer.concat([frame, message]);
}

export const smb: Recogniser = {
  service: 'smb',
  ports: [445],
  probe: {
    request: negotiateRequest,
    reply(bytes) {
      if (bytes[0] !== sessionMessage || bytes.length < 4 + headerLength) return null;
      const signature = bytes.toString('latin1', 4, 8);
      const isSmb2Reply = signature === '\xfeSMB' && (bytes[4 + 16]! & 0x01) !== 0;
      const isSmb1Reply = signature === '\xffSMB' && (bytes[4 + 9]! & 0x80) !== 0;
      if (isSmb2Reply) return { service: 'smb', product: smb2Product(bytes), version: '2 or 3', banner: 'SMB 2 or 3' };
      if (isSmb1Reply) return { service: 'smb', version: '1', banner: 'SMB 1' };
      return null;
    },
  },
};

/** Where Windows has a random number for the server's GUID, Samba has the server's name in ASCII. */
function smb2Product(reply: Buffer): string | undefined {
  const guid = reply.toString('latin1', 76, 92);
  return /^[\x21-\x7e]{1,15}\0+$/.test(guid) && guid.length === 16 ? 'Samba' : undefined;
}

/** First-level encoding of a NetBIOS name (RFC 1001, section 14.1), as it stands in a session request. */
function encodedName(name: string, suffix: number): Buffer {
  const padded = Buffer.from(name.padEnd(15) + String.fromCharCode(suffix), 'latin1');
  const nibbles = [...padded].flatMap((byte) => [0x41 + (byte >> 4), 0x41 + (byte & 15)]);
  return Buffer.from([32, ...nibbles, 0]);
}

function sessionRequest(): Buffer {
  const names = Buffer.concat([encodedName('*SMBSERVER', 0x20), encodedName('SCANNER', 0x00)]);
  return Buffer.concat([Buffer.from([0x81, 0, 0, names.length]), names]);
}

export const netbiosSession: Recogniser = {
  service: 'netbios-ssn',
  ports: [139],
  probe: {
    request: sessionRequest,
    reply(bytes) {
      const accepts = bytes[0] === 0x82 && bytes.length === 4 && bytes.readUInt16BE(2) === 0;
      const refuses = bytes[0] === 0x83 && bytes.length === 5 && bytes.readUInt16BE(2) === 1;
      return accepts || refuses ? { service: 'netbios-ssn', banner: 'NetBIOS session service' } : null;
    },
  },
};

/** One: the directory of calls (version 3.0 of the endpoint mapper), in the usual form of data. */
const presentationContext =
  '01000000' +
  '00000100' +
  '0883afe11f5dc91191a408002b14a0fa' +
  '03000000' +
  '045d888aeb1cc9119fe808002b104860' +
  '02000000';

/** Bind of DCE/RPC (C706, 12.6.4.3) to the directory of calls, with which every client begins; none is called. */
const bindRequest = Buffer.from(`05000b03100000004800000001000000d016d01600000000${presentationContext}`, 'hex');

/** Accepts (12), refuses (13) or reports a fault (3): all of it is DCE/RPC. */
export const msrpc: Recogniser = {
  service: 'msrpc',
  ports: [135, 49_664, 49_665, 49_666, 49_667],
  unasked(bytes) {
    const isMessage = bytes.length >= 24 && bytes[0] === 5 && bytes[1] === 0 && bytes.readUInt16LE(8) === bytes.length;
    const isAnswer = isMessage && [3, 12, 13].includes(bytes[2]!) && (bytes[4] === 0x10 || bytes[4] === 0);
    return isAnswer ? { service: 'msrpc', banner: 'DCE/RPC' } : null;
  },
  probe: { request: () => bindRequest },
};

const framingFaults = 'http://schemas.microsoft.com/ws/2006/05/framing/faults/';

/** .NET Message Framing (MC-NMF): what is no such message is answered with a fault (8), whose name says that. */
export const netTcp: Recogniser = {
  service: 'net-tcp',
  ports: [808, 9389],
  unasked: (bytes) =>
    bytes[0] === 8 && bytes.toString('latin1', 2, 2 + framingFaults.length) === framingFaults
      ? { service: 'net-tcp', banner: '.NET Message Framing' }
      : null,
};

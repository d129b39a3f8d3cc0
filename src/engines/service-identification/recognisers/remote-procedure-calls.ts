import type { Recogniser, Recognition } from '../recogniser.ts';

const callId = 0x6277_0001;
/** Last fragment, in the record marking of RFC 5531, section 11. */
const lastFragment = 0x8000_0000;
const reply = 1;
/** Of RFC 5531, section 9. */
const [accepted, success, otherVersion] = [0, 0, 2];

/** Procedure 0 of a program (RFC 5531): does nothing, takes nothing, and is there to see whether the program answers. */
function nullCall({ program, version }: Pick<RemoteProgram, 'program' | 'version'>): Buffer {
  const words = [callId, 0, 2, program, version, 0, 0, 0, 0, 0];
  const message = Buffer.alloc(4 + words.length * 4);
  message.writeUInt32BE(lastFragment + words.length * 4);
  for (const [index, word] of words.entries()) message.writeUInt32BE(word, 4 + index * 4);
  return message;
}

/** Accepted by the program that was called, or by it in another version; whatever else speaks the protocol says that it has no such program. */
function isThere(bytes: Buffer): boolean {
  if (bytes.length < 28 || bytes.readUInt32BE(12) !== accepted) return false;
  const state = 24 + bytes.readUInt32BE(20);
  return bytes.length >= state + 4 && [success, otherVersion].includes(bytes.readUInt32BE(state));
}

interface RemoteProgram {
  readonly service: string;
  readonly port: number;
  readonly program: number;
  readonly version: number;
}

const portMapper: RemoteProgram = { service: 'rpcbind', port: 111, program: 100_000, version: 2 };
const fileSystem: RemoteProgram = { service: 'nfs', port: 2049, program: 100_003, version: 3 };

/** @param other whom it is asked for when it has no such program */
function readReply({ service }: RemoteProgram, other: RemoteProgram | null, bytes: Buffer): Recognition | null {
  const answersUs = bytes.length >= 12 && bytes.readUInt32BE(4) === callId && bytes.readUInt32BE(8) === reply;
  if (!answersUs) return null;
  if (isThere(bytes)) return { service, banner: 'Sun RPC' };
  const followUp = other && {
    request: nullCall(other),
    connection: 'same_or_new' as const,
    read: (next: Buffer) => readReply(other, null, next),
  };
  return { service: 'onc-rpc', banner: 'Sun RPC', followUp: followUp ?? undefined };
}

function recogniserOf(asked: RemoteProgram, other: RemoteProgram): Recogniser {
  return {
    service: asked.service,
    ports: [asked.port],
    probe: { request: () => nullCall(asked), reply: (bytes) => readReply(asked, other, bytes) },
  };
}

export const rpcbind = recogniserOf(portMapper, fileSystem);
export const nfs = recogniserOf(fileSystem, portMapper);

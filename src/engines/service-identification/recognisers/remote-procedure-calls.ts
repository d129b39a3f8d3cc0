import type { Recogniser } from '../recogniser.ts';

const callId = 0x6277_0001;
/** Last fragment, in the record marking of RFC 5531, section 11. */
const lastFragment = 0x8000_0000;
const reply = 1;

/** Procedure 0 of a program (RFC 5531): does nothing, takes nothing, and is there to see whether the program answers. */
function nullCall(program: number, version: number): Buffer {
  const words = [callId, 0, 2, program, version, 0, 0, 0, 0, 0];
  const message = Buffer.alloc(4 + words.length * 4);
  message.writeUInt32BE(lastFragment + words.length * 4);
  for (const [index, word] of words.entries()) message.writeUInt32BE(word, 4 + index * 4);
  return message;
}

function remoteProgram(service: string, port: number, program: number, version: number): Recogniser {
  return {
    service,
    ports: [port],
    probe: {
      request: () => nullCall(program, version),
      reply(bytes) {
        const answersUs = bytes.length >= 12 && bytes.readUInt32BE(4) === callId && bytes.readUInt32BE(8) === reply;
        return answersUs ? { service, banner: 'Sun RPC' } : null;
      },
    },
  };
}

export const rpcbind = remoteProgram('rpcbind', 111, 100_000, 2);
export const nfs = remoteProgram('nfs', 2049, 100_003, 3);

import { asciiText } from '../printable.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';

/** Connection setup of X11, little-endian, protocol 11.0, no authorisation. A client that is let in may do anything, so we leave. */
const x11Setup = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const x11Success = 1;

export const x11: Recogniser = {
  service: 'x11',
  ports: [6000, 6001, 6002, 6003],
  probe: {
    request: () => x11Setup,
    reply(bytes) {
      if (bytes.length < 8 || bytes[0]! > 2 || bytes.readUInt16LE(2) !== 11) return null;
      const letsUsIn = bytes[0] === x11Success;
      return { service: 'x11', ...(letsUsIn && x11Server(bytes)), banner: 'X11', unauthenticated: letsUsIn };
    },
  },
};

/** Vendor and release number stand in the answer to who is let in. X.Org writes 1.20.4 as 12004000 and 21.1.7 as 12101007. */
function x11Server(bytes: Buffer): Pick<Recognition, 'product' | 'version'> {
  if (bytes.length < 40) return {};
  const vendor = bytes.toString('latin1', 40, 40 + Math.min(bytes.readUInt16LE(24), 100));
  if (!/x\.?org/i.test(vendor)) return { product: vendor || undefined };
  const release = bytes.readUInt32LE(8);
  const [major, minor, patch, snapshot] = [release / 1e7, (release / 1e5) % 100, (release / 1e3) % 100, release % 1e3];
  const parts = minor >= 21 ? [minor, patch, snapshot] : [major, minor, patch];
  return { product: 'X.Org', version: parts.map(Math.floor).join('.') };
}

/**
 * CONNECT of the Android Debug Bridge. A protected device answers with a challenge, which we leave unanswered: only an
 * answer would make it ask its owner.
 */
function adbConnect(): Buffer {
  const payload = Buffer.from('host::\0');
  const header = Buffer.alloc(24);
  header.write('CNXN');
  header.writeUInt32LE(0x0100_0000, 4);
  header.writeUInt32LE(4096, 8);
  header.writeUInt32LE(payload.length, 12);
  header.writeUInt32LE(
    payload.reduce((sum, byte) => sum + byte, 0),
    16,
  );
  header.writeUInt32LE((header.readUInt32LE(0) ^ 0xffff_ffff) >>> 0, 20);
  return Buffer.concat([header, payload]);
}

export const adb: Recogniser = {
  service: 'adb',
  ports: [5555],
  probe: {
    request: adbConnect,
    reply(bytes) {
      if (bytes.length < 24) return null;
      const text = asciiText(bytes);
      const product = /ro\.product\.model=([^;]{1,60})/.exec(text)?.[1];
      // Both sides open alike; only a device says that it is one.
      if (text.startsWith('CNXN') && !text.includes('host::'))
        return { service: 'adb', product, banner: 'Android Debug Bridge', unauthenticated: true };
      const challenges = text.startsWith('AUTH') || text.startsWith('STLS');
      return challenges ? { service: 'adb', banner: 'Android Debug Bridge', unauthenticated: false } : null;
    },
  },
};

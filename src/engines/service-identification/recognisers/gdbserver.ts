import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** `qSupported` (GDB manual, Remote Serial Protocol): which features? What every debugger asks first; it stops nothing. */
const supportedFeatures = Buffer.from('+$qSupported#37');

/** The protocol has no login: who gets an answer may run and change programs. */
export const gdbserver: Recogniser = {
  service: 'gdbserver',
  ports: [1234, 2159, 2345],
  probe: {
    request: () => supportedFeatures,
    reply(bytes) {
      const features = /^\+?\$PacketSize=[\da-f]{1,8}(?:;[^#$]{0,4000})?(?:#|$)/i.test(asciiText(bytes));
      return features
        ? { service: 'gdbserver', product: 'gdbserver', banner: 'GDB remote protocol', unauthenticated: true }
        : null;
    },
  },
};

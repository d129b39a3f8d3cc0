import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

export const memcached: Recogniser = {
  service: 'memcached',
  ports: [11211],
  probe: {
    request: () => Buffer.from('version\r\n'),
    reply(bytes) {
      const text = asciiText(bytes);
      const version = /^VERSION (\S{1,40})/.exec(text)?.[1];
      if (version !== undefined) return { service: 'memcached', product: 'Memcached', version, unauthenticated: true };
      const refuses = text.startsWith('CLIENT_ERROR unauthenticated');
      return refuses ? { service: 'memcached', product: 'Memcached', unauthenticated: false } : null;
    },
  },
};

import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser } from '../recogniser.ts';

/**
 * The first section of INFO: the server about itself, nothing of what is stored. It is what shows that nobody is asked for a
 * password: many a server says +PONG.
 */
const serverInformation: FollowUp = {
  request: Buffer.from('INFO server\r\n'),
  read(reply) {
    const text = asciiText(reply);
    const version = /\r\nredis_version:(\S{1,40})\r\n/.exec(text)?.[1];
    if (/^-(?:NOAUTH|NOPERM|DENIED)/.test(text)) return { service: 'redis', product: 'Redis', unauthenticated: false };
    if (version === undefined) return null;
    // Valkey states the Redis version that it is compatible with as well.
    const valkeyVersion = /\r\nvalkey_version:(\S{1,40})\r\n/.exec(text)?.[1];
    const own = valkeyVersion ? { product: 'Valkey', version: valkeyVersion } : { product: 'Redis', version };
    const isSentinel = text.includes('\r\nredis_mode:sentinel\r\n');
    return { service: isSentinel ? 'redis-sentinel' : 'redis', ...own, banner: '+PONG', unauthenticated: true };
  },
};

export const redis: Recogniser = {
  service: 'redis',
  ports: [6379, 16379, 26379],
  tlsPorts: [6380],
  unasked(bytes) {
    const text = asciiText(bytes);
    // Protected mode greets with -DENIED and closes; the others answer an HTTP request line taken for a command.
    if (text.startsWith('-DENIED Redis')) return { service: 'redis', product: 'Redis', unauthenticated: false };
    const refusesHttp = /^-ERR (?:wrong number of arguments for 'get' command|unknown command [`']GET)/i;
    return refusesHttp.test(text) || text.startsWith('-NOAUTH ') ? { service: 'redis', product: 'Redis' } : null;
  },
  probe: {
    request: () => Buffer.from('PING\r\n'),
    reply(bytes) {
      const text = asciiText(bytes);
      if (text.startsWith('+PONG'))
        return { service: 'redis', product: 'Redis', banner: '+PONG', followUp: serverInformation };
      const refuses = /^-(?:NOAUTH|NOPERM|DENIED Redis|ERR operation not permitted)/.test(text);
      return refuses ? { service: 'redis', product: 'Redis', unauthenticated: false } : null;
    },
  },
};

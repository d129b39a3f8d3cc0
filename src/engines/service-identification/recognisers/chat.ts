import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** `:irc.example.com 451 * :Connection not registered`, `NOTICE AUTH :***`, `ERROR :Closing link` */
const ircMessage = /^(?::[\w.:-]{1,255} (?:\d{3}|PONG) |(?::[\w.:-]{1,255} )?(?:NOTICE (?:AUTH|\*) |ERROR :))/i;
/** Answered, or refused, without the registration that would make us a visitor. */
const ircPing = Buffer.from('PING :identify\r\n');

export const irc: Recogniser = {
  service: 'irc',
  ports: [6667],
  tlsPorts: [6697],
  unasked: (bytes) => (ircMessage.test(asciiText(bytes)) ? { service: 'irc' } : null),
  // Elsewhere the PING of Redis makes it speak as well.
  probe: { request: () => ircPing },
};

/** Opening of a stream as in RFC 6120, section 4.2; nothing follows it, so nobody is signed in. */
function openStream(address: string): Buffer {
  return Buffer.from(
    `<?xml version='1.0'?><stream:stream to='${address}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
  );
}

export const xmpp: Recogniser = {
  service: 'xmpp',
  ports: [5222, 5269],
  tlsPorts: [5223],
  unasked(bytes) {
    const text = asciiText(bytes);
    // What is well formed but not XMPP is answered with a stream error, in a stream of its own.
    const isStream = /^(?:<\?xml [^>]{1,60}\?>\s*)?<stream:(?:stream|error)[\s>]/.test(text);
    return isStream ? { service: 'xmpp', banner: 'XMPP' } : null;
  },
  probe: { request: ({ address }) => openStream(address) },
};

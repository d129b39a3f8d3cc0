import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser, Recognition } from '../recogniser.ts';

/** SSLRequest: length 8, code 80877103. Every client begins with it; a server answers one byte and waits. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Protocol 3.0, for the user and database that every installation has. It carries no password. */
const startUp = startUpMessage({ user: 'postgres', database: 'postgres' });

/** The first message of protocol 3.0. */
export function startUpMessage(parameters: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(parameters).flat();
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(`${text.join('\0')}\0\0`)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

const requestOfAuthentication = 'R'.charCodeAt(0);
const authenticationOk = 0;
/** Clear text, MD5, GSS, SSPI, SASL. */
const wantsMore = new Set([3, 5, 7, 9, 10]);

/**
 * Whether it lets in who gives a name and no password (`trust` in pg_hba.conf). Who is let in asks nothing and leaves at
 * once. An error, such as an address that is let in only with encryption or not at all, says neither.
 */
function whoIsLetIn(known: Recognition, connection: FollowUp['connection']): FollowUp {
  return {
    request: startUp,
    connection,
    read(reply) {
      if (reply.length < 9 || reply[0] !== requestOfAuthentication || reply.readUInt32BE(1) < 8) return null;
      const kind = reply.readUInt32BE(5);
      const isOk = kind === authenticationOk && reply.readUInt32BE(1) === 8;
      return { ...known, unauthenticated: isOk ? true : wantsMore.has(kind) ? false : undefined };
    },
  };
}

export const postgresql: Recogniser = {
  service: 'postgresql',
  ports: [5432, 5433, 6432],
  unasked(bytes) {
    const text = asciiText(bytes);
    const isFatal = text.startsWith('E') && text.startsWith('SFATAL', 5);
    if (!isFatal || !/unsupported frontend protocol|no pg_hba\.conf|\0C08P01\0/.test(text)) return null;
    // The pooler has words of its own for a stranger's bytes.
    const product = text.includes('client sent partial pkt') ? 'PgBouncer' : 'PostgreSQL';
    return { service: 'postgresql', product, banner: 'PostgreSQL error message' };
  },
  probe: {
    request: () => sslRequest,
    reply(bytes) {
      const answer = asciiText(bytes);
      if (answer !== 'S' && answer !== 'N') return null;
      const known = {
        service: 'postgresql',
        product: 'PostgreSQL',
        banner: answer === 'S' ? 'PostgreSQL, encryption on offer' : 'PostgreSQL, no encryption on offer',
      };
      // After its yes it expects TLS on this connection.
      return { ...known, followUp: whoIsLetIn(known, answer === 'S' ? 'new' : undefined) };
    },
  },
};

import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** SSLRequest: length 8, code 80877103. Every client begins with it; a server answers one byte and waits. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

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
      return {
        service: 'postgresql',
        product: 'PostgreSQL',
        banner: answer === 'S' ? 'PostgreSQL, encryption on offer' : 'PostgreSQL, no encryption on offer',
      };
    },
  },
};

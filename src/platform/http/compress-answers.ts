import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chosenEncoding, encodeAs } from './content-encoding.ts';

/** Less than that is sent in one packet as it is. */
const leastBytes = 1_024;
const compressible = /^(application\/json|text\/(?!event-stream))/;

/**
 * Compresses what reads are answered, for clients that take it. Streams, and what is compressed already, pass as they are; so does
 * what could tell secrets by its size (decision 91).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!isWorthwhile(reply, payload) || mayTellBySize(request, reply)) return payload;
    const others = String(reply.getHeader('Vary') ?? '');
    if (!/\baccept-encoding\b/i.test(others))
      reply.header('Vary', others ? `${others}, Accept-Encoding` : 'Accept-Encoding');
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return payload;
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    return encodeAs[encoding](Buffer.from(payload as string));
  });
}

function isWorthwhile(reply: FastifyReply, payload: string | Buffer): boolean {
  return (
    Buffer.byteLength(payload) >= leastBytes &&
    !reply.hasHeader('Content-Encoding') &&
    compressible.test(String(reply.getHeader('Content-Type')))
  );
}

/**
 * Secrets are answered to what changes something only. A read of the API may repeat what its address says, so it is not compressed for
 * a browser that another site has sent there: nobody chooses the text beside what they want to find out.
 */
function mayTellBySize({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true;
  const isSentByOthers = /^(cross|same)-site$/.test(String(headers['sec-fetch-site']));
  return isSentByOthers && String(reply.getHeader('Content-Type')).startsWith('application/json');
}

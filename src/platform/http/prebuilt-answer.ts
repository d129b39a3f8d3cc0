import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenEncoding, type Encoding, encodeAs } from './content-encoding.ts';

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A JSON document that is the same for everybody: built once, when it is first asked for or before, and handed out as it is. */
export class PrebuiltJson {
  readonly #build: () => unknown;
  #representations: Promise<Readonly<Record<Encoding, Representation>>> | undefined;

  constructor(build: () => unknown) {
    this.#build = build;
  }

  build(): Promise<Readonly<Record<Encoding, Representation>>> {
    this.#representations ??= representationsOf(JSON.stringify(this.#build()));
    return this.#representations;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const representations = await this.build();
    const encoding = chosenEncoding(request.headers['accept-encoding']);
    const { bytes, etag } = representations[encoding];
    reply.headers({ ETag: etag, 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes);
  }
}

async function representationsOf(text: string): Promise<Record<Encoding, Representation>> {
  const bytes = Buffer.from(text);
  const [identity, gzip, br] = await Promise.all([encodeAs.identity(bytes), encodeAs.gzip(bytes), encodeAs.br(bytes)]);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    identity: { bytes: identity, etag: `"${hash}"` },
    gzip: { bytes: gzip, etag: `"${hash}-gzip"` },
    br: { bytes: br, etag: `"${hash}-br"` },
  };
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];
/** Half of what the highest quality takes off, for a hundredth of its time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

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
    const accepted = acceptedEncodings(request.headers['accept-encoding']);
    const encoding = preferred.find((candidate) => accepted.has(candidate)) ?? 'identity';
    const { bytes, etag } = representations[encoding];
    reply.headers({ ETag: etag, 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes);
  }
}

async function representationsOf(text: string): Promise<Record<Encoding, Representation>> {
  const identity = Buffer.from(text);
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, brotliOptions),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return {
    identity: { bytes: identity, etag: `"${hash}"` },
    gzip: { bytes: gzipped, etag: `"${hash}-gzip"` },
    br: { bytes: brotli, etag: `"${hash}-br"` },
  };
}

/** Codings that a client names without a weight of zero. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const named = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry));
  return new Set(named.map((entry) => entry.split(';')[0]!.trim()));
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

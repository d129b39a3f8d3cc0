import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeText } from '../../platform/http/decode-text.ts';
import { hasMoreValues } from '../../platform/http/json-values.ts';
import { repeatedMembers } from '../../platform/http/repeated-members.ts';
import { InvalidInput, Refusal } from './problems.ts';
import { scopeFieldNames } from './scope-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Paths of members of the body that say whose data is meant, and stand twice in one object; null: there are none. */
    repeatedMembers: readonly (readonly string[])[] | null;
  }
}

/**
 * Twice what any operation takes; the other half is for fields that nobody knows. Parsing them takes a few
 * milliseconds.
 */
const maxParsedValues = 20_000;

const compressed = 'Send the body as it is, without Content-Encoding.';
const noObject = new InvalidInput({ body: ['The body must be a JSON object in UTF-8.'] });
const tooLarge = new InvalidInput({ body: ['The body of a GET must be small, and is better left out.'] });
const tooManyValues = new InvalidInput({
  body: [`The body must not have more than ${maxParsedValues.toLocaleString('en')} values.`],
});

/**
 * @returns the object that a body has; undefined where it has nothing
 * @throws InvalidInput on body
 */
export type ReadJson = (request: FastifyRequest, bytes: Buffer) => unknown;

/** JSON bodies only; what cannot be parsed is a validation failure of the body, not an error of its own. */
export function acceptOnlyJson(app: FastifyInstance): ReadJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  const read: ReadJson = (request, bytes) => {
    if (bytes.length === 0) return undefined;
    if (!isUtf8(bytes)) throw noObject;
    if (hasMoreValues(bytes, maxParsedValues)) throw tooManyValues;
    const text = decodeText(bytes);
    let parsed: unknown;
    // It calls back before it returns.
    parse(request, text, (error, value) => {
      parsed = error ? undefined : value;
    });
    // PHP encodes an object without members as an empty array.
    if (Array.isArray(parsed) && parsed.length === 0) return {};
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) throw noObject;
    const repeated = repeatedMembers(text, scopeFieldNames);
    request.repeatedMembers = repeated.length === 0 ? null : repeated;
    return parsed;
  };
  app.decorateRequest('repeatedMembers', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (isEncoded(request)) throw new Refusal(415, compressed);
    return read(request, body);
  });
  return read;
}

function isEncoded({ headers: { 'content-encoding': encoding = 'identity' } }: FastifyRequest): boolean {
  return encoding.trim().toLowerCase() !== 'identity';
}

/** A GET has no use for a body, so that it is not read before: but what it says of whose data is meant counts there, too. */
export async function bodyOfGet(request: FastifyRequest, read: ReadJson, maxBytes: number): Promise<unknown> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && length === '0') return undefined;
  if (isEncoded(request)) throw new InvalidInput({ body: [compressed] });
  const pieces: Buffer[] = [];
  let bytes = 0;
  // What is left of one that is too large goes by unread, and the answer still arrives.
  for await (const piece of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge;
    pieces.push(piece);
  }
  return read(request, Buffer.concat(pieces));
}

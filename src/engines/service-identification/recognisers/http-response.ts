/** A web server's answer, parsed as far as it is needed to tell products apart. */
export interface HttpResponse {
  readonly statusLine: string;
  readonly status: number;
  /** By lower-case name; of repeated headers the last. */
  readonly headers: ReadonlyMap<string, string>;
  /** All of them, repeated ones too. */
  readonly headerLines: readonly (readonly [name: string, value: string])[];
  /** Names of the cookies that it sets. */
  readonly cookies: readonly string[];
  /** Its beginning, without the marks of chunks: at most 64 KiB. */
  readonly body: string;
  /** Of a page of HTML, its blanks joined; null where there is none. */
  readonly title: string | null;
}

const headLimit = 16_384;
const bodyLimit = 65_536;

/** Null when the bytes are no answer of a web server. */
export function parseHttpResponse(bytes: Buffer): HttpResponse | null {
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})(?=[ \r\n]|$)/.exec(bytes.toString('latin1', 0, 16))?.[1];
  if (status === undefined) return null;
  const end = bytes.subarray(0, headLimit).indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end < 0 ? headLimit : end);
  const headerLines = parseHeaders(head);
  const headers = new Map(headerLines);
  const content = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4, end + 4 + bodyLimit);
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
  const whole = isChunked ? withoutChunkMarks(content) : content;
  const body = whole.toString('utf8');
  const [statusLine = ''] = head.split('\r\n', 1);
  const cookies = [...head.matchAll(/\r\nset-cookie: *([^=;\r\n]{1,200})=/gi)].map(([, name]) => name!);
  return {
    statusLine,
    status: Number(status),
    headers,
    headerLines,
    cookies,
    body,
    title: titleOf(body),
  };
}

function titleOf(body: string): string | null {
  const text = /<title[^>]{0,200}>([^<]{1,300})</i.exec(body)?.[1];
  return text === undefined ? null : decoded(text).replace(/\s+/g, ' ').trim() || null;
}

const entities: Readonly<Record<string, string | undefined>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The few character references that titles have. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (whole, decimal, hexadecimal, name) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (name !== undefined) return entities[name] ?? whole;
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

function parseHeaders(head: string): (readonly [string, string])[] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => ({ line, colon: line.indexOf(':') }))
    .filter(({ colon }) => colon > 0)
    .map(({ line, colon }) => [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]);
}

/** What is no chunk, or no longer one because the answer was cut, is left as it came. */
function withoutChunkMarks(content: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let rest = content;
  while (rest.length > 0) {
    const mark = /^([\da-f]{1,8})[^\r\n]{0,100}\r\n/i.exec(rest.toString('latin1', 0, 120));
    if (!mark) return Buffer.concat([...pieces, rest]);
    const length = Number.parseInt(mark[1]!, 16);
    if (length === 0) break;
    const start = mark[0].length;
    pieces.push(rest.subarray(start, start + length));
    rest = rest.subarray(start + length + 2);
  }
  return Buffer.concat(pieces);
}

/** The body as JSON; undefined when it is anything else, or was cut. */
export function jsonOf({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What stands at a path inside JSON; undefined when the path leads nowhere. */
export function at(json: unknown, ...path: readonly string[]): unknown {
  let here = json;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[key];
  }
  return here;
}

import { operatingSystemHint } from '../operating-system.ts';
import type { FollowUp, ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';
import { type HttpProduct, type HttpResponse, httpProducts } from './http-products.ts';

const headLimit = 16_384;
const bodyLimit = 16_384;

export const http: Recogniser = {
  service: 'http',
  ports: [80, 81, 631, 2082, 2086, 2095, 2222, 2375, 2379, 3000, 3128, 5000, 5601, 5984, 5985, 7547].concat([
    8000, 8008, 8080, 8081, 8086, 8088, 8880, 8888, 9000, 9090, 9200, 10000, 15672, 50070,
  ]),
  tlsPorts: [443, 2083, 2087, 2096, 2376, 4443, 5001, 5986, 6443, 8006, 8443, 9443, 10250],
  unasked(bytes, target) {
    const response = parseHttpResponse(bytes);
    return response && recogniseResponse(response, target);
  },
  probe: { request: (target) => get(target, '/') },
};

function get({ address, port, userAgent }: ProbeTarget, path: string): Buffer {
  return request(`GET ${path}`, { address, port, userAgent }, '');
}

function post(target: ProbeTarget, path: string, json: string): Buffer {
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
  return Buffer.concat([request(`POST ${path}`, target, head), Buffer.from(json)]);
}

function request(methodAndPath: string, { address, port, userAgent }: ProbeTarget, moreHeaders: string): Buffer {
  const host = address.includes(':') ? `[${address}]` : address;
  return Buffer.from(
    `${methodAndPath} HTTP/1.1\r\nHost: ${host}:${port}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n${moreHeaders}\r\n`,
  );
}

/** Null when the bytes are no answer of a web server. */
function parseHttpResponse(bytes: Buffer): HttpResponse | null {
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})(?=[ \r\n]|$)/.exec(bytes.toString('latin1', 0, 16))?.[1];
  if (status === undefined) return null;
  const end = bytes.subarray(0, headLimit).indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end < 0 ? headLimit : end);
  // Of a chunked body the first chunk, with what follows it, says enough.
  const body = end < 0 ? '' : bytes.toString('utf8', end + 4, end + 4 + bodyLimit).replace(/^[\da-f]{1,8}\r\n/i, '');
  const [statusLine = ''] = head.split('\r\n', 1);
  return { statusLine, status: Number(status), headers: parseHeaders(head), body };
}

function parseHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function recogniseResponse(response: HttpResponse, target: ProbeTarget): Recognition {
  const row = productOf(response, target);
  const banner = bannerOf(response);
  if (row) return { ...recogniseProduct(row, response), banner, followUp: askFurther(row, response, target) };
  const tentative = response.status !== 401 && (response.status < 200 || response.status > 299);
  return { ...webServer(response), banner, tentative, followUp: askVersion(response, target) };
}

function productOf(response: HttpResponse, { port }: ProbeTarget): HttpProduct | undefined {
  return httpProducts.find((row) => {
    if (row.onlyOnPorts && !row.onlyOnPorts.includes(port)) return false;
    return matchHeader(row, response) !== null || (row.body?.test(response.body) ?? false);
  });
}

function matchHeader({ header }: HttpProduct, response: HttpResponse): RegExpExecArray | null {
  const value = header && response.headers.get(header[0]);
  return header === undefined || value === undefined ? null : header[1].exec(value);
}

function recogniseProduct(row: HttpProduct, response: HttpResponse): Recognition {
  return {
    service: row.service,
    product: row.product,
    version: matchHeader(row, response)?.[1] ?? row.bodyVersion?.exec(response.body)?.[1],
    operatingSystem: operatingSystemHint(response.headers.get('server') ?? ''),
    unauthenticated: row.unauthenticated?.(response),
  };
}

/** Status line, and the page's title for who reads it. */
function bannerOf({ statusLine, body }: HttpResponse): string {
  const title = /<title[^>]{0,200}>([^<]{1,300})</i.exec(body)?.[1]?.trim();
  return title ? `${statusLine}, title: ${title}` : statusLine;
}

/** `Apache/2.4.57 (Debian)`, `nginx`, `Icecast 2.4.4`, `Microsoft-IIS/10.0` */
function webServer(response: HttpResponse): Recognition {
  const server = (response.headers.get('server') ?? '').slice(0, 300);
  const [, product, afterSlash, afterSpace] =
    /^([^/(]{1,100}?)(?:\/([^\s(;]{1,50})| v?(\d[\w.]{0,49})|(?=[/(])|$)/.exec(server) ?? [];
  return {
    service: 'http',
    product: product?.trim() || undefined,
    version: afterSlash ?? afterSpace,
    operatingSystem: operatingSystemHint(server),
  };
}

function askFurther(row: HttpProduct, response: HttpResponse, target: ProbeTarget): FollowUp | undefined {
  const before = recogniseProduct(row, response);
  const { further } = row;
  if (!further) return before.version === undefined ? askVersion(response, target) : undefined;
  const { path, body } = further;
  return {
    request: body === undefined ? get(target, path) : post(target, path, body),
    read(reply) {
      const answer = parseHttpResponse(reply);
      if (!answer) return null;
      return {
        ...before,
        banner: bannerOf(response),
        version: before.version ?? further.version?.exec(answer.body)?.[1],
        unauthenticated: before.unauthenticated ?? further.unauthenticated?.(answer),
      };
    },
  };
}

/** Docker, Kubernetes and etcd say little at `/` but tell their name at `/version`, which is there to be read. */
function askVersion(response: HttpResponse, target: ProbeTarget): FollowUp | undefined {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const isPlainNotFound = response.status === 404 && response.body.startsWith('404 page not found');
  if (!isJson && !isPlainNotFound) return undefined;
  const before = productOf(response, target);
  return {
    request: get(target, '/version'),
    read(reply) {
      const answer = parseHttpResponse(reply);
      const after = answer && productOf(answer, target);
      if (!after || (before && before.service !== after.service)) return null;
      const known = recogniseProduct(after, answer);
      const atFrontDoor = before?.unauthenticated?.(response);
      return {
        ...known,
        banner: bannerOf(response),
        unauthenticated: atFrontDoor ?? known.unauthenticated,
        followUp: after.further && askFurther(after, answer, target),
      };
    },
  };
}
